package globals_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/config/std"
	"luaflow/analysis/facts"
	"luaflow/analysis/globals"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// fileOf returns what a text does with globals, in a version of Lua; "" for 5.3.
func fileOf(t *testing.T, text, dialect string, outside globals.Outside) *globals.Globals {
	t.Helper()
	var l syntax.Language
	if dialect != "" {
		l.Dialects, _ = syntax.ParseDialect(dialect)
	}
	u := compile.CompileAs(source.NewFile("test.lua", text), l)
	return globals.Of(facts.Of(u, 0, new(facts.Memory)), outside)
}

// TestUses finds the places at which globals are read and assigned (=), with the indices that
// lead from them: ? is one that may be any string, # one that is none. Of names in brackets a
// local variable stands in the text.
func TestUses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x = y", "x=, y"},
		{"local x = 1 return x", ""},
		{"x.y.z = 1", "x.y.z="},
		{"x['y'][k] = z", "x.y.?=, k, z"},
		{"return x[1][{}][(true)]", "x.#.#.#"},
		{"x:m(y)", "x.m, y"},
		{"(x).y()", "x.y"},
		{"function x.f() return y end", "x.f=, y"},
		{"function x() end", "x="},
		{"for k in pairs(t) do k() end", "pairs, t"},
		{"return _ENV.x, _G.y", "_ENV.x, _G.y"},
		{"local _ENV = {} return x", ""},
		{"local s = string return s.rep", "string, [string].rep"},
		{"local s = {} return s.rep", ""},
		{"local s = string s = {} return s.rep", "string"},
		{"local s = string return function() return s.rep end", "string, [string].rep"},
		{"local f = string.rep return f", "string.rep"},
		{"local k = 'rep' return string[k]", "string.rep"},
		{"local k = 'rep' return function() return string[k] end", "string.rep"},
		{"local k = 'rep' local function f() return string[k] end k = ... return f", "string.?"},
		{"local k = 'rep' k = ... return string[k]", "string.?"},
		{"return arg, function(...) return arg end", "arg"},
		{"local function f() x = = 1 end y = 1", "y="},
	} {
		g := fileOf(t, c.text, "", globals.Outside{})
		var got []string
		for i := range g.File().Uses {
			got = append(got, written(&g.File().Uses[i]))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func written(u *globals.Use) string {
	names := []string{u.Name}
	for _, index := range u.Indices {
		names = append(names, [...]string{std.Constant: index.Name, std.Anything: "?", std.NotString: "#"}[index.Kind])
	}
	if u.Held > 0 {
		names = slices.Insert(names[u.Held:], 0, "["+strings.Join(names[:u.Held], ".")+"]")
	}
	text := strings.Join(names, ".")
	if u.Write {
		text += "="
	}
	return text
}

// TestFile finds what a file does with globals as a whole, what is not understood included.
func TestFile(t *testing.T) {
	for _, c := range []struct{ text, dialect, want string }{
		{"", "", ""},
		{"x = y", "", "set x, read y"},
		{"x.y = 1 x.y.z()", "", "set x.y, read x"},
		{"_G.x = 1 return _G.y", "", "set _G.x x, read _G y"},
		{"_G.x.y = 1", "", "set _G.x.y x.y, read _G x"},
		{"rawset(_G, 'x', 1)", "", "set x, read _G rawset, leaks"},
		{"rawset(_G, ..., 1)", "", "read _G rawset, opened, leaks"},
		{"rawset({}, 'x', 1)", "", "read rawset"},
		{"_G[...] = 1", "", "set _G.?, read _G, opened, leaks"},
		{"return _G[...]", "", "read _G, leaks"},
		{"return _G['x']", "", "read _G x"},
		{"setmetatable(_G, {})", "", "read _G setmetatable, opened, leaks"},
		{"setmetatable({}, _G)", "", "read _G setmetatable, leaks"},
		{"local e = _G e.x = 1", "", "set _G.x x, read _G, leaks"},
		{"local set = rawset set(_G, 'x', 1)", "", "set x, read _G rawset, leaks"},
		{"local set = _G.rawset set(_G, 'x', 1)", "", "set x, read _G rawset, leaks"},
		{"_ENV = {}", "", "set _ENV, moved 0"},
		{"x = 1 module('m') y = 1", "5.1", "set x y, read module, moved 17"},
		{"setfenv(1, {})", "5.1", "read setfenv, moved 0"},
		{"return getfenv()", "5.1", "read getfenv, opened, leaks"},
		{"local function f() x = = 1 end", "", "set x"},
		{"global x, y = 1 x = 2", "5.5", "set x y, declared x y"},
		{"global x return x", "5.5", "read x, declared x"},
	} {
		if got := summary(fileOf(t, c.text, c.dialect, globals.Outside{}).File(), len(c.text)); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func summary(f *globals.File, length int) string {
	var out []string
	names := func(what string, set map[string]bool) {
		if len(set) > 0 {
			out = append(out, what+" "+strings.Join(slices.Sorted(maps.Keys(set)), " "))
		}
	}
	names("set", f.Set)
	names("read", f.Read)
	names("declared", f.Declared)
	if f.Opened {
		out = append(out, "opened")
	}
	if f.Leaks {
		out = append(out, "leaks")
	}
	if int(f.Moved) <= length {
		out = append(out, fmt.Sprint("moved ", f.Moved))
	}
	return strings.Join(out, ", ")
}

// rules calls what is assigned outside of functions a definition.
type rules struct{ isModule bool }

func (rules) Global(name string, indices ...std.Index) std.Status {
	if name == "known" && len(indices) == 0 {
		return std.ReadOnly
	}
	return std.Undefined
}
func (rules) Defines(isTop bool) bool { return isTop }
func (r rules) IsModule() bool        { return r.isModule }
func (rules) Scope() std.Scope        { return std.OfWorkspace }

// TestNames asks what other files need to know of one of which the second line is a module: what
// is defined is what the rules of its line call that.
func TestNames(t *testing.T) {
	at := func(line int) globals.Rules { return rules{isModule: line == 2} }
	g := fileOf(t, "a = known a.b = 1\nc = 1\nfunction f() d = e end", "", globals.Outside{At: at})
	names := g.Names()
	got := summary(&globals.File{Set: names.Set, Read: names.Read, Declared: names.Defined, Moved: 1}, 0)
	if want := "set a a.b c d f, read a e known, declared a f"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i := range g.File().Uses {
		u := &g.File().Uses[i]
		if is := g.Status(u); (is == std.ReadOnly) != (u.Name == "known") {
			t.Errorf("%s is %s", u.Path(), is)
		}
		if g.IsFromModule(u) != (u.Name == "c") {
			t.Errorf("%s is from a module: %t", u.Path(), g.IsFromModule(u))
		}
		if g.Defines(u) != (u.Name != "d" && u.Name != "e") {
			t.Errorf("%s defines: %t", u.Path(), g.Defines(u))
		}
		if g.Scope(u) != std.OfWorkspace {
			t.Errorf("%s: scope %v", u.Path(), g.Scope(u))
		}
	}
	g.Strict = true
	if g.Scope(&g.File().Uses[0]) != std.OfFile {
		t.Error("a strict file takes assignments of others")
	}
	var none *globals.Globals
	if names := none.Names(); len(names.Set)+len(names.Read)+len(names.Defined) > 0 {
		t.Errorf("nothing does %v", names)
	}
}

// TestRefutes asks what the files of a program refute, by what they do.
func TestRefutes(t *testing.T) {
	set := func(names ...string) map[string]bool {
		out := make(map[string]bool)
		for _, name := range names {
			out[name] = true
		}
		return out
	}
	n := globals.Names{Defined: set("defined"), Read: set("read"), Set: set("set", "t.x")}
	for _, c := range []struct {
		unless globals.Unless
		want   string
	}{
		{globals.Always, ""},
		{globals.UnlessDefined, "defined"},
		{globals.UnlessRead, "read"},
		{globals.UnlessSet, "set t.x"},
		{globals.UnlessFieldSet, "set set.x t.x t.x.y"},
	} {
		var got []string
		for _, name := range []string{"defined", "read", "set", "set.x", "sets", "t", "t.x", "t.x.y", "t.xy"} {
			if n.Refutes(name, c.unless) {
				got = append(got, name)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%d: %s, want %s", c.unless, got, c.want)
		}
	}
}
