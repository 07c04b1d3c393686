package proof_test

import (
	"testing"

	"luaflow/analysis/fix/proof"
	"luaflow/analysis/flow"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestNumbersOfDialects holds that two texts are the same only if they are in every
// dialect that they may be written in: where there are no integers, numerals are floats,
// products grow to infinity, and large integers are not told apart.
func TestNumbersOfDialects(t *testing.T) {
	const all, floats = syntax.Any, syntax.Any &^ syntax.WithIntegers
	for _, c := range []struct {
		name, text string
		same       syntax.Dialect // those in which they are the same
		apart      bool           // and not in a set with and without integers
	}{
		{"a product as a key", "local function f(n) local i = 2 for _ = 1, n do i = i * i end «local t = {} t[i - i] = 1|» return i end return f", syntax.WithIntegers, false},
		{"a sum as a key", "local function f(n) local i = 2 for _ = 1, n do i = i + i end «local t = {} t[i - i] = 1|» return i end return f", syntax.WithIntegers, false},
		{"a counter as a key", "local function f(n) local i = 0 for _ = 1, n do i = i + 1 «local t = {} t[-i % 8] = 1|» end return i end return f", all, false},
		{"a length as a key", "local function f(n) «local t = {} for _ = 1, n do t[#t + 1] = n end|for _ = 1, n do end» end return f", all, false},
		{"a doubled length as a key", "local function f(n) «local t = {} for _ = 1, n do t[#t + #t] = n end|for _ = 1, n do end» end return f", syntax.WithIntegers, false},
		{"large integers that differ", "«if 9007199254740993 == 9007199254740992 then print(1) end|» return 1", syntax.WithIntegers, false},
		{"integers in order", "«if 9007199254740992 < 9007199254740991 then print(1) end|» return 1", all, false},
		{"an integer that wraps to -1", "return «0xffffffffffffffff|-1»", syntax.WithIntegers, false},
		{"an integer that is a float elsewhere", "return «0xffffffffffffffff|18446744073709551615»", floats, false},
		{"an integer of more than 64 bits", "return «0x1ffffffffffffffff|0xffffffffffffffff»", syntax.WithIntegers, false},
		{"another integer that wraps", "return «0xffffffffffffffff|0xffffffffffff0000»", 0, false},
		{"a test of an integer that wraps", "local x = 0xffffffffffffffff «if x == 1 then print(1) end|» return x", all, true},
		{"a float with an integral value", "return «1|1.0»", floats, false},
		{"a negative zero", "return «-0|0»", syntax.WithIntegers, false},
		{"a step of zero", "«for i = 1, 2, 0 do break end|» return 1", 0, false},
		{"a remainder by zero as a key", "local function f(n) «local t = {} t[5 % 0] = 1|» return n end return f", 0, false},
		{"a comparison with nil", "local function f(x) «local y = x == nil|» return x end return f", all &^ syntax.LuaJIT, false},
		{"a comparison with a string", "local function f(x) «if x ~= 'a' then end|» return x end return f", all &^ syntax.LuaJIT, false},
		{"a comparison of types that are known", "local function f(x) local y = not x «if y == 'a' then end|» return y end return f", all, false},
		{"a comparison that repeats one", "local function f(x, g) if x == 1 «or x == 1|» then g() end end return f", all &^ syntax.LuaJIT, false},
		{"a comparison that repeats one of types that are known", "local function f(x, g) x = not x if x == true «or x == true|» then g() end end return f", all, false},
		{"a test that repeats one", "local function f(x, g) if x «or x|» then g() end end return f", all, false},
		{"a remainder by zero", "local function f(n) «local x = 1 % 0|» return n end return f", floats, false},
	} {
		before, after := marked.ReplaceAllString(c.text, "$1"), marked.ReplaceAllString(c.text, "$2")
		for _, d := range []syntax.Dialect{syntax.Lua51, syntax.LuaJIT, syntax.Lua52, syntax.Lua53, syntax.Lua54, syntax.Lua51 | syntax.LuaJIT, syntax.Lua51 | syntax.Lua53, syntax.Any} {
			mixed := d&floats != 0 && d&^floats != 0
			if err := sameIn(t, d, before, after); (err == nil) != (d&^c.same == 0 && !(c.apart && mixed)) {
				t.Errorf("%s in %v: %v", c.name, d, err)
			}
		}
	}
}

// sameIn asks for a proof about two texts of some dialects.
func sameIn(t *testing.T, d syntax.Dialect, before, after string) error {
	t.Helper()
	var programs [2]proof.Program
	for k, text := range []string{before, after} {
		u := compile.CompileAs(source.NewFile("program.lua", text), syntax.Language{Dialects: d})
		if len(u.Errors) > 0 {
			t.Fatalf("%v: %s\n%s", d, u.Errors[0], text)
		}
		programs[k].Flow = flow.New(u.Main, new(flow.Memory))
		programs[k].Dialects = d
	}
	partner := make([]int, len(programs[0].Flow.Funcs))
	for i := range partner {
		partner[i] = -1
	}
	_, err := proof.Same(programs[0], programs[1], partner)
	return err
}

// TestClosuresOfDialects holds that a function keeps what makes each of its closures a
// new one where a dialect makes no new one without it.
func TestClosuresOfDialects(t *testing.T) {
	const before = "for i = 1, 3 do on(function() local unused = i; print 'event' end) end"
	const after = "for i = 1, 3 do on(function() print 'event' end) end"
	for _, d := range []syntax.Dialect{syntax.Lua51, syntax.LuaJIT, syntax.Lua52, syntax.Lua53, syntax.Lua54, syntax.Lua55, syntax.Lua51 | syntax.LuaJIT, syntax.Lua51 | syntax.Lua52, syntax.Any} {
		err := sameIn(t, d, before, after)
		if shares := d&(syntax.Lua52|syntax.Lua53) != 0; (err != nil) != shares {
			t.Errorf("%v: %v", d, err)
		}
	}
}
