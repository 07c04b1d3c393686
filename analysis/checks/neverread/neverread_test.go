package neverread_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/neverread"
)

func TestCheck(t *testing.T) { checktest.Run(t, neverread.Check) }
