package outline

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

func TestLinks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`local a = require "a.b"`, "a.b at a.b, module"},
		{`local a = require("a" .. ('.' .. [[b]]))`, `a.b at "a" .. ('.' .. [[b]]), module`},
		{`require [[a]]`, "a at [[a]], module"},
		{`return require("a").b`, "a at a, module"},
		{`local ok, a = pcall(require, "a")`, "a at a, module"},
		{`xpcall(require, print, "a")`, "a at a, module"},
		{`dofile "x.lua" loadfile('y.lua', "t")`, "x.lua at x.lua; y.lua at y.lua"},
		{`require(name) require() require("a" .. name) require ""`, ""},
		{`local require = f require "a"`, ""},
		{`t.require "a" t:require "a" print "a" pcall(print, "a") pcall("a")`, ""},
		{`local function f(_ENV) require "a" end`, ""},
		{`function f() require "a" if`, "a at a, module"}, // broken
	} {
		u := compile.CompileAs(source.NewFile("x.lua", c.text), syntax.Language{Dialects: syntax.Lua53})
		var got []string
		for _, l := range Links(u) {
			kind := ""
			if l.IsModule {
				kind = ", module"
			}
			got = append(got, fmt.Sprintf("%s at %s%s", l.Name, u.File.Slice(l.Span), kind))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, text, c.want)
		}
	}
}
