package deadstore_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/deadstore"
)

func TestCheck(t *testing.T) { checktest.Run(t, deadstore.Check) }
