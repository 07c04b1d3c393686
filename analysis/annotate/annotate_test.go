package annotate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/place"
	"luaflow/analysis/testkit/samples"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// sample is a text, with what is known and found of it.
type sample struct {
	*waste.Parts
	text  string
	found []analysis.Finding
}

func newSample(text string) *sample {
	u := compile.CompileAs(source.NewFile("x.lua", text), syntax.Language{Dialects: syntax.Any})
	return &sample{place.PartsOf(u, 0), text, checker.Check(u)}
}

// all returns the span of the text.
func (s *sample) all() source.Span { return source.Span{End: source.Pos(len(s.text))} }

// tokens returns all tokens.
func (s *sample) tokens() []Token { return Tokens(s.Parts, MarksOf(s.found), s.all()) }

// eachSample calls check with texts of many shapes.
func eachSample(t *testing.T, check func(t *testing.T, s *sample)) {
	t.Helper()
	samples.Each(t, samples.Options{Root: "../..", Longest: 20_000, Generated: 50, Broken: 6}, func(text string) {
		t.Helper()
		check(t, newSample(text))
	})
}

var typeNames = []string{"variable", "parameter", "property", "function", "method", "label"}

var modifierNames = []string{
	"declaration", "modification", "readonly", "defaultLibrary", "global", "captured", "mutated", "constant",
	"unused", "dead", "unreachable",
}

// show writes tokens as the name, the type and what is true.
func (s *sample) show(tokens []Token) string {
	var out []string
	for _, token := range tokens {
		text := fmt.Sprintf("%s:%s", s.Unit.File.Slice(token.Span), typeNames[token.Type])
		for i, name := range modifierNames {
			if token.Modifiers&(1<<i) != 0 {
				text += "," + name
			}
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = f() return x", "x:variable,declaration f:function,global x:variable"},
		{"local x", "x:variable,declaration,unused"},
		{"print(undefined)", "print:function,defaultLibrary,global undefined:variable,global"},
		{"local x = 1 return x, x", "x:variable,declaration x:variable,constant x:variable,constant"},
		{"local x = 1 if ... then x = 2 end return x", "x:variable,declaration,mutated x:variable,modification,mutated x:variable,mutated"},
		{"local x = f() x = g() return x", "x:variable,declaration,mutated,dead f:function,global x:variable,modification,mutated g:function,global x:variable,mutated"},
		{"local x <const> = ... return x", "x:variable,declaration,readonly x:variable,readonly"},
		{"local x = f() return function(p) return x + p end", "x:variable,declaration,captured f:function,global p:parameter,declaration x:variable,captured p:parameter"},
		{"local x = 1 return function() return x end", "x:variable,declaration,captured x:variable,captured,constant"},
		{"local x = 1 return function() x = x + 1 return x end", "x:variable,declaration,captured,mutated x:variable,modification,captured,mutated x:variable,captured,mutated x:variable,captured,mutated"},
		{"local function f(p) end return f", "f:function,declaration p:parameter,declaration,unused f:function"},
		{"function M.sub:go() self.x = 1 end", "M:variable,global sub:property go:method,declaration self:parameter x:property,modification"},
		{"t.f(a.b) t:m()", "t:variable,global f:function a:variable,global b:property t:variable,global m:method"},
		{"return { x = 1, f = function() end, [k] = 2 }", "x:property,declaration f:function,declaration k:variable,global"},
		{"goto done f() ::done::", "done:label f:function,global,unreachable done:label,declaration"},
		{"error() f(x)", "error:function,defaultLibrary,global f:function,global,unreachable x:variable,global,unreachable"},
		{"local print = ... print()", "print:variable,declaration print:function"},
		// Broken text: what could be refuted is not said.
		{"local x = 1 if return x", "x:variable,declaration x:variable"},
		{"local function f(p", "f:function,declaration p:parameter,declaration"},
	} {
		s := newSample(c.text)
		if got := s.show(s.tokens()); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestTokensAreInOrder holds that tokens are names, in order and apart, each in one line, that no name
// of a variable is missing, and that the tokens of a part of the text are those of the whole that stand
// there.
func TestTokensAreInOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	eachSample(t, func(t *testing.T, s *sample) {
		t.Helper()
		all := s.tokens()
		at := source.Pos(0)
		starts := make(map[source.Pos]bool)
		for _, token := range all {
			if text := s.Unit.File.Slice(token.Span); token.Span.Start < at || text == "" || strings.ContainsAny(text, " \n\t(") {
				t.Fatalf("%q at %v, after %d\nin %q", text, token.Span, at, s.text)
			}
			at = token.Span.End
			starts[token.Span.Start] = true
		}
		for name := range s.Unit.Tree.Names.All() {
			if !starts[name.Start] && !name.Span().Empty() {
				t.Fatalf("%q at %v is missing\nin %q", s.Unit.File.Slice(name.Span()), name.Span(), s.text)
			}
		}
		start := source.Pos(rnd.IntN(len(s.text) + 1))
		part := source.Span{Start: start, End: start + source.Pos(rnd.IntN(len(s.text)+1-int(start)))}
		want := slices.DeleteFunc(slices.Clone(all), func(t Token) bool { return !t.Span.Overlaps(part) })
		if got := Tokens(s.Parts, MarksOf(s.found), part); !slices.Equal(got, want) {
			t.Fatalf("in %v got %s\nwant %s\nin %q", part, s.show(got), s.show(want), s.text)
		}
	})
}

// TestTokensAgreeWithChecks holds that the names of findings about what is unused and what is unreachable
// say so, and that no other name does; and that what is dead is something that a check calls dead.
func TestTokensAgreeWithChecks(t *testing.T) {
	unused := []string{"unused-local", "unused-parameter", "unused-loop-variable", "unused-function", "unused-label", "unused-global"}
	seen := map[string]int{}
	eachSample(t, func(t *testing.T, s *sample) {
		t.Helper()
		wanted := map[source.Pos]source.Span{} // by their ends
		var faded []source.Span
		for _, f := range s.found {
			switch {
			case slices.Contains(unused, f.Code):
				wanted[f.Span.End] = f.Span
				for _, r := range f.Related {
					if r.Also {
						wanted[r.Span.End] = r.Span
					}
				}
				seen[f.Code]++
			case f.Code == "unreachable-code":
				faded = append(faded, f.Fade)
				seen[f.Code]++
			}
		}
		tokens := s.tokens()
		for _, token := range tokens {
			isFaded := slices.ContainsFunc(faded, func(at source.Span) bool { return at.Covers(token.Span) })
			if is := token.Modifiers&Unused != 0; is && !wanted[token.Span.End].Covers(token.Span) {
				t.Errorf("%s at %v says that it is unused\nin %q", s.show([]Token{token}), token.Span, s.text)
			}
			if is := token.Modifiers&Unreachable != 0; is != isFaded {
				t.Errorf("%s at %v: unreachable is %v\nin %q", s.show([]Token{token}), token.Span, is, s.text)
			}
		}
		for _, f := range s.found {
			if f.Code == "unused-local" && !slices.ContainsFunc(tokens, func(t Token) bool { return t.Span == f.Span && t.Modifiers&Unused != 0 }) {
				t.Errorf("the name at %v is said to be used\nin %q", f.Span, s.text)
			}
		}
	})
	for _, code := range append(unused[:4:4], "unreachable-code") {
		if seen[code] == 0 {
			t.Errorf("no text has %s", code)
		}
	}
}
