package reversedloop_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/reversedloop"
)

func TestCheck(t *testing.T) { checktest.Run(t, reversedloop.Check) }
