package suppress_test

import (
	"cmp"
	"slices"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress"
	"luaflow/compile"
	"luaflow/compile/source"
)

// plain is what holds where nothing is configured.
var plain = config.Default()

// lookup is the check with a code.
func lookup(code string) *analysis.Check {
	switch code {
	case suppress.Invalid:
		return &analysis.Check{Code: code, Luacheck: []string{"021", "022", "023"}, Severity: analysis.Warning}
	case suppress.Useless:
		return &analysis.Check{Code: code, Severity: analysis.Hint}
	}
	c, _ := checker.Lookup(code)
	return c
}

func run(name, text string) suppress.Result {
	return filter(compile.Compile(source.NewFile(name, text)))
}

func filter(u *compile.Unit) suppress.Result {
	c := checker.New()
	c.Selection = checker.All()
	s := suppress.Parse(u.Tree, plain)
	found := append(c.Check(u), s.Invalid()...)
	return suppress.Filter(plain, s, u, found, func(code string) bool { return lookup(code) != nil })
}

func sorted(found []analysis.Finding) []analysis.Finding {
	slices.SortStableFunc(found, func(a, b analysis.Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return found
}

// TestCases holds what is left of the findings in each file of testdata/cases.
func TestCases(t *testing.T) {
	checktest.RunAll(t, "testdata/cases", func(u *compile.Unit) []analysis.Finding {
		r := filter(u)
		return sorted(append(r.Kept, r.Useless...))
	}, lookup)
}
