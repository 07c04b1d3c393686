package unusedlocal_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedlocal"
)

func TestCheck(t *testing.T) { checktest.Run(t, unusedlocal.Check) }
