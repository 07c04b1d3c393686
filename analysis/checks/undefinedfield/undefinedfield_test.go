package undefinedfield_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/undefinedfield"
)

func TestCheck(t *testing.T) { checktest.Run(t, undefinedfield.Check) }

// TestPrograms: fields of what other files return.
func TestPrograms(t *testing.T) { checktest.RunPrograms(t, undefinedfield.Check) }
