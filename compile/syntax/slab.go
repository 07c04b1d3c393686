package syntax

import "unsafe"

// This file defines the storage of the tree: nodes of one type lie together in
// chunks, and the lists of the nodes are pieces of larger arrays. So a tree costs
// some tens of allocations, and the collector frees it as a whole.

// slab hands out zeroed nodes of one type.
type slab[T any] struct {
	chunk []T
	used  int
	total int // in the chunks before
}

// new makes a node; at is the scanner that reads the text.
func (s *slab[T]) new(at *scanner) *T {
	if s.used == len(s.chunk) {
		s.total += s.used
		s.chunk = make([]T, chunkLen[T](at, s.total))
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
	total int // in all lists
}

// keep copies a list from the parser's stack.
func (l *lists[T]) keep(at *scanner, list []T) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	l.total += n
	if l.used+n > len(l.chunk) {
		size := chunkLen[T](at, l.total)
		if 2*n > size { // too large to share a chunk
			return append(make([]T, 0, n), list...)
		}
		l.chunk = make([]T, size)
		l.used = 0
	}
	kept := l.chunk[l.used : l.used+n : l.used+n]
	l.used += n
	copy(kept, list)
	return kept
}

const (
	// chunkBytes bounds a chunk: the largest size that Go's allocator serves from
	// a span shared with others.
	chunkBytes = 32 << 10
	chunkLeast = 4
)

// chunkLen is how many elements the next chunk has, if so far there are total of
// them: as many as the rest of the text needs if it is like that before.
func chunkLen[T any](at *scanner, total int) int {
	var zero T
	most := max(chunkLeast, chunkBytes/int(unsafe.Sizeof(zero)))
	done := max(at.end, 256)
	rest := len(at.text) - at.end
	return min(most, chunkLeast+int(int64(total)*int64(rest)/int64(done)))
}
