package proof_test

import (
	"strings"
	"testing"

	"luaflow/analysis/fix/proof"
	"luaflow/analysis/flow"
	"luaflow/compile/syntax"
)

// TestDoubledText holds that a text which the program puts together out of itself, over
// and over, is followed to a bound: of n doublings there are two to the power of n pieces.
// Beyond the bound it may name anything.
func TestDoubledText(t *testing.T) {
	for _, c := range []struct {
		doublings int
		call      string
		has       bool
	}{
		{3, "load(a)", true},
		{3, "require(a)", true},
		{60, "load(a)", false},
		{60, "require(a)", false},
		{60, "pcall(require, a)", false},
		{60, "local b = require('m' .. a)", false},
		{60, "print(a)", true},
	} {
		u := parse(t, "local a = 'x'"+strings.Repeat(" a = a .. a", c.doublings)+" "+c.call+" local t = ... t.rep = 1")
		var names proof.Names
		if has := names.Has(flow.New(u.Main, new(flow.Memory)), syntax.Lua53, "string.rep"); has != c.has {
			t.Errorf("%d doublings, then %s: string.rep is the standard one: %t", c.doublings, c.call, has)
		}
	}
}
