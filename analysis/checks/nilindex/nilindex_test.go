package nilindex_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/nilindex"
)

func TestCheck(t *testing.T) { checktest.Run(t, nilindex.Check) }
