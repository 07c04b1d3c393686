package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// What closures may read of the values of registers in one block. A value is observed where
// closures may read the cell that it is in. With R0 in a cell that a closure reads:
//
//	LOADK 0 -1       in front of it: not observed, it is overwritten first
//	GETTABUP 1 0 -2  in front of it: observed; a metamethod may call the closure
//	LOADK 0 -3
//
// An instruction lets others read before its definitions, or, by finalizers, after them.

// observedIn returns the registers whose value at the start of block b closures may read
// in the block, if s is the cells there.
func (f *Body) observedIn(b cfg.BlockID, s Cells) Set {
	return f.observedUpTo(b, int(f.Graph.Blocks[b].End), s)
}

// observedUpTo returns what observedIn does, for the part of the block in front of end: the
// upward-exposed reads of closures. gen is what they read of the values at the start, kill what is defined by then.
func (f *Body) observedUpTo(b cfg.BlockID, end int, s Cells) Set {
	var gen, kill Set
	defined := int(f.Graph.Blocks[b].Start) // what the instructions in front of it define is in kill
	for pc := defined; pc < end; pc++ {
		i := f.Proto.Code[pc]
		if effect.Silent.Has(i) || s.Read.Empty() && !effect.ClosureMakers.Has(i) {
			continue // nobody looks
		}
		kill.addRegs(f.operands.DefsBetween(defined, pc))
		read := Observable(i, &s)
		gen.addWithout(&read, &kill)
		kill.addRegs(f.operands.DefsOf(pc))
		defined = pc + 1
		if effect.Actions(i)&effect.Allocates != 0 {
			after := f.SharedWithFinalizers(pc, &s)
			gen.addWithout(&after.Read, &kill)
		}
		if changingCells.Has(i) {
			f.CaptureAt(pc, &s)
		}
	}
	return gen
}

// Observable returns the cells, of those that there are in front of i, that i lets
// others read before its own definitions are in place.
func Observable(i bytecode.Instruction, cells *Cells) Set {
	if effect.Actions(i)&effect.Observable != 0 {
		return cells.Read
	}
	if reg := effect.Closes(i); reg >= 0 {
		return cells.Read.From(reg)
	}
	return Set{}
}

// SharedWithFinalizers returns the cells that finalizers may access once the
// definitions of the instruction at pc are in place; cells is those in front of it.
// A closure that this very instruction makes is not among those who look, unless
// its own register is a cell through which they find it.
func (f *Body) SharedWithFinalizers(pc int, cells *Cells) Cells {
	i := f.Proto.Code[pc]
	if effect.Actions(i)&effect.Allocates == 0 {
		return Cells{}
	}
	s := *cells
	if effect.Closure(i) >= 0 && f.isReadable(pc, i.A()) { // on any path, whatever cells is of
		f.CaptureAt(pc, &s)
	}
	return s
}

// FinalizersRead reports whether the instruction in front of pc may set off
// finalizers that read the cell reg, as it is at pc.
func (f *Body) FinalizersRead(pc, reg int) bool {
	return pc > 0 && f.isCaptured(reg) && effect.Actions(f.Proto.Code[pc-1])&effect.Allocates != 0 &&
		f.FinalizersReadAfter(pc-1, reg, f.isReadable(pc-1, reg))
}

// FinalizersReadAfter reports whether the instruction at pc may set off finalizers that read the
// cell reg, if closures may read reg in front of it, or not. A closure that this very instruction makes is not among those who
// look, unless they find it through its own register.
func (f *Body) FinalizersReadAfter(pc, reg int, readable bool) bool {
	i := f.Proto.Code[pc]
	if effect.Actions(i)&effect.Allocates == 0 {
		return false
	}
	return readable ||
		effect.Closure(i) >= 0 && f.isReadable(pc, i.A()) && f.CapturedBy(pc, reg)&effect.Read != 0
}

// MayObserve reports whether i lets others read the cell reg before its own
// definitions are in place.
func MayObserve(i bytecode.Instruction, reg int) bool {
	if effect.Actions(i)&effect.Observable != 0 {
		return true
	}
	closed := effect.Closes(i)
	return closed >= 0 && closed <= reg
}
