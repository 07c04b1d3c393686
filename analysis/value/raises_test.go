package value

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/syntax"
)

// refusals are the operations that operands are handed to one by one: v is the operand, and w a
// second one.
var refusals = []struct {
	op   bc.Op
	code string
	of   func(v, w Value) []Value
}{
	{bc.GETTABLE, "local _ = v.x", first},
	{bc.SETTABLE, "v.x = 1", first},
	{bc.CALL, "v()", first},
	{bc.TFORCALL, "for _ in v do break end", first},
	{bc.LEN, "local _ = #v", first},
	{bc.UNM, "local _ = -v", first},
	{bc.ADD, "local _ = v + w", pair},
	{bc.MOD, "local _ = v % w", pair},
	{bc.CONCAT, "local _ = v .. w", pair},
	{bc.LT, "local _ = v < w", pair},
	{bc.LE, "local _ = v <= w", pair},
	{bc.FORPREP, "for _ = v, w do break end", func(v, w Value) []Value { return []Value{v, w, OfInt(1)} }},
	{bc.FORPREP, "for _ = 1, w, v do break end", func(v, w Value) []Value { return []Value{OfInt(1), w, v} }},
}

func first(v, _ Value) []Value { return []Value{v} }
func pair(v, w Value) []Value  { return []Value{v, w} }

// TestRaises asks every Lua there is whether what is said to raise an error does, and what is not said to
// of constants does not.
func TestRaises(t *testing.T) {
	for program, dialect := range map[string]syntax.Dialect{
		"lua5.1": syntax.Lua51, "lua5.2": syntax.Lua52, "lua5.3": syntax.Lua53, "lua5.4": syntax.Lua54, "luajit": syntax.LuaJIT,
	} {
		t.Run(program, func(t *testing.T) { askWhatRaises(t, external.Program(t, program), dialect) })
	}
}

func askWhatRaises(t *testing.T, program string, dialect syntax.Dialect) {
	var one, all Pool
	one.SetDialects(dialect)
	all.SetDialects(syntax.Any)
	list := []struct {
		text string
		of   func(*Pool) Value
	}{
		{"nil", is(Of(Nil))}, {"true", is(OfBool(true))}, {"false", is(OfBool(false))}, {"0", is(OfInt(0))},
		{"7", is(OfInt(7))}, {"1.5", is(OfFloat(1.5))}, {"{}", is(OfTable(1))}, {"function() end", is(OfFunction(1))},
		{"setmetatable({}, over)", is(Of(Table))}, {"io.stdout", is(Of(Other))},
		{"'z'", func(p *Pool) Value { return p.OfString("z") }}, {"'10'", func(p *Pool) Value { return p.OfString("10") }},
	}
	var text strings.Builder
	text.WriteString("local function over() return nil end\nover = { __index = over, __newindex = over, __call = over, __len = over, __unm = over," +
		" __add = over, __mod = over, __concat = over, __lt = over, __le = over }\nlocal all, n = {}, 0\n")
	for _, o := range list {
		fmt.Fprintf(&text, "n = n + 1 all[n] = %s\n", o.text)
	}
	for _, r := range refusals {
		fmt.Fprintf(&text, "for i = 1, n do for k = 1, n do io.write(pcall(function(v, w) %s end, all[i], all[k]) and '.' or '!') end end\n", r.code)
	}
	cmd := exec.Command(program, "-")
	cmd.Stdin = strings.NewReader(text.String())
	answers, err := cmd.Output()
	if err != nil || len(answers) != len(refusals)*len(list)*len(list) {
		t.Fatal(err, len(answers))
	}
	claims := 0
	for _, r := range refusals {
		for _, a := range list {
			for _, b := range list {
				raised := answers[0] == '!'
				answers = answers[1:]
				claimed := one.Raises(r.op, r.of(a.of(&one), b.of(&one))...)
				if claimed {
					claims++
				}
				switch {
				case !raised && (claimed || all.Raises(r.op, r.of(a.of(&all), b.of(&all))...)):
					t.Errorf("%s with %s and %s raises no error", r.code, a.text, b.text)
				case raised && !claimed && !a.of(&one).hasMetatable() && !b.of(&one).hasMetatable():
					t.Errorf("%s with %s and %s raises an error", r.code, a.text, b.text)
				}
			}
		}
	}
	if claims == 0 {
		t.Error("nothing is claimed")
	}
}

func is(v Value) func(*Pool) Value { return func(*Pool) Value { return v } }
