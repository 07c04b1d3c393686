package unusedfunction_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedfunction"
)

func TestCheck(t *testing.T) { checktest.Run(t, unusedfunction.Check) }
