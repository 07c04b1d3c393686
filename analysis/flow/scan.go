package flow

import (
	"luaflow/analysis/effect"
)

// What the instructions of a block do with the value of one register: the step of
// every walk that asks about a single register instead of all. Within an instruction the order is
// uses, other code, definitions, finalizers (see package effect), and the first that touches the
// value decides.

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
func (f *Body) scan(pc, end, reg int) (touch, int) {
	how, at, _ := f.scanAs(pc, end, reg, f.isReadable(pc, reg))
	return how, at
}

// scanAs does what scan does, for the paths on which closures may read reg as a cell when control
// comes to pc, or for those on which they may not; and whether they may where it stops. After a
// CLOSURE that captures reg for closures that read it they may on all paths.
func (f *Body) scanAs(pc, end, reg int, readable bool) (how touch, at int, atEnd bool) {
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
		case pc >= from && MayObserve(f.Proto.Code[pc], reg):
			return observed, pc, true
		case effect.Defs(f.Proto, pc).Has(reg):
			return overwritten, pc, pc >= from
		case from <= pc+1 && f.FinalizersReadAfter(pc, reg, from <= pc):
			return observed, pc, true
		}
	}
	return untouched, end, from <= end
}
