package cfg

import (
	"math/rand/v2"
	"testing"
)

// TestSlab takes random pieces: each must be zero and end where its capacity does, and the
// slab must keep no more than twice what was needed at once.
func TestSlab(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s Slab[int]
	most := minSlab
	for round := range 200 {
		taken := 0
		var pieces [][]int
		for range rnd.IntN(40) {
			if mark := s.mark(); rnd.IntN(4) == 0 { // what is not needed for long
				for range rnd.IntN(4) {
					p := s.Take(rnd.IntN(3000))
					for i := range p {
						p[i] = -1
					}
					taken += len(p)
				}
				s.rewind(mark)
				if s.mark() != mark {
					t.Fatalf("round %d: %v is used, expected %v", round, s.mark(), mark)
				}
			}
			n := rnd.IntN(1 << rnd.IntN(13))
			p := s.Take(n)
			if len(p) != n || cap(p) != n {
				t.Fatalf("round %d: a piece of %d elements has length %d and room for %d", round, n, len(p), cap(p))
			}
			for i := range p {
				if p[i] != 0 {
					t.Fatalf("round %d: element %d of a new piece is %d", round, i, p[i])
				}
				p[i] = len(pieces) + 1
			}
			pieces = append(pieces, p)
			taken += n
		}
		for k, p := range pieces {
			for _, v := range p {
				if v != k+1 {
					t.Fatalf("round %d: piece %d has an element of piece %d", round, k, v-1)
				}
			}
		}
		most = max(most, taken)
		s.Reset()
		kept := 0
		for _, all := range s.arrays {
			kept += len(all)
		}
		if len(s.arrays) > 1 && kept > 2*most {
			t.Errorf("round %d: %d elements are kept, at most %d were needed", round, kept, most)
		}
	}
}

// TestSlabKeeps: what was needed once is allocated no more.
func TestSlabKeeps(t *testing.T) {
	var s Slab[int32]
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
