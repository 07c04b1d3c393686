package selfassignment_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/selfassignment"
)

func TestCheck(t *testing.T) { checktest.Run(t, selfassignment.Check) }
