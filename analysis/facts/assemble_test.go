package facts

import (
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// assemble makes a main function of a listing.
func assemble(t *testing.T, listing string) *bytecode.Proto {
	t.Helper()
	return testkit.AssembleValid(t, listing)
}
