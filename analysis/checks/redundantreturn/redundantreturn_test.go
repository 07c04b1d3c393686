package redundantreturn_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/redundantreturn"
)

func TestCheck(t *testing.T) { checktest.Run(t, redundantreturn.Check) }
