package duplicatecondition_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/duplicatecondition"
)

func TestCheck(t *testing.T) { checktest.Run(t, duplicatecondition.Check) }
