package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

func compareOverwrites(p *Code) error {
	for n, o := range oracles(p.Funcs[0].Proto) {
		f := &p.Funcs[n]
		for pc := range o.p.Code {
			for reg := range int(o.p.MaxStack) {
				got := f.Overwrites(pc, pc, reg)
				stores, ends := o.overwrites(pc, reg)
				want := []int{}
				for pc := range stores {
					want = append(want, pc)
				}
				slices.Sort(want)
				if !slices.Equal(got.PCs, want) || got.Ends != ends || got.Cut {
					return fmt.Errorf("function %d: Overwrites(%d, %d) is %+v, expected %v %v", n, pc, reg, got, want, ends)
				}
			}
		}
	}
	return nil
}

func TestOverwritesInRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 60, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareOverwrites(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

// TestLongWalk: a walk ends after MaxWalk blocks and says so.
func TestLongWalk(t *testing.T) {
	var code strings.Builder
	code.WriteString("LOADNIL 0 1\n")
	for range flow.MaxWalk + 1 {
		code.WriteString("TEST 1 0\nJMP 0 0\n")
	}
	code.WriteString("LOADNIL 0 0\nRETURN 0 1\n")
	p := testkit.Assemble(t, code.String())
	f := &NewCode(p, value.Library{}, nil).Funcs[0]
	if o := f.Overwrites(1, 1, 0); !o.Cut || o.Ends || len(o.PCs) != 0 {
		t.Errorf("got %+v", o)
	}
	if o := f.Overwrites(len(p.Code)-4, len(p.Code)-4, 0); o.Cut || len(o.PCs) != 1 {
		t.Errorf("near the end: got %+v", o)
	}
}
