package suppress

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestGlobalRules compares, in random texts, what is said of each name on each line with
// what all comments in force there say together.
func TestGlobalRules(t *testing.T) {
	names := []string{"alpha", "beta", "gamma", "print", "string"}
	options := []string{
		"globals %s", "read globals %s.field", "new globals %s", "not globals %s", "std lua51", "std none",
		"allow defined", "module", "ignore %s", "new read globals %s %[1]s.x", "push", "pop", "push globals %s",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var b strings.Builder
		for range 2 + r.IntN(12) {
			option := options[r.IntN(len(options))]
			if strings.Contains(option, "%") {
				option = fmt.Sprintf(option, names[r.IntN(len(names))])
			}
			code := [...]string{"", "x = 1 ", "do ", "end ", "local function f() ", "y() end "}[r.IntN(6)]
			fmt.Fprintf(&b, "%s-- luacheck: %s\n", code, option)
		}
		compareGlobalRules(t, b.String(), names)
	}
}

func compareGlobalRules(t *testing.T, text string, names []string) {
	t.Helper()
	c := config.Default()
	s := Parse(syntax.Parse(source.NewFile("x.lua", text), syntax.Language{}), c)
	on := s.GlobalRules(c)
	for line := 1; line <= strings.Count(text, "\n")+1; line++ {
		var layers []*config.Layer
		if s != nil {
			for f := s.tracks[pragma.OfLuacheck].at(line); f != nil; f = f.outer {
				layers = append(layers, f.layer)
			}
		}
		slices.Reverse(layers)
		want, got := c.With(layers...), on(line)
		if got.Defines(true) != want.Defines(true) || got.IsModule() != want.IsModule() {
			t.Fatalf("line %d: defines %t, module %t in\n%s", line, got.Defines(true), got.IsModule(), text)
		}
		for _, name := range names {
			if g, w := got.Global(name), want.Global(name); g != w {
				t.Fatalf("line %d: %s is %v, want %v in\n%s", line, name, g, w, text)
			}
		}
	}
}
