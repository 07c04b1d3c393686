package checker

import (
	"testing"

	"luaflow/analysis/checks"
	"luaflow/analysis/checks/checktest"
)

// TestHosts runs all checks over programs whose first line says what runs them.
func TestHosts(t *testing.T) {
	checktest.RunAll(t, "testdata/hosts", Check, checks.Lookup)
}
