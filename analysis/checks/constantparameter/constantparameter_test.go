package constantparameter_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/constantparameter"
)

func TestCheck(t *testing.T) { checktest.Run(t, constantparameter.Check) }

// TestPrograms: functions of other files.
func TestPrograms(t *testing.T) { checktest.RunPrograms(t, constantparameter.Check) }
