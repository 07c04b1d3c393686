package lostresult_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/lostresult"
)

func TestCheck(t *testing.T) { checktest.Run(t, lostresult.Check) }
