package cfg

import "unsafe"

// Slab hands out slices cut from large arrays, so that a thousand small functions
// cost a few allocations, and none once the slab has seen a file that asked for as much.
// The zero Slab is ready.
type Slab[T any] struct {
	free   []T   // the rest of the array at hand
	arrays [][]T // all that there are
	used   int   // how many of them are in use; the last is the one at hand
	taken  int   // elements of those before it
	most   int   // elements that were taken from one Reset to the next, at most
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
		s.next(n)
	}
	t := s.free[:n:n]
	s.free = s.free[n:]
	return t
}

// next makes an array with room for n elements the one at hand: one that is not in use, or
// a new one, longer by half of what has been taken so far.
func (s *Slab[T]) next(n int) {
	if s.used > 0 {
		s.taken += len(s.arrays[s.used-1]) - len(s.free)
	}
	for ; s.used < len(s.arrays); s.used++ {
		if all := s.arrays[s.used]; len(all) >= n {
			s.used++
			s.free = all
			return
		}
	}
	var zero T
	s.free = make([]T, max(n, min(max(s.taken/2, minSlab), maxSlab/int(max(unsafe.Sizeof(zero), 1)))))
	s.arrays = append(s.arrays, s.free)
	s.used++
}

// slabMark is how far a slab is used.
type slabMark struct{ used, taken, free int }

func (s *Slab[T]) mark() slabMark { return slabMark{s.used, s.taken, len(s.free)} }

// rewind takes back what was taken since the mark was made.
func (s *Slab[T]) rewind(to slabMark) {
	if to == s.mark() {
		return
	}
	s.most = max(s.most, s.taken+len(s.arrays[s.used-1])-len(s.free))
	for ; s.used > to.used; s.used-- {
		all := s.arrays[s.used-1]
		clear(all[:len(all)-len(s.free)])
		s.free = nil // all of those before it may be in use
	}
	if s.used > 0 {
		all := s.arrays[s.used-1]
		clear(all[len(all)-to.free : len(all)-len(s.free)])
		s.free = all[len(all)-to.free:]
	}
	s.taken = to.taken
}

// Reset takes everything back: slices that were handed out must not be used any
// more. If the arrays, some of which may have been too short for what was asked for, have
// come to be more than twice what was ever taken, there is one instead of them.
func (s *Slab[T]) Reset() {
	if s.used == 0 {
		return
	}
	last := s.arrays[s.used-1]
	last = last[:len(last)-len(s.free)]
	s.most = max(s.most, s.taken+len(last))
	total := 0
	for _, all := range s.arrays {
		total += len(all)
	}
	if len(s.arrays) > 1 && total > 2*s.most {
		s.arrays = append(s.arrays[:0:0], make([]T, s.most))
	} else {
		for _, all := range s.arrays[:s.used-1] {
			clear(all)
		}
		clear(last)
	}
	s.free, s.used, s.taken = nil, 0, 0
}
