package session

import (
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/facts"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestSettle types a statement that Lua accepts so far: what is found in it is held back until nobody types any more.
func TestSettle(t *testing.T) {
	s := New(always(NewEngine(config.Default(), nil, syntax.Language{}, false, false, nil, facts.NewBodies(1<<20))))
	open(s, "local a = 1\n\n")
	held := func(text string, findings int, isHeld bool) *Snapshot {
		t.Helper()
		snap, _ := s.Snapshot("a")
		if snap.File.Text() != text {
			var err error
			snap, err = s.Change("a", 1, func(f *source.File) *source.File { return source.NewFile(f.Name(), text) })
			must.Do(t, err)
		}
		said, err := snap.Said(t.Context())
		must.Do(t, err)
		if len(said.Findings) != findings || said.IsHeld != isHeld || said.IsHasty {
			t.Errorf("%q: %d findings, held %v, hasty %v", text, len(said.Findings), said.IsHeld, said.IsHasty)
		}
		return snap
	}
	if first, _ := s.Snapshot("a"); s.Settle(first) {
		t.Error("somebody types in a document that was opened")
	}
	held("local a = 1\n\n", 1, false)
	if s.Settle(held("local a = 1\nprint(b)\n", 1, false)) {
		t.Error("something was held back where all is said")
	}
	older := held("local a = 1\nlocal b\n", 1, true)
	newest := held("local a = 1\nlocal bc\n", 1, true)
	if s.Settle(older) || !s.Settle(newest) || s.Settle(newest) {
		t.Error("the newest text settles, and once")
	}
	held("local a = 1\nlocal bc\n", 2, false)
	held("local a = 1\nlocal bc, d\n", 2, true)
	// A text that is closed or changed meanwhile has no more to settle.
	newest = held("local a = 1\nlocal bc, de\n", 2, true)
	s.Close("a")
	if s.Settle(newest) {
		t.Error("a document settles that is closed")
	}
}
