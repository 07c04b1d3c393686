package waste_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestParts asks what a text has for nothing: unused functions, the lines of the stores of
// cascades, tables that are only filled, tables of functions that nothing can call, and
// fields that nothing reads.
func TestParts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local function f() end", "function f"},
		{"local function f() end f()", ""},
		{"local function f() return g() end local function h() return f() end", "function f, function h"},
		{"local function f() return f() end", "function f"},
		{"local function f() end return f", ""},
		{"local n = 0\nfor i = 1, 2 do\nn = n + i\nend", "cascade 1 3"},
		{"local n = 0\nfor i = 1, 2 do\nn = n + i\nend\nprint(n)", ""},
		{"local a = ...\nlocal b = #a\nlocal c = b .. 1", "possible cascade 1 2 3"},
		{"local a = 1\nlocal b = a\nlocal c = b", "cascade 1 2 3"},
		{"local t = {}\nt.x = 1", "write-only table t"},
		{"local t = {}\nt.x = 1\nprint(t.x)", ""},
		{"local t = {}\nt.x = 1\nf(t)", ""},
		{"local t = {}\nt.x, t.y = 1, 2\nprint(t.y)", "field t.x"},
		{"local t = {}\nt.x, t.y = 1, 2\nprint(t.y, t[...])", ""},
		{"local M = {}\nfunction M.f() return M.g() end\nfunction M.g() return M.f() end", "table M"},
		{"local M = {}\nfunction M.f() return M.g() end\nfunction M.g() return M.f() end\nreturn M", ""},
	} {
		u := compile.Compile(source.NewFile("test.lua", c.text))
		if len(u.Errors) > 0 {
			t.Fatalf("%s: %v", c.text, u.Errors[0])
		}
		p := waste.Of(facts.Of(u, 0, new(facts.Memory)), new(waste.Memory))
		if got := strings.Join(partsOf(p), ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func partsOf(p *waste.Parts) (out []string) {
	name := func(m waste.Member) string {
		return p.Text.Name(&p.Unit.Res.Bindings[p.StoreOf(m).Binding])
	}
	for _, f := range p.UnusedFunctions() {
		out = append(out, "function "+p.Text.Name(&p.Unit.Res.Bindings[f.Binding]))
	}
	for _, c := range p.Cascades() {
		what := "cascade"
		if !c.Certain {
			what = "possible cascade"
		}
		for _, m := range c.Members {
			what += fmt.Sprint(" ", p.Text.Line(p.Text.StoredAt(p.StoreOf(m)).Start))
		}
		out = append(out, what)
	}
	for _, table := range p.WriteOnlyTables() {
		out = append(out, "write-only table "+name(table.Holders[0]))
	}
	for _, table := range p.UnusedTables() {
		out = append(out, "table "+name(table.Holder))
	}
	for _, f := range p.UnreadFields() {
		out = append(out, "field "+p.Unit.File.Slice(f.Stores[0].At()))
	}
	return out
}
