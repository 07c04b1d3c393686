package unusedloopvariable_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedloopvariable"
)

func TestCheck(t *testing.T) { checktest.Run(t, unusedloopvariable.Check) }
