package outline

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/testkit/samples"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// parse returns the tree of a text in any dialect.
func parse(text string) *syntax.Tree {
	return syntax.Parse(source.NewFile("x.lua", text), syntax.Language{Dialects: syntax.Any})
}

// eachText calls check with the trees of texts of many shapes.
func eachText(t *testing.T, check func(t *testing.T, tree *syntax.Tree)) {
	t.Helper()
	samples.Each(t, samples.Options{Root: "../..", Longest: 50_000, Generated: 20, Broken: 20}, func(text string) {
		t.Helper()
		check(t, parse(text))
	})
}

// showSymbols writes symbols as an outline.
func showSymbols(f *source.File, symbols []Symbol, indent string) string {
	var out strings.Builder
	for i := range symbols {
		s := &symbols[i]
		kind := []string{"variable", "constant", "function", "method", "object"}[s.Kind]
		fmt.Fprintf(&out, "%s%s %s%s\n", indent, kind, s.Name, s.Parameters)
		out.WriteString(showSymbols(f, s.Children, indent+"  "))
	}
	return out.String()
}
