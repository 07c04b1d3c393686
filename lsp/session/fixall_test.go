package session

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile/source"
)

// TestFixAllEditsWhatItFixes fixes many findings of a text: each has an edit of its own, and what stands between them
// nobody edits.
func TestFixAllEditsWhatItFixes(t *testing.T) {
	const many = 150
	var text strings.Builder
	for i := range many {
		fmt.Fprintf(&text, "function F%d(a)\n  local x = %d\n  x = a()\n  return x\nend\n", i, i)
	}
	s := New(always(defaultEngine()))
	snap := s.Open("a", "file:///a", 1, source.NewFile("a.lua", text.String()))
	edits, omitted, err := snap.FixAll(t.Context())
	if err != nil || len(omitted) > 0 || len(edits) < many {
		t.Fatalf("%d edits, %v, %v", len(edits), omitted, err)
	}
	for _, e := range edits {
		if strings.Count(snap.File.Slice(e.Span), "\n") > 1 || strings.Contains(snap.File.Slice(e.Span), "function") {
			t.Errorf("%q is edited", snap.File.Slice(e.Span))
		}
	}
}
