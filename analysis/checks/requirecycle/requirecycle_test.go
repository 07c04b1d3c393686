package requirecycle_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/requirecycle"
)

func TestCheck(t *testing.T) { checktest.RunPrograms(t, requirecycle.Check) }
