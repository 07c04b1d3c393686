package deadcycle_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/deadcycle"
)

func TestCheck(t *testing.T) { checktest.Run(t, deadcycle.Check) }
