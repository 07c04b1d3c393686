package proof

import (
	"sync"

	"luaflow/compile/slab"
)

// This file defines the memory that a part of a proof works in, used again by the next
// part and by other proofs: a function with many blocks and registers takes much of it.

// memory is arrays that grow as needed. Nothing is cleared: a proof sets what it takes, and rows
// of a large function are most of what a proof costs.
type memory struct {
	facts    slab.Slab[fact]
	inherits slab.Slab[cellsIn]
	numbers  slab.Slab[int32]
}

// memories holds memory that nobody uses.
var memories = sync.Pool{New: func() any { return new(memory) }}

// takeMemory returns memory, to be given back with leave.
func takeMemory() *memory { return memories.Get().(*memory) }

// leave gives memory back: nothing that was made in it is used any more. What it holds does
// not matter, so that work which is stopped may leave it too.
func (m *memory) leave() {
	m.facts.Reset()
	m.inherits.Reset()
	m.numbers.Reset()
	memories.Put(m)
}
