package outline

import (
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

func TestSymbols(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = 1", "variable x\n"},
		{"local x <const> = 1", "constant x\n"},
		{"x = 1", ""},
		{"do local x = 1 end", ""},
		{"do local function f() end end", "function f()\n"},
		{"local f = function(a, ...) end", "function f(a, ...)\n"},
		{"local a, f = 1, function() local function g() end end", "variable a\nfunction f()\nfunction g()\n"},
		{"function f() local x end", "function f()\n"},
		{"function M . sub --[[c]] : method (a) end", "method M.sub:method(a)\n"},
		{"function M.sub.f() end", "function M.sub.f()\n"},
		{"M.f = function() end", "function M.f()\n"},
		{"M['a b'] = function() end", "function M['a b']()\n"},
		{"M.f = g", ""},
		{"return { f = function() end, g = 1, function() end, [2] = function(x) end }", "function f()\nfunction [2](x)\n"},
		{"M = { deep = { f = function() end }, flat = {} }", "object M\n  object deep\n    function f()\n"},
		{"local M = {}", "variable M\n"},
		{"function f() local t = { g = function() end } local u = {} end", "function f()\n  object t\n    function g()\n"},
		{"describe('x', function() local function inner() end end)", "function inner()\n"},
		{"function f() function g() end end", "function f()\n  function g()\n"},
		{"global function f() end global x = 1", "function f()\nvariable x\n"},
		// Broken text.
		{"function f( local x = 1", "function f()\n"},
		{"function f() if x then\nlocal function g() end\nfunction h() end", "function f()\n  function g()\n  function h()\n"},
		{"local function () end local y", "variable y\n"},
		{"local x = = 1 local y = 2", "variable x\nvariable y\n"},
		{"function M.", "function M()\n"},
	} {
		tree := parse(c.text)
		if got := showSymbols(tree.File, Symbols(tree, nil), ""); got != c.want {
			t.Errorf("%s\ngot:\n%swant:\n%s", c.text, got, c.want)
		}
	}
}

// TestSymbolSpans: the span of a statement where it defines one thing, else that of the name.
func TestSymbolSpans(t *testing.T) {
	const text = "local a = 1\nlocal b, c = 2, 3\nfunction t.f() end\nreturn { g = function() end }"
	tree := parse(text)
	var got []string
	for _, s := range Symbols(tree, nil) {
		got = append(got, tree.File.Slice(s.Span)+" | "+tree.File.Slice(s.NameSpan))
	}
	want := "local a = 1 | a\nb | b\nc | c\nfunction t.f() end | t.f\ng = function() end | g"
	if strings.Join(got, "\n") != want {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), want)
	}
}

// TestSymbolsNest holds that symbols stand inside the symbol around them, in order and apart, and that
// no function that has a name is missing.
func TestSymbolsNest(t *testing.T) {
	eachText(t, func(t *testing.T, tree *syntax.Tree) {
		t.Helper()
		named := make(map[source.Span]int)
		var check func(symbols []Symbol, around source.Span)
		check = func(symbols []Symbol, around source.Span) {
			at := around.Start
			for i := range symbols {
				s := &symbols[i]
				if s.Span.Start < at || !around.Covers(s.Span) || !s.Span.Covers(s.NameSpan) || strings.TrimSpace(s.Name) == "" {
					t.Errorf("%q at %v, its name at %v, in %v after %d\nin %q", s.Name, s.Span, s.NameSpan, around, at, tree.File.Text())
				}
				at = s.Span.End
				if s.Kind == Function || s.Kind == Method {
					named[s.NameSpan]++
				}
				check(s.Children, s.Span)
			}
		}
		check(Symbols(tree, nil), source.Span{End: source.Pos(tree.File.Len())})
		for _, s := range tree.Stats {
			var name syntax.Node
			switch s := s.(type) {
			case *syntax.LocalFunction:
				name = s.Name
			case *syntax.FunctionStat:
				name = s.Target
			default:
				continue
			}
			if at := name.Span(); named[at] != 1 && strings.TrimSpace(tree.File.Slice(at)) != "" {
				t.Errorf("the function %q at %v stands there %d times\nin %q", tree.File.Slice(at), at, named[at], tree.File.Text())
			}
		}
	})
}

// TestSymbolsOfLongText holds that names are bounded, and depth is no problem.
func TestSymbolsOfLongText(t *testing.T) {
	long := "a" + strings.Repeat(".b", 100_000)
	for _, text := range []string{
		"function " + long + "() end", long + " = function() end", "t[" + long + "] = function() end",
		"return {[" + long + "] = function() end}", "return 1" + strings.Repeat("+x", 100_000),
		"local function f(" + strings.Repeat("abcdef,", 1000) + "z) end",
	} {
		for _, s := range Symbols(parse(text), nil) {
			if len(s.Name) > maxName+10 || len(s.Parameters) > 2*maxName {
				t.Errorf("a name of %d bytes, parameters of %d", len(s.Name), len(s.Parameters))
			}
		}
	}
}
