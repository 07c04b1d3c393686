package shadowing_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/shadowing"
)

func TestCheck(t *testing.T) { checktest.Run(t, shadowing.Check) }
