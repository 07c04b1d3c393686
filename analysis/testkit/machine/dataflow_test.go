package machine_test

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/testkit/machine"
	bc "luaflow/compile/bytecode"
)

// effects holds package effect against the machine: what an instruction reads,
// defines and does, and where it goes.
func effects(o *oracle) machine.Hooks {
	proto := func(fn int) *bc.Proto { return o.p.Funcs[fn].Proto }
	return machine.Hooks{
		Step: func(fn, from, pc int) {
			if !o.ours(fn) || from == machine.Entry {
				return
			}
			if first, second := effect.Successors(proto(fn), from); pc != first && pc != second {
				o.refute(fn, from, "it goes to %d", pc+1)
			}
		},
		Read: func(at machine.Site, reg int, _ machine.Def, _ machine.Value) {
			if o.ours(at.Func) && !effect.Uses(proto(at.Func), at.PC).Has(reg) {
				o.refute(at.Func, at.PC, "it reads register %d", reg)
			}
		},
		ReadUpvalue: func(at machine.Site, upvalue int, _ machine.Def, _ machine.Value) {
			if !o.ours(at.Func) {
				return
			}
			if k, how := effect.Upvalue(proto(at.Func).Code[at.PC]); k != upvalue || how != effect.Read {
				o.refute(at.Func, at.PC, "it reads upvalue %d", upvalue)
			}
		},
		Define: func(d machine.Def, open bool, _ machine.Value) {
			if !o.ours(d.Func) || d.PC == machine.Entry {
				return
			}
			p := proto(d.Func)
			if !effect.Defs(p, d.PC).Has(d.Reg) && !effect.MayDefs(p, d.PC).Has(d.Reg) && !effect.EdgeDefs(p, d.PC).Has(d.Reg) {
				o.refute(d.Func, d.PC, "it defines register %d", d.Reg)
			}
			if open != effect.IsOpen(p.Code[d.PC]) {
				o.refute(d.Func, d.PC, "it leaves an open result, or it does not")
			}
		},
		Enter: func(from machine.Site, fn int) {
			if from.PC >= 0 && o.ours(from.Func) && effect.Actions(proto(from.Func).Code[from.PC])&effect.RunsCode == 0 {
				o.refute(from.Func, from.PC, "it runs function %d", fn)
			}
		},
		Raise: func(at machine.Site) {
			if o.ours(at.Func) && effect.Actions(proto(at.Func).Code[at.PC])&effect.Raises == 0 {
				o.refute(at.Func, at.PC, "it raises an error")
			}
		},
	}
}

// everyDefinitionHappens: an instruction that goes on has defined all that effect
// says.
func everyDefinitionHappens(o *oracle) machine.Hooks {
	defined := map[machine.Def]int{}
	return machine.Hooks{
		Define: func(d machine.Def, _ bool, _ machine.Value) { defined[d]++ },
		Step: func(fn, from, pc int) {
			if !o.ours(fn) || from == machine.Entry {
				return
			}
			p := o.p.Funcs[fn].Proto
			want := slices.Collect(effect.Defs(p, from).All())
			if first, _ := effect.Successors(p, from); pc == first && from != pc {
				want = slices.AppendSeq(want, effect.EdgeDefs(p, from).All())
			}
			for _, reg := range want {
				if defined[machine.Def{Site: machine.Site{Func: fn, PC: from}, Reg: reg}] == 0 {
					o.refute(fn, from, "it does not define register %d", reg)
				}
			}
		},
	}
}

// chainsAreComplete: no read sees a definition from which no chain leads to it, and nothing
// unreachable runs.
func chainsAreComplete(o *oracle) machine.Hooks {
	type pair struct {
		fn, def, use, reg int
		byClosure         bool
	}
	chains := map[pair]bool{}
	for fn, facts := range o.p.Facts().Functions {
		for _, c := range facts.DefUse {
			chains[pair{fn, c.Def.PC - 1, c.Use.PC - 1, c.Use.Reg, c.Def.ByClosure}] = true
		}
	}
	return machine.Hooks{
		Step: func(fn, _, pc int) {
			if o.ours(fn) && !o.p.Funcs[fn].Graph.Reachable(pc) {
				o.refute(fn, pc, "it runs and cannot be reached")
			}
		},
		Read: func(at machine.Site, reg int, d machine.Def, _ machine.Value) {
			if !o.ours(at.Func) {
				return
			}
			c := pair{at.Func, d.PC, at.PC, reg, false}
			if d.Reg < 0 {
				c.def, c.byClosure = -1, true
			}
			if !chains[c] {
				o.refute(at.Func, at.PC, "no chain leads to register %d from %v", reg, d)
			}
		},
	}
}

// deadDefinitions: nothing reads a value that liveness calls dead, also where it is told
// which calls never return.
func deadDefinitions(o *oracle) machine.Marks {
	return machine.Marks{Definition: func(fn, pc, reg int) bool {
		if !o.ours(fn) {
			return false
		}
		f := &o.p.Funcs[fn]
		if pc == machine.Entry {
			return !f.LiveAt(0, reg)
		}
		if first, second := effect.Successors(f.Proto, pc); first == pc+1 && second < 0 {
			c := o.p.Constants()
			_, inCalls := c.OverwrittenInCalls(f, pc, first, reg)
			return inCalls || !c.LiveFrom(f, pc, first, reg)
		}
		return !f.LiveAfter(pc, reg)
	}}
}

// cellsAreComplete: what is read through an upvalue was written to its cell, by the owner's
// values that are observed or by a function that writes it.
func cellsAreComplete(o *oracle) machine.Hooks {
	cells := o.p.Cells()
	return machine.Hooks{ReadUpvalue: func(at machine.Site, upvalue int, d machine.Def, _ machine.Value) {
		if !o.ours(at.Func) {
			return
		}
		k := cells.Of(at.Func, upvalue)
		if k < 0 {
			o.refute(at.Func, at.PC, "upvalue %d has no cell", upvalue)
			return
		}
		cell := &cells.Cells[k]
		if !slices.Contains(cell.Reads, flow.SiteAt(at.Func, at.PC)) {
			o.refute(at.Func, at.PC, "it reads a cell that does not know of it")
		}
		switch {
		case d.Func < 0: // main's own upvalue
		case d.Reg < 0:
			if !slices.Contains(cell.Writes, flow.SiteAt(d.Func, d.PC)) {
				o.refute(at.Func, at.PC, "it sees what %v wrote, which does not write its cell", d)
			}
		case d.Func != cell.Owner || d.Reg != cell.Reg:
			o.refute(at.Func, at.PC, "it sees what %v wrote, and the cell is register %d of function %d", d, cell.Reg, cell.Owner)
		default:
			o.observed(at, d)
		}
	}}
}

// observed checks that a definition which a closure sees is one that may be seen.
func (o *oracle) observed(at machine.Site, d machine.Def) {
	f := &o.p.Funcs[d.Func]
	s := o.p.SSA(f)
	if s == nil {
		return
	}
	v := ssa.ValueID(d.Reg)
	if d.PC != machine.Entry {
		v = s.Def(d.PC, d.Reg)
	}
	if v < 0 || !s.Observed(v) {
		o.refute(at.Func, at.PC, "it sees what %v wrote, which no closure observes", d)
	}
}
