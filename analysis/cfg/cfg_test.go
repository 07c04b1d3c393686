package cfg

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile/testkit"
)

func build(t *testing.T, listing string) *Graph {
	t.Helper()
	g := Build(testkit.AssembleValid(t, listing), new(Memory))
	if err := g.Check(); err != nil {
		t.Fatal(err)
	}
	return &g
}

// outline returns the blocks with pcs from 1, their successors, and the order.
func outline(g *Graph) string {
	var s strings.Builder
	for b, block := range g.Blocks {
		fmt.Fprintf(&s, "%d: %d-%d %v\n", b, block.Start+1, block.End, g.Succs(BlockID(b)))
	}
	fmt.Fprint(&s, g.Order)
	return s.String()
}

func TestBlocks(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"one instruction", "RETURN 0 1", "0: 1-1 []\n[0]"},
		{"a test and the JMP after it", `
			TEST 0 0
			JMP 0 1
			LOADNIL 0 0
			RETURN 0 1`,
			"0: 1-2 [2 1]\n1: 3-3 [2]\n2: 4-4 []\n[0 1 2]"},
		{"a JMP that closes cells stands alone", `
			TEST 0 0
			JMP 1 1
			LOADNIL 0 0
			RETURN 0 1`,
			"0: 1-1 [1 2]\n1: 2-2 [3]\n2: 3-3 [3]\n3: 4-4 []\n[0 2 1 3]"},
		{"two tests", `
			LT 1 0 1
			JMP 0 2
			TEST 0 0
			JMP 0 1
			LOADNIL 0 0
			RETURN 0 1`,
			"0: 1-2 [2 1]\n1: 3-4 [3 2]\n2: 5-5 [3]\n3: 6-6 []\n[0 1 2 3]"},
		{"both edges lead to one block", `
			TEST 0 0
			JMP 0 0
			RETURN 0 1`,
			"0: 1-2 [1 1]\n1: 3-3 []\n[0 1]"},
		{"LOADBOOL skips", `
			TEST 0 0
			JMP 0 1
			LOADBOOL 0 0 1
			LOADBOOL 0 1 0
			RETURN 0 2`,
			"0: 1-2 [2 1]\n1: 3-3 [3]\n2: 4-4 [3]\n3: 5-5 []\n[0 1 2 3]"},
		{"a loop that has no end", `
			LOADNIL 0 0
			JMP 0 -2
			RETURN 0 1`,
			"0: 1-2 [0]\n1: 3-3 []\n[0]"},
		{"a loop on itself", `
			JMP 0 -1
			RETURN 0 1`,
			"0: 1-1 [0]\n1: 2-2 []\n[0]"},
		{"unreachable code that jumps into reachable code", `
			JMP 0 1
			JMP 0 0
			RETURN 0 1`,
			"0: 1-1 [2]\n1: 2-2 [2]\n2: 3-3 []\n[0 2]"},
		{"a numeric for", `
			FORPREP 0 1
			MOVE 4 3
			FORLOOP 0 -2
			RETURN 0 1`,
			"0: 1-1 [2]\n1: 2-2 [2]\n2: 3-3 [1 3]\n3: 4-4 []\n[0 2 3 1]"},
		{"a generic for", `
			JMP 0 1
			MOVE 4 3
			TFORCALL 0 1
			TFORLOOP 2 -3
			RETURN 0 1`,
			"0: 1-1 [2]\n1: 2-2 [2]\n2: 3-4 [1 3]\n3: 5-5 []\n[0 2 3 1]"},
		{"a call ends no block, nor does a tail call", `
			CALL 0 1 1
			TAILCALL 0 1 0
			RETURN 0 0
			RETURN 0 1`,
			"0: 1-3 []\n1: 4-4 []\n[0]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := outline(build(t, test.code)); got != test.want {
				t.Errorf("got\n%s, expected\n%s", got, test.want)
			}
		})
	}
}

func TestMemoryIsUsedAgain(t *testing.T) {
	p := testkit.AssembleValid(t, "TEST 0 0\nJMP 0 1\nLOADNIL 0 0\nRETURN 0 1")
	m := new(Memory)
	Build(p, m)
	allocs := testing.AllocsPerRun(100, func() {
		m.Reset()
		for range 100 {
			g := Build(p, m)
			if len(g.Order) != 3 {
				t.Fatal(outline(&g))
			}
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}
