package cfg

import "unsafe"

// Slab hands out slices cut from a large array, so that a thousand small functions
// cost a few allocations, and none once the slab has seen a file that asked for as much.
// The zero Slab is ready.
type Slab[T any] struct {
	free  []T // of the newest array
	all   []T // the newest array
	taken int // elements of the arrays before it
}

const (
	// minSlab is the number of elements of the first array.
	minSlab = 256
	// maxSlab bounds what is laid out for elements that nobody has asked for yet, in
	// bytes: half of what one large function took may be more than all that is left to
	// take.
	maxSlab = 256 << 10
)

// Take returns n zero elements.
func (s *Slab[T]) Take(n int) []T {
	if n > len(s.free) {
		s.grow(n)
	}
	t := s.free[:n:n]
	s.free = s.free[n:]
	return t
}

// grow lays out another array, by half of what has been taken so far.
func (s *Slab[T]) grow(n int) {
	s.taken += len(s.all) - len(s.free)
	var zero T
	s.all = make([]T, max(n, min(max(s.taken/2, minSlab), maxSlab/int(max(unsafe.Sizeof(zero), 1)))))
	s.free = s.all
}

// Reset takes everything back: slices that were handed out must not be used any
// more. If one array was not enough, there is one then of the size of all together, and
// no larger one: many slabs are kept for many small files.
func (s *Slab[T]) Reset() {
	if used := len(s.all) - len(s.free); s.taken > 0 {
		s.all = make([]T, s.taken+used)
		s.taken = 0
	} else {
		clear(s.all[:used])
	}
	s.free = s.all
}
