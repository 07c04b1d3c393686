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
	how, at, _ := f.scanAs(pc, end, reg, f.isReadable(pc, reg))
	return how, at
}

// scanAs is scan for the paths on which closures may read reg as a cell when control
// comes to pc, or for those on which they may not; and whether they may at end.
func (f *Func) scanAs(pc, end, reg int, readable bool) (how touch, at int, atEnd bool) {
	from := end + 1
	if readable {
		from = pc
	} else if f.isCaptured(reg) {
		from = f.captureFrom(pc, end, reg)
	}
	for ; pc < end; pc++ {
		switch {
		case effect.Uses(f.Proto, pc).Has(reg):
			return used, pc, pc >= from
		case pc >= from && mayObserve(f.Proto.Code[pc], reg):
			return observed, pc, true
		case effect.Defs(f.Proto, pc).Has(reg):
			return overwritten, pc, pc >= from
		case from <= pc+1 && f.finalizersReadBehind(pc, reg, from <= pc):
			return observed, pc, true
		}
	}
	return untouched, end, from <= end
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

// isReadable reports whether closures that captured reg by the time that control is at
// pc may read it.
func (f *Func) isReadable(pc, reg int) bool { return f.cellAt(pc, reg)&effect.Read != 0 }

// captureFrom returns the first pc in (pc, end], all in one block, that comes right after a
// CLOSURE which captures reg for closures that read it, and one after end without such a
// CLOSURE.
func (f *Func) captureFrom(pc, end, reg int) int {
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
	return end + 1
}

// finalizersRead reports whether the instruction in front of pc may set off
// finalizers that read the cell reg, as it is at pc.
func (f *Func) finalizersRead(pc, reg int) bool {
	return pc > 0 && f.isCaptured(reg) && f.finalizersReadBehind(pc-1, reg, f.isReadable(pc-1, reg))
}

// finalizersReadBehind is that of the instruction at pc, if closures may read reg in
// front of it, or not. A closure that this very instruction makes is not among those who
// look, unless they find it through its own register.
func (f *Func) finalizersReadBehind(pc, reg int, readable bool) bool {
	i := f.Proto.Code[pc]
	if effect.Actions(i)&effect.Allocates == 0 {
		return false
	}
	return readable ||
		effect.Closure(i) >= 0 && f.isReadable(pc, i.A()) && f.capturedBy(pc, reg)&effect.Read != 0
}

// capturedBy is how the closure that the CLOSURE at pc makes may access reg.
func (f *Func) capturedBy(pc, reg int) effect.Access {
	var s shared
	s.add(f.Child(effect.Closure(f.Proto.Code[pc])))
	return s.how(reg)
}
