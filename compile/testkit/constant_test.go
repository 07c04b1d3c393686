package testkit

import (
	"math/rand/v2"
	"testing"

	"luaflow/compile/bytecode"
)

// TestConstantsReadBack holds for all constants but floats, whose digits a
// listing shortens.
func TestConstantsReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		k := RandomConstant(rng)
		got, err := parseConstant(k.String())
		if err != nil || got != k && (k.Kind != bytecode.KFloat || got.Kind != k.Kind || got.String() != k.String()) {
			t.Fatalf("%s reads back as %s: %v", k, got, err)
		}
		rest := " ; \"rest\""
		if word, left := cutConstant(k.String() + rest); word != k.String() || left != rest && " "+left != rest {
			t.Fatalf("%s is cut off as %s", k, word)
		}
	}
}
