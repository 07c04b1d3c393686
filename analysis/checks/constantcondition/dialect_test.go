package constantcondition

import (
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestDialects: a condition is constant if it is in every dialect that is possible.
func TestDialects(t *testing.T) {
	const every = syntax.Any
	for _, test := range []struct {
		text     string
		dialects syntax.Dialect
		found    int
	}{
		{`local five = 10 / 2 if five .. "" == "5" then f() end`, syntax.Lua51, 1},
		{`local five = 10 / 2 if five .. "" == "5" then f() end`, syntax.Lua51 | syntax.LuaJIT, 1},
		{`local five = 10 / 2 if five .. "" == "5" then f() end`, every, 0},
		{`local five = 10 / 2 if five == 5 then f() end`, every, 1},
		{`local ten = "10" + 1 if ten == 11 then f() end`, syntax.Lua54, 1},
		{`local a, b = 5.3, 0.1 if a % b > 0.09 then f() end`, syntax.Lua53, 1},
		{`local big = 9007199254740992 if big + 1 == big then f() end`, syntax.Lua51, 1},
		{`local big = 9007199254740992 if big + 1 == big then f() end`, every, 0},
		{`local all = 0xffffffffffffffff if all < 0 then f() end`, syntax.Lua53, 1},
		{`local all = 0xffffffffffffffff if all > 1e19 then f() end`, syntax.Lua52, 1},
		{`local all = 0xffffffffffffffff if all < 0 then f() end`, every, 0},
		{`local most = 0x7fffffffffffffff if most > 0 then f() end`, every, 0}, // any number stands for it
		{`local most = 0xfffffffffffff if most > 0 then f() end`, every, 1},
		{`local more = 0x1ffffffffffffffff if more < 0 then f() end`, syntax.Lua54, 1},
		{`local more = 0x1ffffffffffffffff if more < 0 then f() end`, every, 0},
		{`local _ENV = {} if x then f() end`, every, 0},
	} {
		u := compile.CompileAs(source.NewFile("a.lua", test.text), syntax.Language{Dialects: test.dialects})
		found := 0
		p := analysis.NewPass(u, 0, nil, func(analysis.Finding) { found++ })
		p.Run(Check.Check)
		if found != test.found {
			t.Errorf("%s in %s: %d findings", test.text, test.dialects, found)
		}
	}
}
