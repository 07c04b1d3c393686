package deprecated_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/deprecated"
)

func TestCheck(t *testing.T) { checktest.Run(t, deprecated.Check) }
