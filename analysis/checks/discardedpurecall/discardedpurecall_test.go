package discardedpurecall_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/discardedpurecall"
)

func TestCheck(t *testing.T) { checktest.Run(t, discardedpurecall.Check) }
