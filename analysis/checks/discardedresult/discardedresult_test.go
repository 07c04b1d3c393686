package discardedresult_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/discardedresult"
)

func TestCheck(t *testing.T) { checktest.Run(t, discardedresult.Check) }
