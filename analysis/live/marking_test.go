package live_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// program returns the facts of a text.
func program(text string) *facts.Code {
	return facts.NewCode(compile.Compile(source.NewFile("test.lua", text)).Main, value.Library{}, nil)
}

// TestMarking compares which lines are dead with what the comments of a program say.
func TestMarking(t *testing.T) {
	text := must.Read(t, "testdata/marking/dead.lua")
	p := program(text)
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

// TestMarkingGoesRound counts the steps of markings where what is live is found against the
// order in which it is looked for: fields of one table, each of which gets what the next one had
// a turn of the loop before, and labels each of which is before the one that leads to it.
func TestMarkingGoesRound(t *testing.T) {
	for name, write := range map[string]func(n int) string{
		"fields": func(n int) string {
			var b strings.Builder
			b.WriteString("local more = ... local t = {} while more() do\n")
			for i := range n {
				fmt.Fprintf(&b, "t.a%d = t.a%d\n", i, i+1)
			}
			return b.String() + "end return t.a0"
		},
		"labels": func(n int) string {
			var b strings.Builder
			fmt.Fprintf(&b, "local x = ... local c = x goto L%d\n", n)
			for i := range n {
				fmt.Fprintf(&b, "::L%d:: x = x + c goto L%d\n", i+1, i)
			}
			return b.String() + "::L0:: return x"
		},
	} {
		steps := func(n int) float64 {
			p := program(write(n))
			p.Constants()
			var all meter.Meter
			p.In(&all).Marking(value.None)
			return float64(all.Steps())
		}
		least, most := steps(1000), steps(4000)
		t.Logf("%s: %.0f, then %.0f steps", name, least, most)
		if most > 5*least {
			t.Errorf("%s: marking four times as much takes %.0f steps, and %.0f", name, least, most)
		}
	}
}
