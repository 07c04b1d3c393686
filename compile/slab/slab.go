// Package slab is the memory of a phase: arrays that are handed out in pieces, all of
// them given back at once, and handed out again for the next file. A slab that has
// seen a file like the one at hand allocates nothing.
package slab

// Slab hands out pieces of large arrays, its chunks. The zero Slab is ready. What it
// keeps from one use to the next is no more than one use has needed at most, a few
// chunks that were too short in between aside.
type Slab[T any] struct {
	free   []T   // the rest of the chunk at hand
	chunks [][]T // all that there are
	used   int   // how many of them are in use; the last is the one at hand
}

// Sizes of chunks in elements, if Take chooses: they double from the first to the
// second.
const (
	firstChunk = 64
	lastChunk  = 4096
)

// longPiece is the length from which a piece is an array of its own, which is not kept.
const longPiece = lastChunk / 4

// Take returns n elements with no spare capacity. They are zero, unless Rewind has
// taken them back.
func (s *Slab[T]) Take(n int) []T {
	if n > len(s.free) {
		if n >= longPiece {
			return make([]T, n)
		}
		if !s.Fits(n) {
			s.Grow(max(n, s.double()))
		}
	}
	piece := s.free[:n:n]
	s.free = s.free[n:]
	return piece
}

// double returns the length of a new chunk, from that of the one before.
func (s *Slab[T]) double() int {
	if s.used == 0 {
		return firstChunk
	}
	return min(2*len(s.chunks[s.used-1]), lastChunk)
}

// New returns an element; there must be one.
func (s *Slab[T]) New() *T {
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

// Fits reports whether there is room for a piece of n elements, for which it may go on
// to another chunk.
func (s *Slab[T]) Fits(n int) bool {
	for n > len(s.free) {
		if s.used == len(s.chunks) {
			return false
		}
		s.free = s.chunks[s.used]
		s.used++
	}
	return true
}

// Grow makes a new chunk of n elements the one at hand, where Fits finds none.
func (s *Slab[T]) Grow(n int) {
	s.free = make([]T, n)
	s.chunks = append(s.chunks, s.free)
	s.used++
}

// Len returns how many elements were taken, those that were too few for a piece included.
func (s *Slab[T]) Len() int {
	n := -len(s.free)
	for _, chunk := range s.chunks[:s.used] {
		n += len(chunk)
	}
	return n
}

// All visits every element that was taken by New.
func (s *Slab[T]) All(visit func(*T)) {
	s.eachUsed(func(part []T) {
		for i := range part {
			visit(&part[i])
		}
	})
}

// eachUsed visits the chunks in use, of the one at hand only what was taken.
func (s *Slab[T]) eachUsed(visit func([]T)) {
	for i, chunk := range s.chunks[:s.used] {
		if i == s.used-1 {
			chunk = chunk[:len(chunk)-len(s.free)]
		}
		visit(chunk)
	}
}

// Reset takes back all elements, and makes them zero.
func (s *Slab[T]) Reset() {
	s.eachUsed(func(part []T) { clear(part) })
	s.Rewind()
}

// Rewind takes back all elements as they are: for a type without pointers, where
// whoever takes a piece fills it.
func (s *Slab[T]) Rewind() { s.free, s.used = nil, 0 }

// LongWork is the length from which a working array is not worth a copy of its own.
const LongWork = 1 << 14

// Keep returns what is in the working array *list as an array that will not change: a
// copy in s, or, if it is long, the array itself, of which *list lets go. An empty list
// is nil.
func Keep[T any](s *Slab[T], list *[]T) []T {
	out := *list
	switch {
	case len(out) == 0:
		return nil
	case len(out) >= LongWork:
		*list = nil
		return out[:len(out):len(out)]
	}
	out = s.Take(len(out))
	copy(out, *list)
	return out
}

// Zero makes *table n zero elements long, in the array that it has if that is large
// enough. What it held before is lost.
func Zero[T any](table *[]T, n int) []T {
	if n > cap(*table) {
		*table = make([]T, n)
		return *table
	}
	all := (*table)[:max(n, len(*table))]
	clear(all)
	*table = all[:n]
	return *table
}
