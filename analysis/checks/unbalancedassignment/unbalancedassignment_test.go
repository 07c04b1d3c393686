package unbalancedassignment_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unbalancedassignment"
)

func TestCheck(t *testing.T) { checktest.Run(t, unbalancedassignment.Check) }
