package undefinedglobal_test

import (
	"slices"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/undefinedglobal"
	"luaflow/analysis/globals"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestCheck runs the check with what comments of luacheck's in the files say of globals.
func TestCheck(t *testing.T) {
	run := func(strict bool) func(*compile.Unit) []analysis.Finding {
		return func(u *compile.Unit) []analysis.Finding {
			c := checker.New()
			c.All = true
			c.StrictGlobals = strict
			return slices.DeleteFunc(c.Check(u), func(f analysis.Finding) bool { return f.Code != undefinedglobal.Check.Code })
		}
	}
	lookup := func(string) *analysis.Check { return undefinedglobal.Check.Check }
	checktest.RunAll(t, "testdata", run(false), lookup)
	checktest.RunAll(t, "testdata/strict", run(true), lookup)
}

// TestNobodySaid holds that nothing is found where nobody has said which globals there
// are.
func TestNobodySaid(t *testing.T) {
	u := compile.Compile(source.NewFile("x.lua", "x = y print(table.foo)"))
	p := analysis.NewPass(u, 0, nil, func(f analysis.Finding) { t.Errorf("found %q", f.Message) })
	p.Run(undefinedglobal.Check.Check)
}

// TestElsewhere passes what other files define.
func TestElsewhere(t *testing.T) {
	c := checker.New()
	c.All = true
	c.Elsewhere = &globals.Names{Defined: map[string]bool{"there": true}}
	u := compile.Compile(source.NewFile("x.lua", "-- luacheck: std lua53\nthere = here print(there, there.x)"))
	found := slices.DeleteFunc(c.Check(u), func(f analysis.Finding) bool { return f.Code != undefinedglobal.Check.Code })
	if len(found) != 1 || found[0].Subject.Global != "here" {
		t.Errorf("found %v", found)
	}
}
