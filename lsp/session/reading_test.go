package session

import (
	"testing"

	"luaflow/compile/source"
)

// TestReading: what was read from the file again is fixed without being asked for, also after edits and when another
// configuration may hold, until the document is saved; then what it was opened with.
func TestReading(t *testing.T) {
	s := New(always(defaultEngine()))
	open(s, "local a = 1\n")
	version := int32(1)
	change := func(text string, isRead bool) {
		version++
		_, err := s.ChangeOrRead("a", version, func(f *source.File) *source.File {
			return source.NewFile(f.Name(), text)
		}, func(was, now *source.File) bool { return isRead })
		if err != nil {
			t.Fatal(err)
		}
	}
	want := func(when string, edits int) {
		t.Helper()
		snap, _ := s.Snapshot("a")
		if got, _, err := snap.FixSettled(t.Context()); err != nil || len(got) != edits {
			t.Errorf("%s: %v, %v, want %d", when, got, err, edits)
		}
	}
	const read = "print(1)\nlocal b = 2\nprint(3)\nlocal c = 3\n"
	change(read, false)
	want("typed", 0)
	change("local a = 1\n", false)
	change(read, true)
	want("read", 2)
	change(read+"local d = 4\n", false)
	want("edited", 2)
	s.Invalidate("a")
	want("configured", 2)
	s.Saved("a")
	want("saved", 0)
	change(read, false)
	want("edited after that", 0)
	change("print(1)\nlocal e = 2\n", true)
	want("read again", 1)
	s.Saved("a")
	s.Invalidate("a")
	want("saved and configured", 0)
}
