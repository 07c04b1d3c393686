package unusedrequire_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedrequire"
)

func TestCheck(t *testing.T) { checktest.RunPrograms(t, unusedrequire.Check) }
