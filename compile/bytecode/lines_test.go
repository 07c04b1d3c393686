package bytecode

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestLines holds tables of lines against the slices that they were made of, whole and
// piece by piece.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var memory LineMemory
	for range 500 {
		want := randomLines(rng)
		kept := memory.Keep(want)
		var appended Lines
		for _, line := range want {
			appended.Append(line)
		}
		if !reflect.DeepEqual(kept, appended) {
			t.Fatalf("%v: the table depends on how it was filled: %+v, %+v", want, kept, appended)
		}
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
		if rng.IntN(20) == 0 {
			memory.Rewind()
		}
	}
}

// randomLines is lines that are mostly near each other.
func randomLines(rng *rand.Rand) (lines []int32) {
	line := int64(1)
	for range rng.IntN(300) {
		switch rng.IntN(12) {
		case 0:
			line = rng.Int64N(math.MaxInt32 + 1)
		case 1:
			line = max(0, line-rng.Int64N(300))
		default:
			line = min(math.MaxInt32, line+rng.Int64N(8))
		}
		lines = append(lines, int32(line))
	}
	return lines
}
