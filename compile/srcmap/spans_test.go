package srcmap

import (
	"math/rand/v2"
	"testing"
)

// randomSpan returns a span that is mostly short and near at, and sometimes at a limit.
func randomSpan(rnd *rand.Rand, at uint32) span {
	length := uint32(rnd.IntN(100))
	switch rnd.IntN(20) {
	case 0:
		at = rnd.Uint32()
	case 1:
		at += reach - 2 + rnd.Uint32N(4)
	case 2:
		at -= reach - 2 + rnd.Uint32N(4)
	}
	switch rnd.IntN(20) {
	case 0:
		length = 1<<(shapeBits-tagBits) - 2 + rnd.Uint32N(4)
	case 1:
		length = rnd.Uint32N(1 << (32 - tagBits))
	}
	return span{at, length<<tagBits | 1 + rnd.Uint32N(farTag-1)}
}

// TestAppend keeps a table that grows and shrinks at its end, and a list of the same.
func TestAppend(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var table spans
		var want []span
		for range rnd.IntN(500) {
			if len(want) > 0 && rnd.IntN(5) == 0 {
				table.cut()
				want = want[:len(want)-1]
				continue
			}
			if len(want) > 0 && rnd.IntN(5) == 0 {
				last := &want[len(want)-1]
				last.shape = last.shape&^farTag | 5
				table.retag(5)
			}
			want = append(want, randomSpan(rnd, uint32(10*len(want))))
			table.append(want[len(want)-1])
		}
		expect(t, &table, want)
	}
}

// TestSet fills a table in any order, some of it twice and some not at all.
func TestSet(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		want := make([]span, 1+rnd.IntN(200))
		table := spans{words: make([]uint32, wordsFor(len(want)))}
		for range len(want) {
			i := rnd.IntN(len(want))
			want[i] = randomSpan(rnd, uint32(10*i))
			table.set(i, want[i])
		}
		expect(t, &table, want)
	}
}

// expect compares a table with what it should hold. No tag stands for no span.
func expect(t *testing.T, table *spans, want []span) {
	t.Helper()
	if table.len() != len(want) || len(table.words) != wordsFor(len(want)) {
		t.Fatalf("%d spans in %d words, want %d", table.len(), len(table.words), len(want))
	}
	for i, s := range want {
		if got := table.at(i); got != s && (s != span{} || got.shape&farTag != 0) {
			t.Fatalf("span %d is %v, want %v", i, got, s)
		}
	}
}
