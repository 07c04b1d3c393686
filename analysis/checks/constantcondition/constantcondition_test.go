package constantcondition_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/constantcondition"
)

func TestCheck(t *testing.T) { checktest.Run(t, constantcondition.Check) }
