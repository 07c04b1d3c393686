package outline

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// showFolds writes folds as lines counted from 0.
func showFolds(f *source.File, folds []Fold) string {
	var out []string
	for _, fold := range folds {
		at := f.Range(fold.Span, source.UTF8)
		kind := []string{"", " comment", " region"}[fold.Kind]
		out = append(out, fmt.Sprintf("%d:%d-%d:%d%s", at.Start.Line, at.Start.Col, at.End.Line, at.End.Col, kind))
	}
	return strings.Join(out, ", ")
}

func TestFolds(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = 1\nlocal y = 2", ""},
		{"function f(a)\n  return a\nend", "0:13-2:0"},
		{"function f(a) return a end", ""},
		{"if x then\n  a()\nelseif y then\n  b()\nelse\n  c()\nend", "0:9-2:0, 2:13-4:0, 4:4-6:0"},
		{"if x then a()\nend", "0:9-1:0"},
		{"for i = 1, 2 do\nend while x do\nend repeat\nuntil x do\nend", "0:15-1:0, 1:14-2:0, 2:10-3:0, 3:10-4:0"},
		{"return {\n  a,\n  { b,\n c }\n}", "0:8-4:0, 2:3-3:3"},
		{"return {}", ""},
		{"local s = [[\na\n]]", "0:12-2:2"},
		{"local s = 'a\\\nb'", "0:13-1:2"},
		{"--[[\na\n]] local x", "0:4-2:2 comment"},
		{"-- a\n-- b\nlocal x", "0:4-1:4 comment"},
		{"-- a\n\n-- b\nlocal x -- c\n-- d", ""},
		{"local x -- a\n-- b\n-- c", "1:4-2:4 comment"},
		{"do -- a\n-- b\nend", "0:2-2:0"},
		{"-- region one\nlocal x\n--#region\nlocal y\n--endregion\n-- #endregion", "0:13-5:13 region, 2:9-4:11 region"},
		{"-- regional\nlocal x\n-- endregion\n-- region", ""},
		{"-- a\n-- b\n-- region\n-- c\n-- d\n-- endregion", "0:4-1:4 comment, 2:9-5:12 region, 3:4-4:4 comment"},
		// Broken text.
		{"function f()\n  if x then\n    y()\n", "0:12-2:7, 1:11-2:7"},
		{"return {\n  a,\n", "0:8-1:4"},
	} {
		tree := parse(c.text)
		if got := showFolds(tree.File, Folds(tree, nil)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestOutermostFolds(t *testing.T) {
	tree := parse("do\n do\n  do\n  end\n end\nend\ndo\nend")
	folds := Folds(tree, nil)
	for _, c := range []struct {
		most int
		want string
	}{
		{5, "0:2-5:0, 1:3-4:1, 2:4-3:2, 6:2-7:0"},
		{3, "0:2-5:0, 1:3-4:1, 6:2-7:0"},
		{1, "0:2-5:0"},
		{0, ""},
	} {
		if got := showFolds(tree.File, Outermost(folds, c.most)); got != c.want {
			t.Errorf("of %d: got %s, want %s", c.most, got, c.want)
		}
	}
}

// TestFoldsAreOrdered holds what Folds says of order, depth and lines, and that a fold that is no region
// stands in those around it.
func TestFoldsAreOrdered(t *testing.T) {
	eachText(t, func(t *testing.T, tree *syntax.Tree) {
		t.Helper()
		folds := Folds(tree, nil)
		for i, f := range folds {
			at := tree.File.Range(f.Span, source.UTF8)
			if at.Start.Line >= at.End.Line || int(f.Span.End) > tree.File.Len() || i > 0 && f.Span.Start < folds[i-1].Span.Start {
				t.Errorf("fold %d at %v\nin %q", i, f.Span, tree.File.Text())
			}
			for _, g := range folds[:i] {
				if f.Kind == CodeFold && g.Kind == CodeFold && f.Span.Start < g.Span.End && !g.Span.Covers(f.Span) {
					t.Errorf("folds at %v and %v overlap\nin %q", g.Span, f.Span, tree.File.Text())
				}
			}
		}
		if len(Outermost(folds, len(folds)/2)) != len(folds)/2 {
			t.Errorf("not half of the folds")
		}
	})
}
