package session

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/facts"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestNextSnapshotKeepsFunctions changes a document: what is known of the functions that stay as
// they were is not found again, wherever they stand now.
func TestNextSnapshotKeepsFunctions(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "function F%d(a, b)\n  if a then b = a + %d end\n  return function() return b end\nend\n", i, i)
	}
	bodies := facts.NewBodies(1 << 20)
	s := New(always(NewEngine(config.Default(), nil, syntax.Language{}, false, false, nil, bodies)))
	known := func(snap *Snapshot) int {
		t.Helper()
		if _, err := snap.Findings(t.Context()); err != nil {
			t.Fatal(err)
		}
		return bodies.Bytes()
	}
	change := func(version int32, edit func(text string) string) *Snapshot {
		t.Helper()
		snap, err := s.Change("a", version, func(f *source.File) *source.File {
			return source.NewFile(f.Name(), edit(f.Text()))
		})
		if err != nil {
			t.Fatal(err)
		}
		return snap
	}
	all := known(open(s, text.String()))
	if all == 0 {
		t.Fatal("nothing is kept")
	}
	moved := known(change(2, func(text string) string { return "-- moved\n\n" + strings.ReplaceAll(text, "a", "other") }))
	if moved != all {
		t.Errorf("%d bytes are kept after lines and names have changed, %d before", moved, all)
	}
	edited := known(change(3, func(text string) string { return strings.Replace(text, "+ 7 ", "- 7 ", 1) }))
	if edited <= moved || edited > moved+moved/10 {
		t.Errorf("%d bytes are kept after one function of 40 has changed, %d before", edited, moved)
	}
}
