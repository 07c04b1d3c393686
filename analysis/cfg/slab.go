package cfg

// Slab hands out slices cut from large arrays, so that a thousand small functions
// cost a few allocations, and none once the slab has seen a file as large before.
// The zero Slab is ready.
type Slab[T any] struct {
	free []T // of the newest array
	all  []T // the newest array
}

// minSlab is the number of elements of the first array.
const minSlab = 1024

// Take returns n zero elements.
func (s *Slab[T]) Take(n int) []T {
	if n > len(s.free) {
		s.all = make([]T, max(n, 2*len(s.all), minSlab))
		s.free = s.all
	}
	t := s.free[:n:n]
	s.free = s.free[n:]
	return t
}

// Reset takes everything back: slices that were handed out must not be used any
// more. The largest array is kept.
func (s *Slab[T]) Reset() {
	clear(s.all[:len(s.all)-len(s.free)])
	s.free = s.all
}
