package bytecode_test

import (
	"slices"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// TestLocalRegisters holds both helpers against the definition: the register of a
// record is the number of records before it that are active where it starts.
func TestLocalRegisters(t *testing.T) {
	for _, s := range samples(t) {
		main, err := bytecode.Undump(s.chunk)
		if err != nil {
			t.Fatal(err)
		}
		eachFunction(main, func(p *bytecode.Proto) {
			registers := bytecode.LocalRegisters(p)
			for i, v := range p.Locals {
				want := 0
				for _, w := range p.Locals[:i] {
					if w.StartPC <= v.StartPC && v.StartPC < w.EndPC {
						want++
					}
				}
				if registers[i] != want {
					t.Errorf("%s: %s is in register %d, want %d", s.name, v.Name, registers[i], want)
				}
			}
			checkActive(t, s.name, p, registers)
		})
	}
}

// checkActive holds that at each pc the active variables, and no other registers,
// are found.
func checkActive(t *testing.T, name string, p *bytecode.Proto, registers []int) {
	t.Helper()
	for pc := range p.Code {
		want := make([]int, int(p.MaxStack))
		for r := range want {
			want[r] = -1
		}
		for i, v := range p.Locals {
			if int(v.StartPC) <= pc && pc < int(v.EndPC) {
				want[registers[i]] = i
			}
		}
		for r := range want {
			if got := bytecode.ActiveLocal(p, r, pc); got != want[r] {
				t.Errorf("%s: pc %d, register %d: local %d, want %d", name, pc, r, got, want[r])
			}
		}
	}
}

func TestLocalRegistersOfNestedBlocks(t *testing.T) {
	p := testkit.Assemble(t, `
		.local a 2 7
		.local b 3 5
		.local c 4 5
		.local d 5 7
		.local e 6 6
		.local f 6 7
		LOADNIL 0 0
		LOADNIL 1 0
		LOADNIL 2 0
		LOADNIL 1 0
		MOVE 0 0
		RETURN 0 1`)
	if got, want := bytecode.LocalRegisters(p), []int{0, 1, 2, 1, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("registers %v, want %v", got, want)
	}
	if p.MaxStack != 3 {
		t.Errorf("%d slots, want 3", p.MaxStack)
	}
	for _, c := range []struct{ reg, pc, want int }{
		{0, 0, -1}, {0, 1, 0}, {1, 1, -1}, {1, 2, 1}, {2, 3, 2}, {1, 4, 3}, {2, 4, -1}, {2, 5, 5}, {3, 5, -1},
	} {
		if got := bytecode.ActiveLocal(p, c.reg, c.pc); got != c.want {
			t.Errorf("pc %d, register %d: local %d, want %d", c.pc, c.reg, got, c.want)
		}
	}
}
