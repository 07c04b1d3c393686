package facts

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// The sparse form against the bit vectors: what phis join, followed back to what
// instructions define, is what the chains of each register say.

// compareSparse compares the form of every function with its chains.
func compareSparse(p *Code) error {
	for n := range p.Funcs {
		f := &p.Funcs[n]
		for reg := range int(f.Proto.MaxStack) {
			if err := compareForm(p.SSA(f), f, reg); err != nil {
				return fmt.Errorf("function %d: register %d: %w", n, reg, err)
			}
		}
	}
	return nil
}

func compareForm(s *ssa.Form, f *flow.Func, reg int) error {
	c := f.Chains(reg)
	for use, pc := range c.Uses {
		k := slices.Index(slices.Collect(effect.Uses(f.Proto, pc).All()), reg)
		var want []int
		for _, def := range c.DefsOf(use) {
			want = append(want, c.Defs[def])
		}
		slices.Sort(want)
		if got := reachingUse(s, pc, k); !slices.Equal(got, want) {
			return fmt.Errorf("at %d the form says %v, the chains %v", pc, got, want)
		}
	}
	return nil
}

func TestSparseChainsOfRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 1000, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareSparse(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

func TestSparseChainsOfLua(t *testing.T) {
	for seed := range uint64(60) {
		if err := compareSparse(NewCode(mainOf(luagen.Program(seed, luagen.Options{})), value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	}
}

func TestSparseChainsOfShapes(t *testing.T) {
	for _, shape := range shapes {
		for _, n := range []int{60, 300, 1200} {
			if err := compareSparse(NewCode(grow(shape.write, n), value.Library{}, nil)); err != nil {
				t.Errorf("%s of %d statements: %v", shape.name, n, err)
			}
		}
	}
}
