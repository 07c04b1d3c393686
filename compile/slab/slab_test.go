package slab

import (
	"math/rand/v2"
	"testing"
)

// TestTake fills random pieces, which must be zero, have no spare capacity, and lie
// apart from each other.
func TestTake(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s Slab[int]
	for round := range 50 {
		pieces := make([][]int, rnd.IntN(200))
		for i := range pieces {
			if rnd.IntN(3) > 0 {
				pieces[i] = s.Take(rnd.IntN(1 << rnd.IntN(12)))
			} else {
				if !s.Fits(1) {
					s.Grow(1 + rnd.IntN(50))
				}
				pieces[i] = []int{0}
				p := s.New()
				if *p != 0 {
					t.Fatalf("round %d: a new element is %d", round, *p)
				}
				*p = i + 1
				continue
			}
			if len(pieces[i]) != cap(pieces[i]) {
				t.Fatalf("a piece of %d elements has room for %d", len(pieces[i]), cap(pieces[i]))
			}
			for j, v := range pieces[i] {
				if v != 0 {
					t.Fatalf("round %d: element %d of a new piece is %d", round, j, v)
				}
				pieces[i][j] = i + 1
			}
		}
		for i, p := range pieces {
			for _, v := range p {
				if v != 0 && v != i+1 {
					t.Fatalf("piece %d has an element of piece %d", i, v-1)
				}
			}
		}
		s.Reset()
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

// TestKeepsChunks: what was needed once is allocated no more.
func TestKeepsChunks(t *testing.T) {
	var s Slab[string]
	sizes := []int{1, 900, 3, 60, 700, 2, 1000, 5}
	use := func() {
		s.Reset()
		for _, n := range sizes {
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
