package suppress_test

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/config"
	"luaflow/compile"
	"luaflow/compile/source"
)

// plain is what holds where nothing is configured.
var plain = config.Default()

func run(name, text string) []analysis.Finding {
	return check(compile.Compile(source.NewFile(name, text)))
}

// check returns what is left of the findings of all checks.
func check(u *compile.Unit) []analysis.Finding {
	c := checker.New()
	c.All = true
	return c.Check(u)
}

// TestCases holds what is left of the findings in each file of testdata/cases.
func TestCases(t *testing.T) {
	checktest.RunAll(t, "testdata/cases", check, checks.Lookup)
}

// TestCount: every finding is kept or suppressed.
func TestCount(t *testing.T) {
	u := compile.Compile(source.NewFile("x.lua", "local a, b = 1, 2 -- luaflow: ignore /a\n-- luaflow: ignore (all)\nlocal c = 3\n"))
	c := checker.New()
	if kept := c.Check(u); len(kept) != 1 || len(c.Suppressed) != 2 {
		t.Errorf("%d kept, %d suppressed", len(kept), len(c.Suppressed))
	}
	c.Check(compile.Compile(source.NewFile("y.lua", "")))
	if len(c.Suppressed) != 0 {
		t.Error("those of the last file are still there")
	}
}
