package unusedlabel_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedlabel"
)

func TestCheck(t *testing.T) { checktest.Run(t, unusedlabel.Check) }
