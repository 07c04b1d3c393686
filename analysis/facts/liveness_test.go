package facts

import (
	"fmt"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// oracles returns the oracle of every function of main, by number.
func oracles(main *bytecode.Proto) []*oracle {
	var all []*oracle
	var add func(*oracle)
	add = func(o *oracle) {
		all = append(all, o)
		for _, child := range o.children {
			add(child)
		}
	}
	add(newOracle(main))
	return all
}

// compareLiveness compares LiveAt with the oracle at every point for every
// register, and the sets of the blocks with LiveAt's.
func compareLiveness(p *Code) error {
	for n, o := range oracles(p.Funcs[0].Proto) {
		f := &p.Funcs[n]
		if err := f.CheckGraph(); err != nil {
			return fmt.Errorf("function %d: %w", n, err)
		}
		for pc := range o.p.Code {
			if f.Graph.Reachable(pc) != o.reachable[pc] {
				return fmt.Errorf("function %d: reachable(%d) is %v", n, pc+1, f.Graph.Reachable(pc))
			}
			for reg := range int(o.p.MaxStack) {
				if got, want := f.LiveAt(pc, reg), o.liveAt(pc, reg); got != want {
					return fmt.Errorf("function %d: LiveAt(%d, %d) is %v", n, pc+1, reg, got)
				}
			}
		}
		for b, block := range f.Graph.Blocks {
			if f.Graph.Rank(cfg.BlockID(b)) < 0 {
				continue
			}
			for reg := range int(o.p.MaxStack) {
				in, out := f.LiveIn(cfg.BlockID(b)), f.LiveOut(cfg.BlockID(b))
				for k, to := range f.Graph.Succs(cfg.BlockID(b)) {
					in := f.LiveIn(to)
					got := in.Has(reg) && f.ReadsOver(cfg.BlockID(b), to, reg)
					last := f.Graph.Last(cfg.BlockID(b))
					if want := both(o.wayInto(&o.liveWays, 0, last, k), o.wayInto(&o.liveWays, 1, last, k), o.readable[last]); got != want[reg] {
						return fmt.Errorf("function %d: edge %d of block %d, register %d: %v", n, k, b, reg, got)
					}
				}
				if in.Has(reg) != o.live[block.Start][reg] || out.Has(reg) != o.liveOut(f.Graph.Last(cfg.BlockID(b)))[reg] {
					return fmt.Errorf("function %d: live sets of block %d, register %d", n, b, reg)
				}
			}
		}
	}
	return nil
}

func TestLivenessOfRandomCode(t *testing.T) {
	mem := new(Memory)
	testkit.EachRandomMain(t, 200, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareLiveness(NewCode(main, value.Library{}, mem)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}
