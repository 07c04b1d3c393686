package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// Elimination by marking: live is what has an impact or is returned, what that
// needs, and the branches that decide whether it is executed (Cytron, Ferrante,
// Rosen, Wegman and Zadeck, TOPLAS 13.4, 1991, section 7.1), over all functions of
// a program at once. What is left is dead: cycles, chains and rings of functions as
// well, which liveness cannot see.
//
// It starts in main from the instructions that are executed and have an impact above
// a level, from the RETURNs, and from the back edges of all loops but those whose
// end is certain. What is live makes live:
//
//   - the values that it reads, and the instruction or phi that makes each;
//   - if it may read a cell, what is written into the cell and closures may see;
//   - if it may read a field of an object, what is written to that;
//   - the branches that it is control dependent on; a phi those that decide over
//     which edge control comes;
//   - if it makes a closure, what of the function has an impact, and so on.

// Marking is what is live at one level. It is immutable.
type Marking struct {
	*layout
	code, values, funcs, cells, slots flow.Row
}

// layout is where what belongs to a function begins in the arrays of a program.
type layout struct {
	code, values, blocks []int32 // by function, one entry more
}

// marks is the markings of all levels. It is immutable.
type marks struct {
	p        *flow.Program
	c        *consts.Constants
	forms    *ssa.Forms
	objects  *tables.Objects
	cells    *flow.CellTable
	markings [2]Marking // by level
}

// at returns the marking of a level: the strict one, value.None, keeps all that anybody might
// notice; the lenient one, value.Operators, lets go of what only a metamethod, or an error
// because of a type, could tell.
func (m *marks) at(level value.Impact) *Marking { return &m.markings[min(level, value.Operators)] }

// liveMemory is what markings are made of, to be used again for those of the next program.
// The zero liveMemory is ready.
type liveMemory struct {
	numbers cfg.Slab[int32]
	words   cfg.Slab[uint64]
	states  cfg.Slab[uint8]

	// Scratch of one marking.
	items   []liveItem
	waiting []waitingWord
}

func (m *liveMemory) reset() {
	m.numbers.Reset()
	m.words.Reset()
	m.states.Reset()
}

// Live reports whether the instruction at pc is live. What is never executed is not.
func (m *Marking) Live(f *flow.Func, pc int) bool {
	return f.IsLarge || m.code.Has(int(m.layout.code[f.Number])+pc)
}

// LiveValue reports whether something live may read the value: directly, through
// phis, or through a cell.
func (m *Marking) LiveValue(f *flow.Func, v ssa.ValueID) bool {
	return f.IsLarge || m.values.Has(int(m.layout.values[f.Number])+int(v))
}

// LiveFunc reports whether a live CLOSURE makes the function; main is always live.
func (m *Marking) LiveFunc(f *flow.Func) bool { return m.funcs.Has(f.Number) }

// LiveCell reports whether something live reads the cell with this index in
// CellTable as a cell: through an upvalue, or where a closure may have written.
func (m *Marking) LiveCell(cell int) bool { return m.cells.Has(cell) }

// LiveSlot reports whether something live reads the slot of an object.
func (m *Marking) LiveSlot(slot tables.SlotID) bool { return m.slots.Has(int(slot)) }
