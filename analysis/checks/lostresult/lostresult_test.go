package lostresult_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/lostresult"
)

func TestCheck(t *testing.T) { checktest.Run(t, lostresult.Check) }

// TestPrograms: functions of other files.
func TestPrograms(t *testing.T) { checktest.RunPrograms(t, lostresult.Check) }
