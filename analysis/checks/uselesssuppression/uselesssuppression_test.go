package uselesssuppression_test

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/uselesssuppression"
)

// TestCheck runs all checks that are on by default, for this one is about them.
func TestCheck(t *testing.T) {
	checktest.RunAll(t, "testdata", checker.Check, func(code string) *analysis.Check {
		c, _ := checker.Lookup(code)
		return c
	})
	if uselesssuppression.Check.Code != "useless-suppression" {
		t.Error("the code is that of another check")
	}
}
