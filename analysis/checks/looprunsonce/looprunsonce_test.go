package looprunsonce_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/looprunsonce"
)

func TestCheck(t *testing.T) { checktest.Run(t, looprunsonce.Check) }
