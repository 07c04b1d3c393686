package writeonlytable_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/writeonlytable"
)

func TestCheck(t *testing.T) { checktest.Run(t, writeonlytable.Check) }
