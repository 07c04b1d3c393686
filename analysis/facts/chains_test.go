package facts

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// checkChains returns what is wrong with chains: numbers must be in order and in range, the two
// directions say the same, and what the chains connect be a definition and a use of the register
// in reachable code.
func checkChains(f *flow.Func, c *flow.Chains) error {
	if c.Defs[0] != flow.Entry || c.Defs[1] != flow.ByClosure || !slices.IsSorted(c.Defs[2:]) || !slices.IsSorted(c.Uses) {
		return fmt.Errorf("definitions %v or uses %v are not in order", c.Defs, c.Uses)
	}
	for _, pc := range c.Defs[2:] {
		all := slices.Concat(slices.Collect(effect.Defs(f.Proto, pc).All()),
			slices.Collect(effect.EdgeDefs(f.Proto, pc).All()), slices.Collect(effect.MayDefs(f.Proto, pc).All()))
		if !slices.Contains(all, c.Reg) || !f.Graph.Reachable(pc) {
			return fmt.Errorf("no definition of %d at %d", c.Reg, pc)
		}
	}
	pairs := 0
	for use, pc := range c.Uses {
		if !effect.Uses(f.Proto, pc).Has(c.Reg) || !f.Graph.Reachable(pc) {
			return fmt.Errorf("no use of %d at %d", c.Reg, pc)
		}
		if !slices.IsSorted(c.DefsOf(use)) {
			return fmt.Errorf("the definitions of use %d are not sorted", use)
		}
		for _, def := range c.DefsOf(use) {
			pairs++
			if !slices.Contains(c.UsesOf(int(def)), int32(use)) {
				return fmt.Errorf("definition %d does not know use %d", def, use)
			}
		}
	}
	for def := range c.Defs {
		pairs -= len(c.UsesOf(def))
	}
	if pairs != 0 {
		return fmt.Errorf("the two directions differ by %d pairs", pairs)
	}
	return nil
}

// compareReaching compares Reaching and the chains with the oracle.
func compareReaching(p *Code) error {
	for n, o := range oracles(p.Funcs[0].Proto) {
		f := &p.Funcs[n]
		for reg := range int(o.p.MaxStack) {
			c := f.Chains(reg)
			if err := checkChains(f, c); err != nil {
				return fmt.Errorf("function %d: %w", n, err)
			}
			if err := compareChains(o, c); err != nil {
				return fmt.Errorf("function %d: %w", n, err)
			}
			if err := compareUses(f, c); err != nil {
				return fmt.Errorf("function %d: %w", n, err)
			}
			for pc := range o.p.Code {
				if got, want := f.Reaching(pc, reg), o.reaching(pc, reg); !slices.Equal(got, want) {
					return fmt.Errorf("function %d: Reaching(%d, %d) is %v, expected %v", n, pc, reg, got, want)
				}
			}
		}
	}
	return nil
}

// compareUses compares UsesOf with the chains.
func compareUses(f *flow.Func, c *flow.Chains) error {
	for def, pc := range c.Defs {
		if pc == flow.ByClosure {
			continue
		}
		var want []int
		for _, use := range c.UsesOf(def) {
			want = append(want, c.Uses[use])
		}
		if got := f.UsesOf(pc, c.Reg); !slices.Equal(got, want) {
			return fmt.Errorf("UsesOf(%d, %d) is %v, expected %v", pc, c.Reg, got, want)
		}
	}
	return nil
}

func compareChains(o *oracle, c *flow.Chains) error {
	var uses []int
	for pc := range o.p.Code {
		if !o.reachable[pc] || !effect.Uses(o.p, pc).Has(c.Reg) {
			continue
		}
		var got []int
		if len(uses) < len(c.Uses) {
			for _, def := range c.DefsOf(len(uses)) {
				got = append(got, c.Defs[def])
			}
			slices.Sort(got)
		}
		if want := o.reaching(pc, c.Reg); !slices.Equal(got, want) {
			return fmt.Errorf("register %d at %d: chains to %v, expected %v", c.Reg, pc, got, want)
		}
		uses = append(uses, pc)
	}
	if !slices.Equal(uses, c.Uses) {
		return fmt.Errorf("register %d: uses %v, expected %v", c.Reg, c.Uses, uses)
	}
	return nil
}

func TestChainsOfRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 60, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareReaching(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

// TestCollatzInLua: at the loop's condition and at `return n` the parameter and
// both assignments reach.
func TestCollatzInLua(t *testing.T) {
	f := &NewCode(readChunk(t, "seeds"), value.Library{}, nil).Funcs[3]
	want := []int{flow.Entry}
	var condition, end int
	for pc, line := range f.Proto.Lines.All() {
		switch {
		case effect.Defs(f.Proto, pc).Has(0) && (line == 32 || line == 34):
			want = append(want, pc)
		case line == 30 && effect.Uses(f.Proto, pc).Has(0):
			condition = pc
		case line == 37:
			end = pc
		}
	}
	if len(want) != 3 {
		t.Fatalf("found the definitions %v", want)
	}
	for _, pc := range []int{condition, end} {
		if got := f.Reaching(pc, 0); !slices.Equal(got, want) {
			t.Errorf("at %d reach %v, expected %v", pc+1, got, want)
		}
	}
}
