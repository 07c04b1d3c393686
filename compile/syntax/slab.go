package syntax

import "unsafe"

// This file defines the storage of the tree: nodes of one type lie together in
// chunks, and the lists of the nodes are pieces of larger arrays. So a tree costs
// some tens of allocations, and the collector frees it as a whole.

// chunkBytes bounds a chunk: the largest size that Go's allocator serves from a
// span shared with others.
const chunkBytes = 32 << 10

// slab hands out zeroed nodes of one type.
type slab[T any] struct {
	chunk []T
	used  int
}

func (s *slab[T]) new() *T {
	if s.used == len(s.chunk) {
		s.chunk = make([]T, chunkLen[T](len(s.chunk), 1))
		s.used = 0
	}
	n := &s.chunk[s.used]
	s.used++
	return n
}

// lists hands out lists of one element type.
type lists[T any] struct {
	chunk []T
	used  int
}

// keep copies a list from the parser's stack.
func (l *lists[T]) keep(list []T) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	if l.used+n > len(l.chunk) {
		if n > chunkLen[T](len(l.chunk), 1)/2 {
			return append(make([]T, 0, n), list...)
		}
		l.chunk = make([]T, chunkLen[T](len(l.chunk), n))
		l.used = 0
	}
	kept := l.chunk[l.used : l.used+n : l.used+n]
	l.used += n
	copy(kept, list)
	return kept
}

// chunkLen is how many elements the chunk behind one of n elements has, at least
// least: chunks double, so that a small file has small ones.
func chunkLen[T any](n, least int) int {
	var zero T
	most := max(1, chunkBytes/int(unsafe.Sizeof(zero)))
	return max(least, 4, min(2*n, most))
}
