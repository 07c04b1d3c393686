package bytecode

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLines holds a table of lines against a slice, through random changes.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var memory LineMemory
	var l Lines
	for range 500 {
		want := change(&l, rng)
		kept := memory.Keep(&l)
		var got []int32
		for pc, line := range kept.All() {
			if line != kept.At(pc) {
				t.Fatalf("%v: line %d at %d, then %d", want, line, pc, kept.At(pc))
			}
			got = append(got, line)
		}
		if !slices.Equal(got, want) || kept.Len() != len(want) {
			t.Fatalf("lines %v, want %v", got, want)
		}
		if again := LinesOf(want...); !slices.Equal(kept.distances, again.distances) || !slices.Equal(kept.far, again.far) {
			t.Fatalf("%v: the table depends on how it was filled: %+v, %+v", want, kept, again)
		}
		if rng.IntN(20) == 0 {
			memory.Reset()
		}
	}
}

// change fills a table with lines that are mostly near each other, some of them taken
// back or replaced, and returns what it should hold.
func change(l *Lines, rng *rand.Rand) (want []int32) {
	l.Reset()
	line := int64(1)
	for range rng.IntN(400) {
		switch rng.IntN(12) {
		case 0:
			line = rng.Int64N(math.MaxInt32 + 1)
		case 1:
			line = max(0, line-rng.Int64N(300))
		default:
			line = min(math.MaxInt32, line+rng.Int64N(8))
		}
		what := rng.IntN(8)
		switch n := len(want); {
		case n > 0 && what == 0:
			l.SetLast(int32(line))
			want[n-1] = int32(line)
		case n > 0 && what == 1:
			l.DropLast()
			want = want[:n-1]
		default:
			l.Append(int32(line))
			want = append(want, int32(line))
		}
	}
	return want
}
