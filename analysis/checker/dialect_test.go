package checker

import (
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestDialects: what later dialects add is a use where it uses, a write where it writes,
// and leads where it leads. Each text is followed by the findings, as line:code.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		dialects   syntax.Dialect
		text, want string
	}{
		// Closing is a use, whichever way the scope is left.
		{syntax.Lua54, "local x <close> = f()", ""},
		{syntax.Lua54, "local x <close> = f() return 1", ""},
		{syntax.Lua54, "local x <close> = f() while true do end", ""},
		{syntax.Lua54, "local x <close> = f() error()", ""},
		{syntax.Lua54, "while f() do local x <close> = f() if g() then break end end", ""},
		{syntax.Lua54, "do local x <close> = f() goto out end ::out::", ""},
		{syntax.Lua54, "local t = {} t.a = 1 local x <close> = t", ""},
		{syntax.Lua54, "local t = {} t.a = 1 for k in f, nil, nil, t do f(k) end", ""},
		{syntax.Lua54, "local f <close> = function() end g()", "1:certain-error"},
		{syntax.Lua54, "local f <const> = function() end g()", "1:unused-function"},
		{syntax.Lua54, "local function h() end\nlocal f <close> = function() h() end g()", "2:certain-error"},
		{syntax.Lua54, "local function h() end\nlocal f <const> = function() h() end g()", "1:unused-function 2:unused-function"},
		// It reads what was written before it.
		{syntax.Lua54, "local n do local x <close> = f(function() g(n) end) n = 1 end n = 2 g(n)", ""},
		{syntax.Lua54, "local n while a do local x <close> = f(function() g(n) end) n = 1 if a then break end end n = 2 g(n)", ""},
		{syntax.Lua54, "local n do local x <close> = f(function() g(n) end) n = 1 goto out end ::out:: n = 2 g(n)", ""},
		{syntax.Lua54, "local n repeat n = 2 local x <close> = f(function() g(n) end) n = 1 until a n = 2 g(n)", ""},
		{syntax.Lua54, "local n = f() do local x <close> = f(function() g(n) end) n = 1 return end", ""},
		{syntax.Lua54, "local n do local x <const> = f(function() g(n) end) n = 1 end n = 2 g(n)", "1:unused-local 1:dead-store"},
		// A constant is a local like others.
		{syntax.Lua54, "local x <const> = f()", "1:unused-local"},
		{syntax.Lua54, "local x <const> = 1\nx = 2", "1:never-read 2:syntax-error"},
		{syntax.Lua54, "local x <const> = false\nif x then\nf() end", "2:constant-condition"},
		// The table of the extra arguments uses them.
		{syntax.Lua51, "return function(...) return arg.n end", ""},
		{syntax.Lua51, "return function(...) return 1 end", "1:unused-parameter"},
		{syntax.Lua52, "return function(...) return arg.n end", "1:unused-parameter"},
		{syntax.Lua55, "return function(...t) return #t end", ""},
		{syntax.Lua55, "return function(...t) if t.n == nil then return 1 end end", ""},
		// A declared global is no local.
		{syntax.Lua55, "global x x = 1", ""},
		{syntax.Lua55, "local x = 1\nglobal x x = 2", "1:unused-local"},
		{syntax.Lua55, "global function f() end", ""},
		// LuaJIT's integers are no numbers of 5.3.
		{syntax.LuaJIT, "local x = 1LL / 2 if x == 0 then f() end", ""},
	} {
		u := compile.CompileAs(source.NewFile("test.lua", c.text), syntax.Language{Dialects: c.dialects})
		var got []string
		for _, f := range Check(u) {
			got = append(got, string(rune('0'+u.File.Line(f.Span.Start)))+":"+f.Code)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v %q: %q, want %q", c.dialects, c.text, s, c.want)
		}
	}
}
