package negatedcomparison_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/negatedcomparison"
)

func TestCheck(t *testing.T) { checktest.Run(t, negatedcomparison.Check) }
