package invalidsuppression_test

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/invalidsuppression"
)

// TestCheck runs all checks that are on by default, for this one is about them.
func TestCheck(t *testing.T) {
	checktest.RunAll(t, "testdata", checker.Check, func(code string) *analysis.Check {
		c, _ := checker.Lookup(code)
		return c
	})
	if invalidsuppression.Check.Code != "invalid-suppression" {
		t.Error("the code is that of another check")
	}
}
