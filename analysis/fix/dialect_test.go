package fix_test

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestStandardNamesOfDialects: reading a name that a dialect of the file lacks may raise
// an error, which no fix takes away.
func TestStandardNamesOfDialects(t *testing.T) {
	const (
		utf8   = "local c = utf8.char\n"
		unpack = "local u = unpack\n"
		tables = "local u = table.unpack\n"
	)
	for _, c := range []struct {
		dialects   syntax.Dialect
		text, want string
	}{
		{syntax.Lua53, utf8, ""},
		{syntax.Lua51, utf8, utf8},
		{syntax.Any, utf8, utf8},
		{syntax.Lua51, unpack, ""},
		{syntax.Lua53, unpack, unpack},
		{syntax.Any, unpack, unpack},
		{syntax.Lua52 | syntax.Lua53, tables, ""},
		{syntax.Lua51 | syntax.Lua53, tables, tables},
		{syntax.Any, "local f = print\n", ""},
	} {
		got, _ := fix.New(checker.CheckIn).All(source.NewFile("a.lua", c.text), fix.Options{Language: syntax.Language{Dialects: c.dialects}})
		if got != c.want {
			t.Errorf("%v %q: fixed to %q, want %q", c.dialects, c.text, got, c.want)
		}
	}
}

// TestClosedByLoops: what a generic for closes, at whichever exit, may read variables.
func TestClosedByLoops(t *testing.T) {
	for _, body := range []string{"y = 1 break", "y = 1 goto out", "y = 1"} {
		text := "local y = 0\nfor k in next, {1}, nil, setmetatable({}, {__close = function() print(y) end}) do print(k) " +
			body + " end\n::out::\ny = 2\nprint(y)\n"
		got, _ := fix.New(checker.CheckIn).All(source.NewFile("a.lua", text), fix.Options{Hints: true, Language: syntax.Language{Dialects: syntax.Lua54}})
		if want := strings.Replace(text, "\n::out::", "", 1); got != text && (strings.Contains(body, "goto") || got != want) {
			t.Errorf("%q: fixed to %q", body, got)
		}
	}
}

// TestModulesInALoop: a module that is handed round a loop is followed to an end.
func TestModulesInALoop(t *testing.T) {
	const text = `local n = ...
local a, b = require(n), nil
while n do a, b = b, a end
local x = string.rep("x", 2)
print(a, b)
`
	const want = `local n = ...
local a, b = require(n), nil
while n do a, b = b, a end
print(a, b)
`
	if got, _ := fix.New(checker.CheckIn).All(source.NewFile("a.lua", text), fix.Options{}); got != want {
		t.Errorf("fixed to %q", got)
	}
}

// TestImplicitArg: in 5.1 a function with extra arguments has them in a local `arg`, unless
// it says `...` anywhere.
func TestImplicitArg(t *testing.T) {
	for _, c := range []struct {
		text string
		arg  bool // it would change what `arg` is
	}{
		{"return function(...) local a = ... print(arg) end", true},
		{"local function f(...)\n  local a = ...\n  print(arg)\nend\nreturn f", true},
		{"local function f(...)\n  local a = ...\n  print(arg, ...)\nend\nreturn f", false},
		{"return function(...) local a = ... return function() print(arg) end end", true},
		{"return function(...) local a = ... for i = 1, #arg do print(arg[i]) end end", true},
		{"return function(...) local a = ... arg = 1 print(arg) end", true},
		{"return function(...) local a = ... print(arg, ...) end", false},
		{"return function(...) local a = ... return function(...) print(arg) end end", false},
		{"return function(...) local a = ... local arg = {} print(arg) end", false},
		{"return function(...) local a = ... print(cfg.arg) end", false},
		{"return function(...) local a = 1 print(arg) end", false},
		{"return function(b, ...) local a = function(...) return ... end print(arg, b) end", false},
		{"local a = ... print(arg)", false},
	} {
		for d, possible := range map[syntax.Dialect]bool{syntax.Lua51: true, syntax.Any: true, syntax.LuaJIT: false, syntax.Any &^ syntax.Lua51: false} {
			u := compile.CompileAs(source.NewFile("a.lua", c.text), syntax.Language{Dialects: d})
			if len(u.Errors) > 0 {
				t.Fatal(u.Errors[0])
			}
			x := fix.New(checker.CheckIn)
			verified := 0
			for _, f := range checker.Check(u) {
				for _, fx := range fixesFor(x, u, f) {
					if fx.Level == analysis.Safe && f.Code != "unused-parameter" {
						verified++
					}
				}
			}
			if (verified > 0) == (c.arg && possible) {
				t.Errorf("%v: %q: %d verified fixes", d, c.text, verified)
			}
		}
	}
}

// TestForeignComparisons: in LuaJIT a metamethod may run where a value of C is compared with
// any constant, so that to leave out the second of two equal comparisons is a risk to be told.
// In no other dialect is it a risk, nor where the text or the type of the value rules it out.
func TestForeignComparisons(t *testing.T) {
	const title = "remove the repeated condition"
	for _, c := range []struct {
		condition, want string
		operand         string // as the title quotes it; "" if there is no such fix
		isForeign       bool   // the operand may be a value of C
	}{
		{"a == 1 or a == 1", "a == 1", "a == 1", true},
		{"a == nil or a == nil", "a == nil", "a == nil", true},
		{`a ~= "x" and b and a ~= "x"`, `a ~= "x" and b`, `a ~= "x"`, true},
		{"true == a or (b or true == a)", "true == a or b", "true == a", true},
		{`s == "a" or s == "a"`, `s == "a"`, `s == "a"`, false},
		{"a == b or a == b", "", "", false},
		{"c == 1 or f(b) or c == 1", "", "", false}, // it is assigned in f
	} {
		text := "local c\nlocal function f(x) c = x return x end\nreturn function(a, b, g)\n  local s = type(a)\n  if %s then g(s) end\nend\n"
		text = strings.Replace(text, "%s", c.condition, 1)
		for _, d := range []syntax.Dialect{
			syntax.Lua51, syntax.LuaJIT, syntax.LuaJITCompat, syntax.Lua52, syntax.Lua53, syntax.Lua54, syntax.Lua55,
			syntax.Lua51 | syntax.Lua53, syntax.Any, syntax.Any &^ syntax.LuaJIT, // the last: an automatic choice where the text has `//`
		} {
			want := title
			isForeign := c.isForeign && d&syntax.LuaJIT != 0
			if isForeign {
				want += "; in LuaJIT `" + c.operand + "` may run a metamethod"
			}
			found := repeatedConditions(t, text, d)
			if isOffered := c.operand != ""; (len(found) == 1) != isOffered {
				t.Errorf("%v: %s: %d fixes", d, c.condition, len(found))
			}
			for _, fx := range found {
				if got := fix.Apply(text, fx.Edits); got != strings.Replace(text, c.condition, c.want, 1) || fx.Title != want || (fx.Level == analysis.Safe) == isForeign || fx.Preferred == isForeign {
					t.Errorf("%v: %s: %+v\n%s", d, c.condition, fx, got)
				}
			}
		}
	}
}

// repeatedConditions returns the fixes for conditions of a text that repeat others.
func repeatedConditions(t *testing.T, text string, d syntax.Dialect) (fixes []analysis.Fix) {
	t.Helper()
	u := compile.CompileAs(source.NewFile("a.lua", text), syntax.Language{Dialects: d})
	if len(u.Errors) > 0 {
		t.Fatal(u.Errors[0])
	}
	x := fix.New(checker.CheckIn)
	for _, f := range checker.Check(u) {
		if f.Code == "duplicate-condition" {
			fixes = append(fixes, fixesFor(x, u, f)...)
		}
	}
	return fixes
}

// TestForeignComparisonsOfAnyDialect: under an automatic choice of the dialect the text decides
// whether it may be LuaJIT that runs it.
func TestForeignComparisonsOfAnyDialect(t *testing.T) {
	const text = "return function(a, f) if a == 1 or a == 1 then f(%s) end end"
	for argument, isForeign := range map[string]bool{"1": true, "1 // 2": false, "1 & 2": false, "0x10": true, "1LL": true} {
		u := compile.CompileAs(source.NewFile("a.lua", strings.Replace(text, "%s", argument, 1)), syntax.Language{Dialects: syntax.Any})
		if found := repeatedConditions(t, u.File.Text(), u.Dialects); len(found) != 1 || (found[0].Level == analysis.Safe) == isForeign {
			t.Errorf("%s, in %v: %+v", argument, u.Dialects, found)
		}
	}
}
