package slab

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestTake takes random pieces in every way, some of them for a while only. What is said to be
// zero must be, no piece may have spare capacity or share an element with another one that is in
// use, and the slab must keep no more than twice what was in use at once.
func TestTake(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s Slab[int]
	var pieces [][]int
	number := 0 // of the last piece, the value of all its elements
	take := func(round int) {
		n := rnd.IntN(1 << rnd.IntN(14))
		var piece []int
		isZero := true
		switch rnd.IntN(3) {
		case 0:
			piece = s.Take(n)
		case 1:
			piece, isZero = s.TakeUncleared(n), false
		default:
			if n = 1; !s.Fits(1) {
				s.Grow(1 + rnd.IntN(50))
			}
			piece = unsafe.Slice(s.New(), 1)
		}
		if len(piece) != n || cap(piece) != n {
			t.Fatalf("round %d: a piece of %d elements has length %d and room for %d", round, n, len(piece), cap(piece))
		}
		number++
		for i, v := range piece {
			if isZero && v != 0 {
				t.Fatalf("round %d: element %d of a new piece is %d", round, i, v)
			}
			piece[i] = number
		}
		pieces = append(pieces, piece)
	}
	most := 0
	for round := range 300 {
		for range rnd.IntN(40) {
			take(round)
			if rnd.IntN(4) > 0 {
				continue
			}
			mark, n := s.Mark(), len(pieces)
			for range rnd.IntN(5) {
				take(round)
			}
			most = max(most, s.Len())
			s.Rewind(mark)
			if s.Mark() != mark {
				t.Fatalf("round %d: %v is used, expected %v", round, s.Mark(), mark)
			}
			pieces = pieces[:n]
		}
		total := 0
		for _, p := range pieces {
			total += len(p)
			for _, v := range p {
				if v != p[0] {
					t.Fatalf("round %d: two pieces share an element", round)
				}
			}
		}
		if s.Len() != total {
			t.Fatalf("round %d: %d elements are in use, expected %d", round, s.Len(), total)
		}
		most = max(most, total)
		s.Reset()
		pieces = pieces[:0]
		kept := 0
		for _, all := range s.arrays {
			kept += cap(all)
		}
		if len(s.arrays) > 1 && kept > 2*most {
			t.Errorf("round %d: %d elements are kept, at most %d were in use", round, kept, most)
		}
	}
}

// TestAll visits what New has made, in order, and nothing from before.
func TestAll(t *testing.T) {
	var s Slab[int]
	for _, n := range []int{100, 1000, 0, 10, 300} {
		s.Reset()
		for i := range n {
			if !s.Fits(1) {
				s.Grow(7)
			}
			*s.New() = i
		}
		next := 0
		s.All(func(v *int) {
			if *v != next {
				t.Fatalf("%d comes where %d should", *v, next)
			}
			next++
		})
		if next != n || s.Len() != n {
			t.Errorf("%d elements of %d, length %d", next, n, s.Len())
		}
	}
}

// TestKeepsArrays: what was needed once is allocated no more.
func TestKeepsArrays(t *testing.T) {
	var s Slab[string]
	use := func() {
		s.Reset()
		for _, n := range []int{1, 900, 3, 60, 70000, 2, 1000, 5} {
			s.Take(n)
		}
	}
	use()
	if n := testing.AllocsPerRun(10, use); n > 0 {
		t.Errorf("%v allocations in a slab that was used the same way before", n)
	}
}

func TestZero(t *testing.T) {
	table := []int{1, 2, 3, 4}
	for _, n := range []int{2, 4, 0, 3, 9, 5} {
		for i, v := range Zero(&table, n) {
			if v != 0 {
				t.Errorf("element %d of %d is %d", i, n, v)
			}
		}
		if len(table) != n {
			t.Errorf("%d elements, expected %d", len(table), n)
		}
		for i := range table {
			table[i] = i + 1
		}
	}
}
