package ssa_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/testkit"
)

// TestForms compares forms of a few functions with what is found by hand. On random code, and of
// functions that closures share registers with, package facts compares them with reaching definitions.
func TestForms(t *testing.T) {
	for _, test := range []struct{ name, listing, want string }{
		{"a join", `
			.params 1
			LOADK 1 -1     ; 1
			TEST 0 0
			JMP 0 1        ; to 5
			LOADK 1 -2     ; 2
			RETURN 1 2
			RETURN 0 1`, `
			0: makes v1
			1: reads v0
			3: makes v2
			4: v3 = phi(v1, v2), reads v3`},
		{"a join that nothing reads", `
			.params 1
			LOADK 1 -1     ; 1
			TEST 0 0
			JMP 0 1        ; to 5
			LOADK 1 -2     ; 2
			RETURN 0 2
			RETURN 0 1`, `
			0: makes v1
			1: reads v0
			3: makes v2
			4: reads v0`},
		{"a loop", `
			.params 1
			LOADK 1 -1     ; 0
			TEST 0 0
			JMP 0 2        ; to 6
			ADD 1 1 -2     ; - 1
			JMP 0 -4       ; to 2
			RETURN 1 2
			RETURN 0 1`, `
			0: makes v1
			1: v3 = phi(v1, v2), reads v0
			3: reads v3, makes v2
			5: reads v3`},
		{"a register that is read before it is written", `
			.params 0
			RETURN 0 2
			RETURN 0 1`, `
			0: reads v0`},
		{"a value on one edge", `
			.params 1
			TESTSET 1 0 1
			JMP 0 1        ; to 4
			LOADK 1 -1     ; 2
			RETURN 1 2
			RETURN 0 1`, `
			0: reads v0, makes v1 on an edge
			2: makes v2
			3: v3 = phi(v1, v2), reads v3`},
		{"a variable that a closure writes", `
			LOADK 0 -1     ; 1
			CLOSURE 1 0
			MOVE 2 1
			CALL 2 1 1
			RETURN 0 2
			RETURN 0 1
			.local x 2 7
			.local f 3 7
			.function 1 1
			LOADK 0 -1     ; 1
			SETUPVAL 0 0   ; x
			RETURN 0 1
			.upvalue x 1 0
			.end`, `
			0: makes v0
			1: makes v1
			2: reads v1, makes v2
			3: reads v2
			4: reads v0 or what a closure wrote`},
		{"a variable that a closure reads", `
			LOADK 0 -1     ; 1
			CLOSURE 1 0
			RETURN 1 2
			RETURN 0 1
			.local x 2 5
			.local f 3 5
			.function 1 1
			GETUPVAL 0 0   ; x
			RETURN 0 2
			RETURN 0 1
			.upvalue x 1 0
			.end`, `
			0: makes v0 for closures
			1: makes v1
			2: reads v1`},
	} {
		p := flow.New(testkit.AssembleValid(t, test.listing), new(flow.Memory))
		got := describe(ssa.New(p, p.Cells(), new(ssa.Memory)).Of(&p.Funcs[0]))
		if want := strings.ReplaceAll(strings.TrimSpace(test.want), "\t", ""); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// describe returns what each instruction reads and makes, after the phis in front of it.
func describe(s *ssa.Form) string {
	var lines []string
	name := func(v ssa.ValueID) string {
		text := fmt.Sprintf("v%d", v)
		if s.Observed(v) {
			text += " for closures"
		}
		if s.Values[v].Kind == ssa.EdgeValue {
			text += " on an edge"
		}
		return text
	}
	for pc := range s.F.Proto.Code {
		var words []string
		if b := s.F.Graph.Block(pc); int(s.F.Graph.Blocks[b].Start) == pc {
			first, n := s.Phis(cfg.BlockID(b))
			for v := first; v < first+ssa.ValueID(n); v++ {
				var args []string
				for _, arg := range s.PhiArgs(v) {
					args = append(args, fmt.Sprintf("v%d", arg))
				}
				words = append(words, fmt.Sprintf("%s = phi(%s)", name(v), strings.Join(args, ", ")))
			}
		}
		for i, v := range s.Uses(pc) {
			text := fmt.Sprintf("reads v%d", v)
			if s.UseByClosure(pc, i) {
				text += " or what a closure wrote"
			}
			words = append(words, text)
		}
		first, n := s.Defs(pc)
		for v := first; v < first+ssa.ValueID(n); v++ {
			words = append(words, "makes "+name(v))
		}
		if len(words) > 0 {
			lines = append(lines, fmt.Sprintf("%d: %s", pc, strings.Join(words, ", ")))
		}
	}
	return strings.Join(lines, "\n")
}
