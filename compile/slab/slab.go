// Package slab is the memory of a phase: arrays that are handed out in pieces, all of
// them given back at once, and handed out again for the next file. A slab that has
// seen a file like the one at hand allocates nothing.
//
// Pieces are given back by Reset, and those since a Mark by Rewind: from then on nobody may
// use them. Both take time in proportion to the number of arrays, whatever their length,
// because a piece is cleared when it is taken again. Until then all that it refers to can be
// reached. The arrays are the slab's as long as there is a slab: it keeps what one use needed
// at most, twice that at worst, and whoever has worked on a file out of the ordinary gives the
// memory back to the collector by letting go of the slab.
package slab

import "unsafe"

// Slab hands out pieces of large arrays. The zero Slab is ready; it serves one goroutine at
// a time.
//
// The array at hand is handed out from its start on. What comes next has been cleared, what
// follows may hold what it held before it was given back, and the end nobody has ever had:
//
//	| handed out | zero | dirty | fresh |
//	0            at     zero    had     len(all)
type Slab[T any] struct {
	all    []T   // the array at hand, the last one in use
	at     int   // elements of it that are handed out
	zero   int   // those from at to here are zero; it may be less than at
	arrays [][]T // all that there are, each as long as was ever handed out: the rest is zero
	used   int   // how many of them are in use
	before int   // elements that were taken of those before the one at hand
	most   int   // elements that were in use at a time, at most
}

const (
	// leastArray and mostArray bound what is laid out for elements that nobody has asked for
	// yet, in bytes.
	leastArray = 2 << 10
	mostArray  = 64 << 10
	// clearedAtOnce is how many elements are cleared at least: few, so that they are still in
	// the cache when they are taken, but more than one.
	clearedAtOnce = 32
)

// Take returns n zero elements with no spare capacity.
func (s *Slab[T]) Take(n int) []T {
	end := s.at + n
	if end > s.zero {
		end = s.prepare(n)
	}
	piece := s.all[s.at:end:end]
	s.at = end
	return piece
}

// TakeUncleared returns n elements with no spare capacity, which may hold anything: the
// caller sets each of them.
func (s *Slab[T]) TakeUncleared(n int) []T {
	end := s.at + n
	if end > len(s.all) {
		s.next(n)
		end = n
	}
	piece := s.all[s.at:end:end]
	s.at = end
	return piece
}

// New returns a zero element; Fits(1) must have found it.
func (s *Slab[T]) New() *T {
	v := &s.all[s.at]
	s.at++
	return v
}

// prepare makes n elements zero for a piece and returns the index after them.
func (s *Slab[T]) prepare(n int) int {
	if n > len(s.all)-s.at {
		s.next(n)
	}
	s.clear(n)
	return s.at + n
}

// clear makes at least the next n elements zero.
func (s *Slab[T]) clear(n int) {
	had := len(s.arrays[s.used-1])
	from := max(s.at, s.zero)
	to := min(max(s.at+n, from+clearedAtOnce), had)
	if from < to {
		clear(s.all[from:to])
	}
	s.zero = to
	if to == had {
		s.zero = len(s.all)
	}
}

// next makes an array with room for n elements the one at hand: one that is not in use, or
// a new one, as long as all that has been taken so far.
func (s *Slab[T]) next(n int) {
	if s.find(n) {
		return
	}
	var zero T
	size := max(int(unsafe.Sizeof(zero)), 1)
	s.Grow(max(n, leastArray/size, min(s.Len(), mostArray/size)))
}

// Fits reports whether there is room for a piece of n elements, for which it may go on
// to another array.
func (s *Slab[T]) Fits(n int) bool { return s.at+n <= s.zero || s.fit(n) }

// fit reports what Fits does where n elements are not known to be zero; it clears them.
func (s *Slab[T]) fit(n int) bool {
	if n > len(s.all)-s.at && !s.find(n) {
		return false
	}
	s.clear(n)
	return true
}

// find looks for an array with room for n elements among those that are not in use, and makes it the one at
// hand. It reports whether there is one.
func (s *Slab[T]) find(n int) bool {
	for k := s.used; k < len(s.arrays); k++ {
		if n <= cap(s.arrays[k]) {
			s.leave()
			s.enter(k, 0)
			return true
		}
	}
	return false
}

// Grow makes a new array of n elements the one at hand, where Fits finds none.
func (s *Slab[T]) Grow(n int) {
	s.leave()
	s.arrays = append(s.arrays, make([]T, 0, n))
	s.enter(len(s.arrays)-1, 0)
	s.zero = n
}

// enter makes the array with this index the one at hand, of which at elements are in use.
func (s *Slab[T]) enter(k, at int) {
	s.used = k + 1
	s.all, s.at, s.zero = s.arrays[k][:cap(s.arrays[k])], at, 0
}

// leave notes how much of the array at hand is in use.
func (s *Slab[T]) leave() {
	if s.used > 0 {
		last := &s.arrays[s.used-1]
		*last = (*last)[:max(len(*last), s.at)]
		s.before += s.at
	}
}

// Len returns how many elements were taken. The rests of arrays that were too short for a
// piece are not among them.
func (s *Slab[T]) Len() int { return s.before + s.at }

// All visits every element, if all were taken by New.
func (s *Slab[T]) All(visit func(*T)) { s.AllBefore(s.Mark(), visit) }

// AllBefore visits every element that was taken before the mark was made, if all were taken by New.
func (s *Slab[T]) AllBefore(m Mark, visit func(*T)) {
	for k := range m.used {
		part := s.arrays[k]
		if k == m.used-1 {
			part = part[:m.at]
		}
		for i := range part {
			visit(&part[i])
		}
	}
}

// Mark is how far a slab is used.
type Mark struct{ used, before, at int }

// Mark returns how far the slab is used.
func (s *Slab[T]) Mark() Mark { return Mark{s.used, s.before, s.at} }

// Rewind takes back what was taken since the mark was made.
func (s *Slab[T]) Rewind(to Mark) {
	if to == s.Mark() {
		return
	}
	s.most = max(s.most, s.Len())
	s.leave()
	s.before = to.before
	if to.used > 0 {
		s.enter(to.used-1, to.at)
	} else {
		s.all, s.at, s.zero, s.used = nil, 0, 0, 0
	}
}

// Reset takes everything back. If the arrays, some of which may have been too short for what
// was asked for, have come to be more than twice what was ever taken, there is one instead of
// them.
func (s *Slab[T]) Reset() {
	if s.Len() == 0 {
		return
	}
	s.Rewind(Mark{used: 1})
	if len(s.arrays) > 1 {
		s.merge()
	}
}

// merge makes one array of many if that is worth it.
func (s *Slab[T]) merge() {
	total := 0
	for k := range s.arrays {
		total += cap(s.arrays[k])
	}
	if total > 2*s.most {
		s.arrays = append(s.arrays[:0:0], make([]T, 0, s.most))
		s.enter(0, 0)
	}
}

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
	out = s.TakeUncleared(len(out))
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
