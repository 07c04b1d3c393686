package symbols_test

import (
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/symbols"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// factsOf returns the facts of a text.
func factsOf(text string) *facts.Facts {
	u := compile.CompileAs(source.NewFile("a.lua", text), syntax.Language{Dialects: syntax.Lua53})
	return facts.Of(u, value.Hosts(0), new(facts.Memory))
}

// claim begins what is said of a line of a program.
const claim = " --> "

// TestPrograms: after each line of a program stands what is named in it, but for local variables and standard names; of a program whose name
// begins with "locals", these alone.
func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.lua")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, path := range paths {
		lines := strings.SplitAfter(must.Read(t, path), "\n")
		for i := range lines {
			line, _, _ := strings.Cut(strings.TrimSuffix(lines[i], "\n"), claim)
			lines[i] = strings.TrimRight(line, " ")
		}
		f := factsOf(strings.Join(lines, "\n"))
		claims := map[int][]string{}
		file := symbols.Of(f)
		wantsLocals := strings.HasPrefix(filepath.Base(path), "locals")
		for _, o := range file.Occurrences {
			if x := &file.Things[o.Thing]; (x.Kind == symbols.Local) == wantsLocals && !isStandard(x) {
				line := f.Unit.File.Line(o.Span.Start)
				claims[line] = append(claims[line], describe(f.Unit, file, &o))
			}
		}
		for i := range lines {
			if said := claims[i+1]; said != nil {
				lines[i] += claim + strings.Join(said, "; ")
			}
		}
		must.Match(t, path, strings.Join(lines, "\n"))
	}
}

func isStandard(x *symbols.Thing) bool { return x.Kind == symbols.Global && value.Global(x.Name) != 0 }

// describe returns what is known of an occurrence.
func describe(u *compile.Unit, file *symbols.File, o *symbols.Occurrence) string {
	x := &file.Things[o.Thing]
	text := pathOf(u, file, o.Thing)
	for i, word := range []string{"defined", "required", "written", "read"} {
		if o.Roles&(1<<i) != 0 {
			text += " " + word
		}
	}
	if o.Roles&symbols.Definition == 0 {
		return text
	}
	for form, word := range map[symbols.Form]string{
		symbols.Constant: "constant", symbols.Parameter: "parameter", symbols.SelfParameter: "self", symbols.Function: "function",
		symbols.Method: "method", symbols.Class: "class",
	} {
		if x.Form == form {
			text += ", " + word
		}
	}
	if o.Whole.Valid() {
		text += fmt.Sprintf(" of lines %d to %d", u.File.Line(o.Whole.Start), u.File.Line(o.Whole.End))
	}
	for _, says := range []struct {
		word string
		what string
	}{
		{"as", x.Head}, {"in", pathOf(u, file, x.InFunction)}, {"is", pathOf(u, file, x.Holds)}, {"hides", pathOf(u, file, x.Overrides)},
		{"captured", map[bool]string{true: "by inner functions"}[x.Captured]}, {"said:", strings.ReplaceAll(x.Comment, "\n", "|")},
	} {
		if says.what != "" {
			text += ", " + says.word + " " + says.what
		}
	}
	return text
}

// pathOf returns what a thing is: "" for none.
func pathOf(u *compile.Unit, file *symbols.File, id symbols.ID) string {
	switch x := &file.Things[id]; x.Kind {
	case symbols.Local:
		return fmt.Sprintf("%s:%d", x.Name, u.File.Line(x.DefinedAt.Start))
	case symbols.Global:
		return x.Name
	case symbols.Field:
		return pathOf(u, file, x.Owner) + "." + x.Name
	case symbols.Module:
		return "(" + x.Name + ")"
	case symbols.Self:
		return "(self)"
	case symbols.Table:
		return "{}"
	}
	return ""
}

// TestExports: what a file gives to who requires it.
func TestExports(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`local M = { a = 1 } function M.b() end M.c = require "x" M.b = 1 return M`, "0  map[a:true b:true c:true] map[c:x]"},
		{`local M = {} M.c = require "x" if M then M.c = nil end return M`, "0  map[c:true] map[]"},
		{`local M = {} M.a = { b = 1 } return setmetatable(M, { __call = f })`, "0  map[a:true] map[]"},
		{`return require "x"`, fmt.Sprint(int(symbols.Module)) + " x map[] map[]"},
		{`Foo = {} Foo.a = 1 return Foo`, fmt.Sprint(int(symbols.Global)) + " Foo map[] map[]"},
		{`local M = {} M.a = 1 Foo = M return M`, "0  map[a:true] map[]"},
		{`module("x", package.seeall) function a() end`, "0  map[a:true] map[]"},
		{`local function f() module("x") end function a() end`, "0  map[] map[]"},
		{`function Foo.a() end return Foo`, fmt.Sprint(int(symbols.Global)) + " Foo map[] map[]"},
		{`module("x") function a() end b = 1 print(c)`, "0  map[a:true b:true] map[]"},
		{`return function() end`, "0  map[] map[]"},
		{`local a, b = {} return b`, "0  map[] map[]"},
		{`local M = {} M.x = ( return M`, "0  map[x:true] map[]"},
		{`local M = {} M.c = nil M.c = require "x" return M`, "0  map[c:true] map[]"},
		{`local M = setmetatable({}, { __index = require "x" }) return M`, "0  map[] map[] x"},
		{`local M = setmetatable({}, { __index = require "x" }) return {}`, "0  map[] map[]"},
		{`local M = setmetatable({}, { __index = Global }) return M`, "0  map[] map[]"},
	} {
		e := symbols.ExportsOf(factsOf(test.text))
		if got := strings.TrimSpace(fmt.Sprint(int(e.Kind), " ", e.Name, " ", e.Fields, " ", e.Modules, " ", e.Above)); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

// TestOrder: occurrences come in the order of the text, and no two are of one thing at one place.
func TestOrder(t *testing.T) {
	file := symbols.Of(factsOf("local t = { b = 1, a = 2 } function t:f() return self.a end t.b, t.a = t.a, t.b"))
	if len(file.Occurrences) < 10 {
		t.Fatal("there are too few occurrences for the test to say anything")
	}
	if !slices.IsSortedFunc(file.Occurrences, func(a, b symbols.Occurrence) int { return int(a.Span.Start) - int(b.Span.Start) }) {
		t.Error("not in the order of the text")
	}
	type placed struct {
		at source.Span
		of symbols.ID
	}
	known := map[placed]bool{}
	for _, o := range file.Occurrences {
		key := placed{o.Span, o.Thing}
		if known[key] {
			t.Errorf("%v: two occurrences of one thing", o.Span)
		}
		known[key] = true
	}
}

// TestCommentAtTop: what is written at the top of a file is said of it.
func TestCommentAtTop(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"--- A.\n-- B.\nlocal a", "A.\nB."},
		{"#!/usr/bin/lua\n\n-- A.\n\n-- B.\n", "A."},
		{"\ufeff--[==[ A.\nB. ]==]\nlocal a", "A.\nB."},
		{"-- A.\r\n-- B.\r\nlocal a", "A.\nB."},
		{"local a -- A.", ""},
		{"local a\n-- A.\n", ""},
		{"#!/usr/bin/lua", ""},
		{"", ""},
	} {
		if got := symbols.Of(factsOf(test.text)).Comment; got != test.want {
			t.Errorf("%q: %q is said, want %q", test.text, got, test.want)
		}
	}
}

// TestCompoundAssignment: what a compound assignment assigns to is read and written.
func TestCompoundAssignment(t *testing.T) {
	u := compile.CompileAs(source.NewFile("a.lua", "local M = { a = 1 } M.a += 1 n += 1 return M"), syntax.Language{Dialects: syntax.Lua53, Extensions: syntax.AddAssign})
	file := symbols.Of(facts.Of(u, value.Hosts(0), new(facts.Memory)))
	updated := 0
	for _, o := range file.Occurrences {
		if o.Roles&^symbols.Definition == symbols.Read|symbols.Write {
			updated++
		}
	}
	if updated != 2 {
		t.Errorf("%d are read and written, want 2", updated)
	}
}

// TestLongChain: to follow a value back takes no more stack than a server has, however long the way is.
func TestLongChain(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(4 << 20))
	for _, text := range []string{"local t = {} return t" + strings.Repeat(".a", 100_000), "local t = ...\n" + strings.Repeat("t = t\n", 100_000) + "return t.a"} {
		symbols.Of(factsOf(text))
	}
}
