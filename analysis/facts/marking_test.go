package facts

import (
	"strings"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// TestMarking compares which lines are dead with what the comments of a program say.
func TestMarking(t *testing.T) {
	p, text := readProgram(t, "testdata/marking/dead.lua")
	lines := strings.Split(text, "\n")
	code := make([]bool, len(lines)+1)
	live := make([][2]bool, len(lines)+1)
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for pc := range f.Proto.Code {
			line := f.Proto.Lines.At(pc)
			if f.Proto.Code[pc].Op() == bytecode.JMP {
				continue // the one at the end of a loop is on the line of the last statement
			}
			code[line] = true
			for level := range live[line] {
				if p.Marking(value.Impact(level)).Live(f, pc) {
					live[line][level] = true
				}
			}
		}
	}
	for k, text := range lines {
		if !code[k+1] {
			continue
		}
		want := ""
		if _, comment, ok := strings.Cut(text, " -- "); ok {
			want = comment
		}
		got := ""
		switch live[k+1] {
		case [2]bool{false, false}:
			got = "dead"
		case [2]bool{true, false}:
			got = "lenient"
		case [2]bool{false, true}:
			got = "live in the lenient marking only"
		}
		if got != want {
			t.Errorf("line %d is %q: %s", k+1, got, text)
		}
	}
}
