package codegen

import (
	"math/rand/v2"
	"testing"
)

// TestNumbers compares the table with a map, over chunks of few and of many values.
func TestNumbers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var table numbers
	for range 50 {
		table.reset()
		if len(table.slots) > mostNumbers {
			t.Fatalf("%d slots are kept", len(table.slots))
		}
		last := make(map[uint64]int32)
		for n := range rnd.IntN(1 << rnd.IntN(14)) {
			v := uint64(rnd.IntN(1<<rnd.IntN(14))) << rnd.IntN(60)
			at := table.at(v, nil)
			if *at != last[v] {
				t.Fatalf("%#x is under %d, expected %d", v, *at, last[v])
			}
			*at, last[v] = int32(n)+1, int32(n)+1
			if table.used != len(last) || 2*table.used > len(table.slots) {
				t.Fatalf("%d of %d slots are used, expected %d", table.used, len(table.slots), len(last))
			}
		}
	}
}
