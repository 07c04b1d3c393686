package cfg

import "unsafe"

// Slab hands out slices cut from large arrays, so that a thousand small functions
// cost a few allocations, and none once the slab has seen a file as large before.
// The zero Slab is ready.
type Slab[T any] struct {
	free []T // of the newest array
	all  []T // the newest array
}

const (
	// minSlab is the number of elements of the first array.
	minSlab = 1024
	// maxSlab bounds what is laid out for elements that nobody has asked for yet, in
	// bytes: half of an array that one large function filled may be more than all
	// that is left to take.
	maxSlab = 2 << 20
)

// Take returns n zero elements.
func (s *Slab[T]) Take(n int) []T {
	if n > len(s.free) {
		var zero T
		s.all = make([]T, max(n, min(max(2*len(s.all), minSlab), maxSlab/int(max(unsafe.Sizeof(zero), 1)))))
		s.free = s.all
	}
	t := s.free[:n:n]
	s.free = s.free[n:]
	return t
}

// Reset takes everything back: slices that were handed out must not be used any
// more. The newest array is kept.
func (s *Slab[T]) Reset() {
	clear(s.all[:len(s.all)-len(s.free)])
	s.free = s.all
}
