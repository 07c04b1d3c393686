package proof

import "sync"

// This file defines the memory that a part of a proof works in, used again by the next
// part and by other proofs: a function with many blocks and registers takes much of it.

// memory is arrays that grow as needed.
type memory struct {
	facts    arena[fact]
	inherits arena[cellsIn]
	numbers  arena[int32]
}

// memories holds memory that nobody uses.
var memories = sync.Pool{New: func() any { return new(memory) }}

// takeMemory returns memory, to be given back with leave.
func takeMemory() *memory { return memories.Get().(*memory) }

// leave gives memory back: nothing that was made in it is used any more. What it holds does
// not matter, so that work which is stopped may leave it too.
func (m *memory) leave() {
	m.facts.reset()
	m.inherits.reset()
	m.numbers.reset()
	memories.Put(m)
}

// arena makes slices in a few arrays. Other than a cfg.Slab it clears nothing, since a proof
// sets what it takes, and rows of a large function are most of what a proof costs.
type arena[T any] struct {
	arrays [][]T
	at     int // of the array that slices are made in
	used   int // of its elements
}

// leastArray is the least number of elements in an array of an arena.
const leastArray = 1 << 12

// take returns a slice of n elements, which may be anything.
func (a *arena[T]) take(n int) []T {
	for a.at < len(a.arrays) && a.used+n > len(a.arrays[a.at]) {
		a.at++
		a.used = 0
	}
	if a.at == len(a.arrays) {
		a.arrays = append(a.arrays, make([]T, max(n, leastArray)))
	}
	s := a.arrays[a.at][a.used : a.used+n : a.used+n]
	a.used += n
	return s
}

// reset takes all slices back.
func (a *arena[T]) reset() { a.at, a.used = 0, 0 }
