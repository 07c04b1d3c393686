package outline

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestSelections shows what is around the place that ¦ marks in a text.
func TestSelections(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"f(a, ¦b + 1)", []string{"b", "b + 1", "a, b + 1", "(a, b + 1)", "f(a, b + 1)"}},
		{"f(a)\ng(¦b)", []string{"b", "(b)", "g(b)", "f(a)\ng(b)"}},
		{"t:m¦(x)", []string{"m", "t:m(x)"}},
		{"a.b.c¦.d = 1", []string{"c", "a.b.c", "a.b.c.d", "a.b.c.d = 1"}},
		{"x = 'a ¦b'", []string{"a b", "'a b'", "x = 'a b'"}},
		{"function f(a, ¦b, ...) return a end", []string{"b", "a, b, ...", "function f(a, b, ...) return a end"}},
		{"function f¦.g() end", []string{"f", "f.g", "function f.g() end"}},
		{"if x then ¦y() z() end", []string{"y", "y()", "y() z()", " y() z() ", "if x then y() z() end"}},
		{"if x then ¦ end", []string{"  ", "if x then  end"}},
		{"y() -- no¦te", []string{"-- note", "y() -- note"}},
		{"y() ¦ z()", []string{"y()  z()"}},
		{"", []string{""}},
		{"¦", []string{""}},
		// Broken text.
		{"f(a, ¦", []string{"f(a, "}},
		{"if x then f(¦b", []string{"b", "(b", "f(b", " f(b", "if x then f(b"}},
	} {
		before, after, _ := strings.Cut(c.text, "¦")
		tree := parse(before + after)
		var got []string
		for s := Selections(tree, []source.Pos{source.Pos(len(before))})[0]; s != nil; s = s.Around {
			got = append(got, tree.File.Slice(s.Span))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\ngot  %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestSelectionsGrow holds that each piece is larger than the one in it, that the first holds its place
// and the last is the text, and that several places at once have the answers that they have alone.
func TestSelectionsGrow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	eachText(t, func(t *testing.T, tree *syntax.Tree) {
		t.Helper()
		var at []source.Pos
		for range 20 {
			at = append(at, source.Pos(rnd.IntN(tree.File.Len()+1)))
		}
		for i, s := range Selections(tree, at) {
			if !s.Span.Touches(at[i]) {
				t.Errorf("%v is not at %d\nin %q", s.Span, at[i], tree.File.Text())
			}
			alone := Selections(tree, at[i:i+1])[0]
			for ; s.Around != nil; s, alone = s.Around, alone.Around {
				if !s.Around.Span.Covers(s.Span) || s.Around.Span == s.Span || s.Span != alone.Span {
					t.Fatalf("%v in %v, alone %v\nin %q", s.Span, s.Around.Span, alone.Span, tree.File.Text())
				}
			}
			if alone.Around != nil || s.Span.Len() != tree.File.Len() {
				t.Errorf("the last piece is %v\nin %q", s.Span, tree.File.Text())
			}
		}
	})
}
