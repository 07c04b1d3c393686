package luacheckrc

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"luaflow/compile/testkit/must"
)

// This file holds that what a configuration costs grows with its length and no faster, in
// the forms in which people list thousands of globals.

// forms makes configurations whose option globals has n names.
var forms = map[string]struct {
	before, each, after string
	fields              bool
}{
	"list":       {"globals = {\n", "%q,\n", "}", false},
	"returned":   {"return { std = 'lua51', globals = {\n", "%q,\n", "} }", false},
	"local list": {"local all = {\n", "%q,\n", "}\nglobals = all", false},
	"appended":   {"globals = {}\n", "globals[#globals + 1] = %q\n", "", false},
	"inserted":   {"globals = {}\n", "table.insert(globals, %q)\n", "", false},
	"fields":     {"globals = {\n", "[%q] = { fields = { 'x' } },\n", "}", true},
	"flags":      {"globals = {}\n", "globals[%q] = { read_only = true }\n", "", true},
	"function":   {"local function g()\nreturn {\n", "%q,\n", "}\nend\nglobals = g()", false},
	"text":       {"globals = {}\nfor name in ([[\n", "%s\n", "]]):gmatch('%w+') do globals[#globals + 1] = name end", false},
	"joined":     {"globals = {\n", "'V' .. (%q):sub(2),\n", "}", false},
}

func written(form string, n int) string {
	f := forms[form]
	var b strings.Builder
	b.WriteString(f.before)
	for i := range n {
		fmt.Fprintf(&b, f.each, fmt.Sprintf("V%d", i))
	}
	b.WriteString(f.after)
	return b.String()
}

func TestManyGlobals(t *testing.T) {
	for form, f := range forms {
		t.Run(form, func(t *testing.T) {
			const n = 20_000
			small, problem := evaluateText(t, written(form, n/4))
			if problem != nil {
				t.Fatal(problem)
			}
			large, problem := evaluateText(t, written(form, n))
			if problem != nil {
				t.Fatal(problem)
			}
			globals := large.Options.Get("globals")
			if got := max(len(globals.Items), len(globals.Fields)); got != n {
				t.Errorf("%d globals, want %d", got, n)
			}
			if last := fmt.Sprintf("V%d", n-1); f.fields && globals.Get(last) == nil || !f.fields && globals.Items[n-1].Text != last {
				t.Errorf("the last one is not %s", last)
			}
			if large.Cost.Steps > 4*small.Cost.Steps || large.Cost.Bytes > 5*small.Cost.Bytes {
				t.Errorf("%v for %d names, %v for a quarter of them", large.Cost, n, small.Cost)
			}
			if got := mostConstants(t, written(form, n)); got > 2*ownConstants+2*poolRow {
				t.Errorf("a function with %d constants, each of which gopher-lua looks for among all", got)
			}
		})
	}
}

// mostConstants returns how many constants the function has that has the most, as gopher-lua
// compiles it.
func mostConstants(t *testing.T, text string) (most int) {
	s := newSandbox("x", nil)
	defer s.state.Close()
	fn, _, problem := s.compile("x", []byte(text))
	if problem != nil {
		t.Fatal(problem)
	}
	var visit func(p *lua.FunctionProto)
	visit = func(p *lua.FunctionProto) {
		most = max(most, len(p.Constants))
		for _, inner := range p.FunctionPrototypes {
			visit(inner)
		}
	}
	visit(fn.Proto)
	return most
}

// TestLongList: gopher-lua puts items of a list in wrong places that are beyond what one of
// its instructions can count to.
func TestLongList(t *testing.T) {
	result, problem := evaluateText(t, "globals = {"+strings.Repeat("'a', k = 1,", 30_000)+"'z'} codes = #globals == 30001")
	if problem != nil {
		t.Fatal(problem)
	}
	globals := result.Options.Get("globals").Items
	if len(globals) != 30_001 || globals[0].Text != "a" || globals[30_000].Text != "z" || !result.Options.Get("codes").Bool {
		t.Errorf("%d globals", len(globals))
	}
}

// TestFieldsAfterItems: gopher-lua replaces items by what is computed for a field that stands
// after 50 of them.
func TestFieldsAfterItems(t *testing.T) {
	for _, n := range []int{1, 49, 50, 51, 100, 25_000, 26_000, 40_000} {
		var text strings.Builder
		text.WriteString("local function two() return 'x', 'y' end\nglobals = {")
		for i := range n {
			fmt.Fprintf(&text, "'v%d',", i)
			if i%7 == 0 && n < 1000 {
				fmt.Fprintf(&text, "k%d = { fields = { two() } },", i)
			}
		}
		text.WriteString("two(), last = { read_only = not nil } }")
		result, problem := evaluateText(t, text.String())
		if problem != nil {
			t.Fatal(problem)
		}
		globals := result.Options.Get("globals")
		if len(globals.Items) != n+1 || globals.Items[n].Text != "x" || globals.Get("last") == nil {
			t.Errorf("%d items: %d", n, len(globals.Items))
			continue
		}
		for i := range n {
			if got := globals.Items[i].Text; got != fmt.Sprint("v", i) {
				t.Errorf("%d items: item %d is %q", n, i, got)
				break
			}
		}
	}
}

// TestCostIsTheSame: what a configuration costs does not depend on what else the machine
// does, and the cost is what it is refused by.
func TestCostIsTheSame(t *testing.T) {
	const text = "x = 0 while true do x = x + 1 end"
	file := filepath.Join(t.TempDir(), ".luacheckrc")
	must.Write(t, file, text)
	first, problem := evaluateFile(file)
	again, _ := evaluateFile(file)
	if problem == nil || first.Cost != again.Cost || first.Cost.Steps != Limit.Steps+1 {
		t.Errorf("%v: %v, and again %v", problem, first.Cost, again.Cost)
	}
	longer, problem := evaluateText(t, "for i = 1, 1e6 do local s = i .. 'x' end codes = true")
	if problem != nil || longer.Cost.Steps < 3_000_000 || longer.Cost.Bytes < 6_000_000 {
		t.Errorf("%v: %v", problem, longer.Cost)
	}
}

// TestRewritten runs what is rewritten before it is compiled.
func TestRewritten(t *testing.T) {
	many := make([]string, 120)
	for i := range many {
		many[i] = fmt.Sprintf("'%d'", i)
	}
	text := `
local function two() return "a", "b" end
local joins = setmetatable({}, { __concat = function(a, b) return type(a) .. "|" .. type(b) end })
a = two() .. two() .. (...  or "none")
b = 1 .. 2
c = joins .. "x"
d = "x" .. "y" .. joins
e = "x" .. 1 .. joins .. "y" .. "z"
f = #(` + strings.Join(many, " .. ") + `)
g = select(2, pcall(function() return "x" .. nil .. "y" end))
h = { two(), two() }
i = { two(), k = two(), [3] = "c" }
j = ("x"):rep(2) .. -1
local constants = {` + strings.Repeat("'q', ", 10) + strings.Join(many, ", ") + strings.ReplaceAll(", "+strings.Join(many, ", "), ", '", ", 'k") + `}
k = constants[#constants]
l = 10 + 1000 + 1001 .. ""
`
	result, problem := evaluateText(t, text)
	if problem != nil {
		t.Fatal(problem)
	}
	for name, want := range map[string]string{
		"a": "aanone", "b": "12", "c": "table|string", "d": "xstring|table", "e": "x1table|string",
		"g": "attempt to concatenate a nil value", "j": "xx-1", "k": "k119", "l": "2011",
	} {
		if got := result.Options.Get(name).Text; got != want && !strings.HasSuffix(got, want) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if n := result.Options.Get("f").Number; n != 250 {
		t.Errorf("f is %v", n)
	}
	if h := result.Options.Get("h").Items; len(h) != 3 || h[2].Text != "b" {
		t.Errorf("h is %v", h)
	}
}
