package uselesssuppression_test

import (
	"testing"

	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/checks/checktest"
)

// TestCheck runs all checks that are on by default, for this one is about them.
func TestCheck(t *testing.T) {
	checktest.RunAll(t, "testdata", checker.Check, checks.Lookup)
}
