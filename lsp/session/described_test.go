package session

import (
	"context"
	"sync/atomic"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestDescribedOnce asks about many places of a version again and again: each is looked at once, as long as
// they are not too many, and anew in the next version.
func TestDescribedOnce(t *testing.T) {
	var looked atomic.Int64
	e := fakeEngine()
	e.Describe = func(u *compile.Unit, pos source.Pos) (nav.Info, bool) {
		looked.Add(1)
		return nav.Info{Info: place.Info{Name: u.File.Text()[pos:]}}, pos > 0
	}
	s := New(always(e))
	snap := open(s, "abc")
	ask := func(snap *Snapshot, pos source.Pos, name string, wantOK bool, want int64) {
		t.Helper()
		info, ok, err := snap.Describe(context.Background(), pos)
		if err != nil || ok != wantOK || info.Name != name || looked.Load() != want {
			t.Fatalf("at %d: %q, %v, %v after %d looks, want %q, %v after %d", pos, info.Name, ok, err, looked.Load(), name, wantOK, want)
		}
	}
	for range 3 {
		ask(snap, 1, "bc", true, 1)
	}
	ask(snap, 0, "abc", false, 2)
	ask(snap, 0, "abc", false, 2)
	ask(snap, 1, "bc", true, 2)
	next, err := s.Change("a", 2, func(f *source.File) *source.File { return source.NewFile(f.Name(), "x"+f.Text()) })
	if err != nil {
		t.Fatal(err)
	}
	ask(next, 1, "abc", true, 3)
	for pos := range source.Pos(3 * maxDescribed) {
		next.described.of(pos)
	}
	if n := len(next.described.at); n > maxDescribed {
		t.Errorf("%d places are remembered", n)
	}
}
