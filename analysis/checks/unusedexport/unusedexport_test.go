package unusedexport_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedexport"
)

func TestCheck(t *testing.T) { checktest.RunPrograms(t, unusedexport.Check) }
