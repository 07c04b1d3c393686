package facts

import (
	"fmt"
	"sync"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// checkConstants looks up what holds of the claims about any code.
func checkConstants(p *Code) error {
	c := p.Constants()
	for n := range p.Funcs {
		f := &p.Funcs[n]
		for b := range f.Graph.Blocks {
			for k, to := range f.Graph.Succs(cfg.BlockID(b)) {
				if c.EdgeExecutable(f, cfg.BlockID(b), k) && !c.Executable(f, int(f.Graph.Blocks[to].Start)) {
					return fmt.Errorf("function %d: control goes from block %d to %d, which is not executed", n, b, to)
				}
			}
		}
		for pc := range f.Proto.Code {
			if !c.Executable(f, pc) {
				continue
			}
			for k := range p.SSA(f).Uses(pc) {
				if c.Operand(f, pc, k).IsBottom() {
					return fmt.Errorf("function %d: operand %d of %d has no value", n, k, pc)
				}
			}
			if c.Impact(f, pc) > value.Effects {
				return fmt.Errorf("function %d: the impact of %d is open", n, pc)
			}
		}
	}
	return nil
}

// TestConstantsAreSafeForConcurrentUse asks for everything at once; the race detector
// looks on.
func TestConstantsAreSafeForConcurrentUse(t *testing.T) {
	p := NewCode(mainOf(luagen.Program(1, luagen.Options{})), value.Library{}, nil)
	var wait sync.WaitGroup
	for k := range 8 {
		wait.Go(func() {
			for i := range p.Funcs {
				f := &p.Funcs[(i+k)%len(p.Funcs)]
				if s := p.SSA(f); len(s.Values) > 0 {
					s.Users(0)
				}
				f.LiveOut(0)
				f.Reaching(0, 0)
				for loop := range f.Loops().All {
					p.Constants().Terminates(f, loop)
				}
			}
		})
	}
	wait.Wait()
}

func TestConstantsOfRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 400, func(t *testing.T, seed int, main *bytecode.Proto) {
		for _, mem := range []*Memory{nil, {Followed: 12}, {Followed: 30}} {
			p := NewCode(main, value.Library{}, mem)
			if err := checkConstants(p); err != nil {
				t.Fatalf("program %d: %v", seed, err)
			}
			p.Marking(value.None)
		}
	})
}
