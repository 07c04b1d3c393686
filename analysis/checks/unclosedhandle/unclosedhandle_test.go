package unclosedhandle_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unclosedhandle"
)

func TestCheck(t *testing.T) { checktest.Run(t, unclosedhandle.Check) }
