package unreadfield_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unreadfield"
)

func TestCheck(t *testing.T) { checktest.Run(t, unreadfield.Check) }
