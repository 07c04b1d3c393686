package lsp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"luaflow/analysis/annotate"
)

// TestTokenLegend: the last modifier has the last name.
func TestTokenLegend(t *testing.T) {
	names := tokenLegend.TokenModifiers
	if annotate.Obsolete != 1<<(len(names)-1) || names[len(names)-1] != "deprecated" || int(annotate.Label) != len(tokenLegend.TokenTypes)-1 {
		t.Error("the legend is not that of the tokens")
	}
}

// TestTokenEdits makes lists of others by their edits.
func TestTokenEdits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	random := func() []uint32 {
		list := make([]uint32, rnd.IntN(6))
		for i := range list {
			list[i] = uint32(rnd.IntN(2))
		}
		return list
	}
	for range 2000 {
		was, now := random(), random()
		edits, got := tokenEdits(was, now), slices.Clone(was)
		for _, e := range edits {
			got = slices.Replace(got, int(e.Start), int(e.Start+e.DeleteCount), e.Data...)
		}
		if !slices.Equal(got, now) || slices.Equal(was, now) != (len(edits) == 0) {
			t.Fatalf("%v to %v: %v make %v", was, now, edits, got)
		}
	}
}
