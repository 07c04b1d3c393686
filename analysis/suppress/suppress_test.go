package suppress_test

import (
	"cmp"
	"slices"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/suppress"
	"luaflow/compile"
	"luaflow/compile/source"
)

func language() *suppress.Language {
	l := &suppress.Language{
		Names: func(name string) ([]string, bool) {
			codes, ok := serverNames[name]
			return codes, ok
		},
		Std: func(name string) bool { return name == "lua52" || name == "busted" || name == "max" },
	}
	for _, code := range checker.Codes() {
		c, _ := checker.Lookup(code)
		l.Checks = append(l.Checks, c)
	}
	l.Checks = append(l.Checks, &analysis.Check{Code: suppress.Invalid, Luacheck: []string{"021", "022", "023"}, Severity: analysis.Warning},
		&analysis.Check{Code: suppress.Useless, Severity: analysis.Hint})
	return l
}

var serverNames = map[string][]string{
	"unused-vararg":    {"unused-parameter"},
	"code-after-break": {"unreachable-code"},
	"undefined-field":  nil,
}

func run(name, text string) suppress.Result {
	return filter(compile.Compile(source.NewFile(name, text)))
}

func filter(u *compile.Unit) suppress.Result {
	c := checker.New()
	c.Selection = checker.All()
	s := suppress.Parse(u.Tree, language())
	found := append(c.Check(u), s.Invalid()...)
	return s.Filter(&suppress.Query{Unit: u, Findings: found, Runs: func(string) bool { return true }})
}

func sorted(found []analysis.Finding) []analysis.Finding {
	slices.SortStableFunc(found, func(a, b analysis.Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return found
}

// TestCases holds what is left of the findings in each file of testdata/cases.
func TestCases(t *testing.T) {
	lookup := func(code string) *analysis.Check {
		for _, c := range language().Checks {
			if c.Code == code {
				return c
			}
		}
		return nil
	}
	checktest.RunAll(t, "testdata/cases", func(u *compile.Unit) []analysis.Finding {
		r := filter(u)
		return sorted(append(r.Kept, r.Useless...))
	}, lookup)
}
