package uselessloop_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/uselessloop"
)

func TestCheck(t *testing.T) { checktest.Run(t, uselessloop.Check) }
