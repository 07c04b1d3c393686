package tables

import (
	"luaflow/analysis/flow"
	"luaflow/compile/meter"
	"luaflow/compile/slab"
)

// Memory is what Objects are made of, to be used again for the next ones. The zero
// Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken; nil if nobody counts them.
	Meter *meter.Meter

	objectIDs slab.Slab[ObjectID]
	slotIDs   slab.Slab[SlotID]
	numbers   slab.Slab[int32]
	words     slab.Slab[uint64]

	// Scratch of one computation.
	parents, contents []int32
	made              []madeTable
	objects           []ObjectID
	traced, holds     []bool
	holdsObject       []bool
	slotKeys          []key
	touches           []Touch
	touchPlaces       []flow.Site
	marks             []int32
}

// key is the field that the access with an index, touch, is to.
type key struct {
	object ObjectID
	touch  int32
	field  fieldKey
}

// madeTable is the tables of one NEWTABLE.
type madeTable struct {
	site    flow.Site
	element int32
}

// reset makes everything free for the next Objects: what the last ones hold is overwritten from
// here on. Scratch is cleared by whoever takes it.
func (m *Memory) reset() {
	m.objectIDs.Reset()
	m.slotIDs.Reset()
	m.numbers.Reset()
	m.words.Reset()
}
