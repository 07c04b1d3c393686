package facts

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// compareVariables compares with the way in which bytecode counts records.
func compareVariables(p *Code) error {
	for n := range p.Funcs {
		f := &p.Funcs[n]
		for pc := range f.Proto.Code {
			for reg := range int(f.Proto.MaxStack) {
				if got, want := f.Variable(pc, reg), bytecode.ActiveLocal(f.Proto, reg, pc); got != want {
					return fmt.Errorf("function %d: Variable(%d, %d) is %d, expected %d", n, pc, reg, got, want)
				}
			}
		}
		for k, reg := range bytecode.LocalRegisters(f.Proto) {
			l := f.Proto.Locals[k]
			if l.StartPC < l.EndPC && f.Register(k) != reg {
				return fmt.Errorf("function %d: record %d is in register %d, not %d", n, k, reg, f.Register(k))
			}
		}
	}
	return nil
}

func TestVariablesOfRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 80, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareVariables(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

// TestVariablesThatEndAtOnce: `do local a = 1; local b, c = 2, 3 end local d`.
// Variables whose store is the last instruction of their block have the registers
// after those that end with them.
func TestVariablesThatEndAtOnce(t *testing.T) {
	f := &NewCode(assemble(t, `
		LOADK 0 -1    ; 1
		LOADK 1 -2    ; 2
		LOADK 2 -3    ; 3
		LOADNIL 0 0
		RETURN 0 1
		.local a 2 4
		.local b 4 4
		.local c 4 4
		.local d 5 6`), value.Library{}, nil).Funcs[0]
	var got []int
	for k := range f.Proto.Locals {
		got = append(got, f.Register(k))
	}
	if want := []int{0, 1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("registers %v, expected %v", got, want)
	}
	for reg, want := range [][]int{{0, 3}, {1}, {2}} {
		if got := f.NamedDefs(reg); !slices.Equal(got, want) {
			t.Errorf("named definitions of R%d: %v, expected %v", reg, got, want)
		}
	}
}
