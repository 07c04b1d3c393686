package emptyblock_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/emptyblock"
)

func TestCheck(t *testing.T) { checktest.Run(t, emptyblock.Check) }
