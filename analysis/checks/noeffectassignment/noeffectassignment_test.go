package noeffectassignment_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/noeffectassignment"
)

func TestCheck(t *testing.T) { checktest.Run(t, noeffectassignment.Check) }
