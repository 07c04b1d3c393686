package machine

import (
	"fmt"

	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// What a test sees of a run, and what it may call dead.

// Site is an instruction of a program: Func is the number of its function, PC counts from 0.
type Site struct{ Func, PC int }

// Entry is the PC of what a function finds when it is called.
const Entry = -1

// Def is who gave a variable its value: the instruction at Site, or the caller. Reg
// is the register that it defined, or -1 if it is a SETUPVAL.
type Def struct {
	Site
	Reg int
}

// String names the instruction, its pc counted from 1, and the register if there is one.
func (d Def) String() string {
	if d.Reg < 0 {
		return fmt.Sprintf("function %d pc %d", d.Func, d.PC+1)
	}
	return fmt.Sprintf("function %d pc %d register %d", d.Func, d.PC+1, d.Reg)
}

// Hooks are called while a program runs; those that are nil are not. Instructions
// that Skip leaves out are not seen.
type Hooks struct {
	// Step: the instruction at pc is about to run; in this activation of fn the one
	// at from, or Entry, ran before it.
	Step func(fn, from, pc int)
	// Read: an instruction reads a register. An open result is the register at which
	// it begins, and v nil.
	Read func(at Site, reg int, def Def, v Value)
	// ReadUpvalue: an instruction reads an upvalue.
	ReadUpvalue func(at Site, upvalue int, def Def, v Value)
	// Define: an instruction, or the caller, gives a register its value. An open
	// result is the register at which it begins, and v nil.
	Define func(def Def, open bool, v Value)
	// Enter: in the middle of the instruction at from a Lua function begins. The PC of
	// from is Entry if it is main or a finalizer.
	Enter func(from Site, fn int)
	// Return: a Lua function ends, not by an error. Functions that end by a tail call
	// end when what they call does.
	Return func(fn int)
	// Result: it returned these values.
	Result func(fn int, values []Value)
	// Raise: an error leaves the instruction.
	Raise func(at Site)
}

// Marks says what a test calls dead. Either function may be nil.
type Marks struct {
	Instruction func(fn, pc int) bool      // whether nothing would be different without the instruction at pc
	Definition  func(fn, pc, reg int) bool // pc may be Entry
	// Skip: dead instructions are not executed. Choose then says which way a dead
	// branch at pc goes: to the first of effect.Successors or not.
	Skip   bool
	Choose func(fn, pc int) bool
}

// Contradiction is a proof that something is not as dead as the marks say.
type Contradiction struct {
	At   Site   // the live instruction that reads poison, or the dead one that does something
	What string // that happened
}

// Error names the place, its pc counted from 1, and what happened there.
func (c *Contradiction) Error() string {
	return fmt.Sprintf("function %d pc %d: %s", c.At.Func, c.At.PC+1, c.What)
}

// origin is where poison comes from.
type origin = Def

// contradict ends the run.
func (m *Machine) contradict(format string, args ...any) {
	panic(&Contradiction{m.site(), fmt.Sprintf(format, args...)})
}

// consume ends the run if v is dead and the code that looks at it is not. Every value that code
// looks at comes here.
func (m *Machine) consume(v Value, what string) {
	if v.poison != 0 && !m.top.dead() {
		m.contradict("%s is read that is dead: %s", what, m.origins[v.poison-1])
	}
}

// requireLive ends the run if the code that runs is dead, and does what somebody outside of the program can see.
func (m *Machine) requireLive(what string) {
	if m.top.dead() {
		m.contradict("dead code %s", what)
	}
}

// poisonOf returns the poison of a value that is defined so.
func (m *Machine) poisonOf(d Def) int32 {
	dead := m.top.dead() || m.marks.Definition != nil && m.marks.Definition(d.Func, d.PC, d.Reg)
	if !dead {
		return 0
	}
	k, known := m.originNumber[d]
	if !known {
		m.origins = append(m.origins, d)
		k = int32(len(m.origins))
		m.originNumber[d] = k
	}
	return k
}

// taint returns the poison of what is stored somewhere else than in a register.
func (m *Machine) taint() int32 {
	if !m.top.dead() {
		return 0
	}
	at := m.site()
	return m.poisonOf(Def{at, -1})
}

// use reads a register.
func (m *Machine) use(f *frame, reg int) Value {
	s := f.regs[reg]
	if s.def.PC == clobbered {
		panic(fmt.Sprintf("machine: function %d pc %d reads register %d, which an instruction used as scratch", f.fn.number, f.pc+1, reg))
	}
	if m.hooks.Read != nil {
		m.hooks.Read(f.site(), reg, s.def, s.v)
	}
	m.consume(s.v, "a register")
	return s.v
}

// useOpen reads the open result.
func (m *Machine) useOpen(f *frame) []Value {
	if m.hooks.Read != nil {
		m.hooks.Read(f.site(), f.openAt.Reg, f.openAt, Value{})
	}
	m.consume(Value{poison: f.openPoison}, "an open result")
	return f.open
}

// define gives a register its value.
func (m *Machine) define(f *frame, reg int, v Value) {
	m.defineAs(f, Def{f.site(), reg}, v)
}

func (m *Machine) defineAs(f *frame, d Def, v Value) {
	v.poison = 0
	if m.marked {
		v.poison = m.poisonOf(d)
	}
	f.regs[d.Reg].v, f.regs[d.Reg].def = v, d
	if m.hooks.Define != nil {
		m.hooks.Define(d, false, v)
	}
}

// defineOpen leaves an open result from reg on.
func (m *Machine) defineOpen(f *frame, reg int, values []Value) {
	f.open, f.openAt, f.openPoison = values, Def{f.site(), reg}, 0
	if m.marked {
		f.openPoison = m.poisonOf(f.openAt)
	}
	if m.hooks.Define != nil {
		m.hooks.Define(f.openAt, true, Value{})
	}
}

// useUpvalue reads an upvalue.
func (m *Machine) useUpvalue(f *frame, upvalue int) Value {
	s := f.closure.cells[upvalue].slot
	if m.hooks.ReadUpvalue != nil {
		m.hooks.ReadUpvalue(f.site(), upvalue, s.def, s.v)
	}
	m.consume(s.v, "an upvalue")
	return s.v
}

// defineUpvalue writes an upvalue.
func (m *Machine) defineUpvalue(f *frame, upvalue int, v Value) {
	s := f.closure.cells[upvalue].slot
	v.poison = m.taint()
	s.v, s.def = v, Def{f.site(), -1}
}

// skip leaves out the dead instruction i: whatever it defines is poison, and it goes
// wherever it may.
func (m *Machine) skip(f *frame) {
	p, pc := f.fn.proto, f.pc
	for reg := range effect.MayDefs(p, pc).All() {
		m.define(f, reg, Value{})
	}
	if effect.IsOpen(p.Code[pc]) {
		m.defineOpen(f, p.Code[pc].A(), nil)
	} else {
		for reg := range effect.Defs(p, pc).All() {
			m.define(f, reg, Value{})
		}
	}
	first, second := effect.Successors(p, pc)
	if second >= 0 && !m.marks.Choose(f.fn.number, pc) {
		f.pc = second
		return
	}
	for reg := range effect.EdgeDefs(p, pc).All() {
		m.define(f, reg, Value{})
	}
	f.pc = first
}

// skippable reports whether an instruction may be skipped: jumps decide nothing, and an instruction that
// leaves the function has nowhere else to go.
func skippable(op bc.Op) bool { return op != bc.JMP && op != bc.RETURN }
