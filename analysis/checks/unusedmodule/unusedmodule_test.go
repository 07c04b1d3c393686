package unusedmodule_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedmodule"
)

func TestCheck(t *testing.T) { checktest.RunPrograms(t, unusedmodule.Check) }
