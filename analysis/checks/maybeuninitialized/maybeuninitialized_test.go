package maybeuninitialized_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/maybeuninitialized"
)

func TestCheck(t *testing.T) { checktest.Run(t, maybeuninitialized.Check) }
