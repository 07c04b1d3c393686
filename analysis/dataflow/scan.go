package dataflow

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// What the instructions of a block do with the value of one register: the step of
// every walk that asks about a single register instead of all.

// touch is what happens to the value of a register.
type touch uint8

const (
	untouched   touch = iota
	used              // an instruction reads the register
	observed          // code of a closure may read it as a cell
	overwritten       // an instruction defines the register on all of its edges
)

// scan looks at the instructions from pc to end, which are in one block, for the
// first that touches the value of reg; the pc is end if none does. What an
// instruction defines on one edge only touches nothing here.
func (f *Func) scan(pc, end, reg int) (touch, int) {
	cell := f.isCaptured(reg)
	readable := end
	if cell {
		readable = f.readableFrom(pc, end, reg)
	}
	for ; pc < end; pc++ {
		switch {
		case effect.Uses(f.Proto, pc).Has(reg):
			return used, pc
		case pc >= readable && mayObserve(f.Proto.Code[pc], reg):
			return observed, pc
		case effect.Defs(f.Proto, pc).Has(reg):
			return overwritten, pc
		case cell && f.finalizersRead(pc+1, reg):
			return observed, pc
		}
	}
	return untouched, end
}

// mayObserve reports whether i lets others read the cell reg before its own
// definitions are in place.
func mayObserve(i bytecode.Instruction, reg int) bool {
	if effect.Actions(i)&effect.Observable != 0 {
		return true
	}
	closed := effect.Closes(i)
	return closed >= 0 && closed <= reg
}

// readableFrom is the first pc in [pc, end], all in one block, at which reg is a
// cell that closures may read; end if there is none.
func (f *Func) readableFrom(pc, end, reg int) int {
	if f.cellAt(pc, reg)&effect.Read != 0 {
		return pc
	}
	captures := f.captured.captures
	at, _ := slices.BinarySearchFunc(captures, capture{pc: int32(pc), reg: uint8(reg)}, byRegister)
	for _, c := range captures[at:] {
		if int(c.reg) != reg || int(c.pc) >= end {
			break
		}
		if c.how&effect.Read != 0 {
			return int(c.pc) + 1
		}
	}
	return end
}

// finalizersRead reports whether the instruction in front of pc may set off
// finalizers that read the cell reg, as it is at pc. A closure that this very
// instruction makes is not among those who look, unless they find it through its
// own register.
func (f *Func) finalizersRead(pc, reg int) bool {
	if pc == 0 || !f.isCaptured(reg) {
		return false
	}
	i := f.Proto.Code[pc-1]
	if effect.Actions(i)&effect.Allocates == 0 {
		return false
	}
	if f.cellAt(pc-1, reg)&effect.Read != 0 {
		return true
	}
	return effect.Closure(i) >= 0 &&
		f.cellAt(pc-1, i.A())&effect.Read != 0 && f.capturedBy(pc-1, reg)&effect.Read != 0
}

// capturedBy is how the closure that the CLOSURE at pc makes may access reg.
func (f *Func) capturedBy(pc, reg int) effect.Access {
	var s shared
	s.add(f.Child(effect.Closure(f.Proto.Code[pc])))
	return s.how(reg)
}
