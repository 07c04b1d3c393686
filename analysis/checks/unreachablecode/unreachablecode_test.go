package unreachablecode_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unreachablecode"
)

func TestCheck(t *testing.T) { checktest.Run(t, unreachablecode.Check) }
