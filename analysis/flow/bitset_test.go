package flow

import (
	"math/rand/v2"
	"testing"
)

// TestHasAny compares HasAny with a look at each member.
func TestHasAny(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		row := make(Row, 3)
		for range r.IntN(4) {
			row.Add(r.IntN(192))
		}
		start := r.IntN(193)
		end := start + r.IntN(193-start)
		want := false
		for i := range row.All {
			want = want || start <= i && i < end
		}
		if got := row.HasAny(start, end); got != want {
			t.Fatalf("%x has any from %d to %d: %v", row, start, end, got)
		}
	}
}
