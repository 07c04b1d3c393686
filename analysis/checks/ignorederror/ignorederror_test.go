package ignorederror_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/ignorederror"
)

func TestCheck(t *testing.T) { checktest.Run(t, ignorederror.Check) }
