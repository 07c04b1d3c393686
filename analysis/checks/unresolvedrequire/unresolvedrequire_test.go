package unresolvedrequire_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unresolvedrequire"
)

func TestCheck(t *testing.T) { checktest.RunPrograms(t, unresolvedrequire.Check) }
