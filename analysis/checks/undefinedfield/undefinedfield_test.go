package undefinedfield_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/undefinedfield"
)

func TestCheck(t *testing.T) { checktest.Run(t, undefinedfield.Check) }
