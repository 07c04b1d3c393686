package machine_test

import (
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	bc "luaflow/compile/bytecode"
)

// dead returns what a marking does not call live.
func (o *oracle) dead(m *live.Marking) machine.Marks {
	return machine.Marks{
		Instruction: func(fn, pc int) bool {
			if !o.ours(fn) || o.p.Funcs[fn].Proto.Code[pc].Op() == bc.JMP {
				return false
			}
			f := &o.p.Funcs[fn]
			return !m.Live(f, pc)
		},
		Definition: func(fn, pc, reg int) bool {
			if !o.ours(fn) || o.p.SSA(&o.p.Funcs[fn]) == nil {
				return false
			}
			f := &o.p.Funcs[fn]
			v := ssa.ValueID(reg)
			if pc != machine.Entry {
				v = o.p.SSA(f).Def(pc, reg)
			}
			return v >= 0 && !m.LiveValue(f, v)
		},
	}
}

// strictMarking: what the strict marking calls dead reaches nothing live and has
// no effect; and without it the program is the same.
func strictMarking(o *oracle) {
	marks := o.dead(o.p.Marking(value.None))
	o.run(machine.Hooks{}, marks)
	o.without(marks)
}

// without runs the program without what is dead, and compares. A dead branch goes any
// way that is executable.
func (o *oracle) without(marks machine.Marks) {
	want := o.undisturbed()
	if want.Exhausted != "" || o.err != nil {
		return
	}
	rng := o.random()
	marks.Skip = true
	c := o.p.Constants()
	marks.Choose = func(fn, pc int) bool {
		f := &o.p.Funcs[fn]
		first, second := c.EdgeExecutable(f, f.Graph.Block(pc), 0), c.EdgeExecutable(f, f.Graph.Block(pc), 1)
		return first && (!second || rng.IntN(2) == 0)
	}
	got := machine.Run(o.main, machine.Config{Marks: marks, Steps: 600000})
	switch c := got.Contradiction; {
	case c != nil:
		o.refute(c.At.Func, c.At.PC, "without dead code, %s", c.What)
	case got.Exhausted != "":
		o.refute(0, -1, "without dead code there are too many %s", got.Exhausted)
	case got.Output != want.Output || got.Failed != want.Failed:
		o.refute(0, -1, "without dead code it prints something else")
	}
}

// lenientMarking: the same for the lenient marking, as long as no dead operator
// has run a metamethod or raised an error.
func lenientMarking(o *oracle) {
	marks := o.dead(o.p.Marking(value.Operators))
	excused := false
	excuse := func(at machine.Site) {
		if at.PC >= 0 && o.ours(at.Func) && marks.Instruction(at.Func, at.PC) {
			excused = true
		}
	}
	o.undisturbed()
	for at := range o.surprises {
		excuse(at)
	}
	o.run(machine.Hooks{
		Enter: func(from machine.Site, _ int) { excuse(from) },
		Raise: excuse,
	}, marks)
	if excused {
		o.err = nil
		return
	}
	o.without(marks)
}
