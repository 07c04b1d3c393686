package live

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/meter"
	"luaflow/compile/slab"
)

// Marking is what is live at one level: sets of bits, for all functions one after the other. It is
// immutable.
type Marking struct {
	*layout
	code, values, funcs, cells, slots flow.Row
}

// layout is where what belongs to a function begins in the arrays of a program.
type layout struct {
	code, values, blocks []int32 // by function, one entry more
}

// Markings is the markings of a program, of all levels. It is immutable.
type Markings struct {
	p        *flow.Program
	part     *flow.Part // of it, of which they are
	c        *consts.Constants
	markings [2]Marking // by level
}

// At returns the marking of a level: the strict one, value.None, keeps all that anybody might
// notice; the lenient one, value.Operators, lets go of what only a metamethod, or an error
// because of a type, could tell.
func (m *Markings) At(level value.Impact) *Marking { return &m.markings[min(level, value.Operators)] }

// In returns the markings of a program whose functions have the same bodies as those that m is of, and of its
// constants. They last as long as m does.
func (m *Markings) In(p *flow.Program, c *consts.Constants) *Markings {
	return &Markings{p: p, part: m.part, c: c, markings: m.markings}
}

// Memory is what markings are made of, to be used again for those of the next program.
// The zero Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken; nil if nobody counts them.
	Meter *meter.Meter

	numbers slab.Slab[int32]
	words   slab.Slab[uint64]

	below   []uint64 // of New
	scratch scratch
}

// scratch is what one marking takes, and the next one takes again.
type scratch struct {
	pending, followed, blocks, joined []uint64
	top, low, due, called             []int32
	states                            []uint8
}

// reset makes everything free for the markings of the next program: what the last ones hold is
// overwritten from here on.
func (m *Memory) reset() {
	m.numbers.Reset()
	m.words.Reset()
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
