package certainerror_test

import (
	"testing"

	"luaflow/analysis/checks/certainerror"
	"luaflow/analysis/checks/checktest"
)

func TestCheck(t *testing.T) { checktest.Run(t, certainerror.Check) }
