package unusedparameter_test

import (
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedparameter"
)

func TestCheck(t *testing.T) { checktest.Run(t, unusedparameter.Check) }
