package ignorederror_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/ignorederror"
)

func TestCheck(t *testing.T) { checktest.Run(t, ignorederror.Check) }

// TestPrograms: functions of other files.
func TestPrograms(t *testing.T) { checktest.RunPrograms(t, ignorederror.Check) }
