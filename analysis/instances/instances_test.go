package instances_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/instances"
	"luaflow/compile"
	"luaflow/compile/source"
)

// object begins programs with a table that a function gets, and reads a field of.
const object = "local function use(t) return t.y end local o = { x = 1, y = 2 } use(o) "

// TestUnreadFields asks which fields of tables nothing reads. An object of a class is marked.
func TestUnreadFields(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{object, "x"},
		{object + "o.x = 3", "x x"},
		{object + "print(o)", "x"},
		{object + "return o", ""},
		{object + "G = o", ""},
		{object + "f(o)", ""},
		{object + "print(o[...])", ""},
		{object + "o[...] = 1", ""},
		{object + "o[1] = o[2]", "x"},
		{object + "print(o.x)", ""},
		{object + "print('x')", ""},
		{object + "print(o < ...)", ""},
		{object + "local l = {} l[1] = o", "x"},
		{object + "local l = {} l[1] = o table.insert(l, o)", "x"},
		{object + "local l = {} l[1] = o return l", ""},
		{object + "local l = {} for k, v in pairs(l) do f(v) end l.o = o", ""},
		{object + "local l = {} for k, v in ipairs(l) do f(v) end l[1] = o", ""},
		{object + "setmetatable(o, {})", "object x"},
		{object + "setmetatable(o, {__index = {z = 1}})", "object x object z"},
		{object + "setmetatable(o, {__index = G})", ""},
		{object + "setmetatable(o, {__index = function(t, k) return k end})", ""},
		{object + "setmetatable(o, {__gc = function(t) G = t end})", ""},
		{object + "setmetatable(o, {__gc = function(t) print(t.y) end})", "object x"},
		{object + "setmetatable(o, {__newindex = function() end})", ""},
		{object + "setmetatable(o, {__call = function(t, g) g(t) end}) o(f)", ""},
		{object + "setmetatable(o, {__call = function(t, g) g(t.y) end}) o(f)", "object x"},
		{object + "setmetatable(o, {__lt = function(a, b) return f(b) end}) table.sort({o, o})", ""},
		{object + "setmetatable(o, {__lt = function(a, b) return a.y < b.y end}) table.sort({o, o})", "object x"},
		{object + "setmetatable(o, {__len = function(_, t) return f(t) end}) print(#o)", ""},
		{object + "setmetatable(o, {__len = function(_, t) return t.y end}) print(#o)", "object x"},
		{object + "setmetatable(o, {__tostring = setmetatable({}, {__call = function(_, t) return f(t) end})}) print(o)", ""},
		{object + "local l = setmetatable({}, {__pairs = function() return f end}) for _, v in pairs(l) do v.o = o end", ""},
		{object + "setmetatable(o, ...)", ""},
		{object + "local m = {} m[...] = 1 setmetatable(o, m)", ""},
		{object + "getmetatable(o).__index = G", ""},
		{object + "local function g(...) return ... end g(o)", ""},
		{object + "local function g(a) return a end f(g(o))", ""},
		{object + "local function g(a) return 1, a end local _, p = g(o) f(p)", ""},
		{object + "local function g() return o end print(g().y)", "x"},
		{object + "local p = nil if f() then p = o end f(p)", ""},
		{object + "for k in next, o do f(k) end", ""},
		{object + "for k in next, {o} do f(k) end", ""},
		{object + "for k, v in ipairs(o) do f(v) end", "x"},
		{object + "for k, v in ipairs({o}) do print(v.y) end", "x"},
		{object + "local function g() return 1, o end local l = {g()} f(l)", ""},
		{object + "local function g() return 1, o end local l = {g()} print(l[2].y)", "x"},
		{object + "local function g() return 1, o end local function h(...) f(...) end h(g())", ""},
		{object + "local function g() return 1, o end local function h(n, p) return p.y end h(g())", ""},
		{object + "pcall(f, o)", ""},
		{object + "local function g(a) f(a) end pcall(g, o)", ""},
		{object + "use = f use(o)", ""},
		{object + "local function g() o = f() end print(o.y, g)", ""},
		{"local o = { x = 1 }", ""},
		{"local C = {} C.__index = C local function new() return setmetatable({x = 1}, C) end function C:y() return self.z end new():y()", "object x"},
		{"local C = {} C.__index = C local function new() return setmetatable({x = 1}, C) end function C:y() return self.z end new():y() return C", ""},
	} {
		var got []string
		for _, f := range instances.UnreadFields(programOf(t, c.text, func() {})) {
			if f.HasMetatable {
				got = append(got, "object")
			}
			for range f.Stores {
				got = append(got, f.Name)
			}
		}
		if got := fmt.Sprint(strings.Join(got, " ")); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func programOf(t *testing.T, text string, step func()) instances.Program {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %v", text, u.Errors[0])
	}
	code := facts.Of(u, 0, new(facts.Memory)).Code
	return instances.Program{Flow: code.Program, Forms: code.Forms(), Names: code.Names(), Constants: code.Constants(), Step: step}
}

// TestGrowth: of four times as many classes with one metatable, or fields of one table, the search takes about four times as many steps,
// and bytes.
func TestGrowth(t *testing.T) {
	for _, c := range []struct{ name, first, each, last string }{
		{"classes", "local M = {C0 = {y = 1}} ", "M.C%[1]d = setmetatable({w%[1]d = 1}, M.C%[2]d) M.C%[1]d.__index = M.C%[1]d ", "print(M.C1.y)"},
		{"fields", object, "o.w%[1]d = 1 print(o.r%[1]d) ", "use(o)"},
		{"unread fields", object, "o.w%[1]d = 1 ", "use(o)"},
	} {
		cost := func(n int) (steps int, bytes uint64) {
			var text strings.Builder
			text.WriteString(c.first)
			for i := 1; i <= n; i++ {
				fmt.Fprintf(&text, "(function() "+c.each+"end)() -- after %[2]d\n", i, i-1)
			}
			p := programOf(t, text.String()+c.last, func() { steps++ })
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if found := len(instances.UnreadFields(p)); found < n-1 {
				t.Fatalf("%s: %d fields of %d are found", c.name, found, n)
			}
			runtime.ReadMemStats(&after)
			return steps, after.TotalAlloc - before.TotalAlloc
		}
		fewSteps, fewBytes := cost(250)
		moreSteps, moreBytes := cost(1000)
		if moreSteps > 6*fewSteps || moreBytes > 6*fewBytes {
			t.Errorf("%s: %d steps, then %d; %d bytes, then %d", c.name, fewSteps, moreSteps, fewBytes, moreBytes)
		}
	}
}
