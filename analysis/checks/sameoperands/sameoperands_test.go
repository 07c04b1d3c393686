package sameoperands_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/sameoperands"
)

func TestCheck(t *testing.T) { checktest.Run(t, sameoperands.Check) }
