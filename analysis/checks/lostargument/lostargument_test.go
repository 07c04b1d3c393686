package lostargument_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/lostargument"
)

func TestCheck(t *testing.T) { checktest.Run(t, lostargument.Check) }

// TestPrograms: functions of other files.
func TestPrograms(t *testing.T) { checktest.RunPrograms(t, lostargument.Check) }
