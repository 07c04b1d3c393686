package samebranches_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/samebranches"
)

func TestCheck(t *testing.T) { checktest.Run(t, samebranches.Check) }
