package uninitializedread_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/uninitializedread"
)

func TestCheck(t *testing.T) { checktest.Run(t, uninitializedread.Check) }
