package names_test

import (
	"strings"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// program returns the facts of a text.
func program(t *testing.T, text string) *facts.Code {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	if !u.Analyzable() {
		t.Fatalf("%v:\n%s", u.Errors, text)
	}
	return facts.NewCode(u.Main, value.Library{}, nil)
}

// TestPath follows what the one call of a text calls.
func TestPath(t *testing.T) {
	for _, test := range []struct{ text, path string }{
		{"f()", "f"},
		{"a.b.c()", "a.b.c"},
		{"a.b:c()", "a.b.c"},
		{"a['b']()", "a.b"},
		{"local t = a.b; t.c()", "a.b.c"},
		{"local t; t = a; t()", "a"},
		{"local t = a; do local u = t.b; u() end", "a.b"},
		{"local t = a; return function() t.b() end", "a.b"},
		{"local t = a; return function() return function() t.b() end end", "a.b"},
		{"local t; t = a; return function() t.b() end", ""},
		{"local t = a; if t then t = b end; t()", ""},
		{"local t = a or b; t()", ""},
		{"local t = a; local function f() t = b end; t()", "a"},
		{"local t = a; local function f() t = b end; for _ in f do t() end", ""},
		{"a[b]()", ""},
		{"a[1]()", ""},
		{"local k = 'b'; a[k]()", ""},
		{"local t = ...; t()", ""},
		{"local t = {}; t.b()", ""},
		{"local _ENV = {}; f()", ""},
		{"_ENV.f()", "f"},
		{"_G.f()", "_G.f"},
	} {
		p := program(t, test.text)
		for i := range p.Funcs {
			f := &p.Funcs[i]
			for pc, in := range f.Proto.Code {
				if effect.ReferenceOf(in) != effect.Calls || in.Op() == bytecode.TAILCALL {
					continue
				}
				if got := strings.Join(p.Names().Path(f, p.SSA(f).Uses(pc)[0]), "."); got != test.path {
					t.Errorf("%s: calls %q, want %q", test.text, got, test.path)
				}
			}
		}
	}
}
