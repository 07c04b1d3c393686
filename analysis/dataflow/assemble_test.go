package dataflow

import (
	"strings"
	"testing"

	"luaflow/compile/bytecode"
)

// assemble makes a main function of a listing.
func assemble(t *testing.T, listing string) *bytecode.Proto {
	t.Helper()
	p, err := bytecode.ReadListing(strings.NewReader(listing))
	if err != nil {
		t.Fatal(err)
	}
	if err := bytecode.Verify(p); err != nil {
		t.Fatal(err)
	}
	return p
}
