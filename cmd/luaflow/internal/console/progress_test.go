package console

import (
	"os"
	"path/filepath"
	"testing"

	"luaflow/compile/testkit/must"
)

// TestProgressIsForTerminals: the bar never becomes due on another file, /dev/null
// included, however long the work takes.
func TestProgressIsForTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "err"))
	must.Do(t, err)
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	must.Do(t, err)
	defer null.Close()
	for _, f := range []*os.File{nil, file, null} {
		p := NewProgress(f)
		p.Begin(3)
		p.Step()
		if p.due != nil {
			t.Error("the bar would be shown")
		}
		p.End()
	}
}

// TestProgressGivesWay: what is printed takes the bar away, and it comes back later.
func TestProgressGivesWay(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "err"))
	must.Do(t, err)
	defer file.Close()
	p := &Progress{to: file}
	p.Begin(3)
	if p.due == nil {
		t.Fatal("the bar never becomes due")
	}
	p.show()
	p.Step()
	out := screen{file, p}
	if _, err := out.Write([]byte("a finding\n")); err != nil || p.bar != nil || p.due == nil {
		t.Errorf("the bar is still there: %v", err)
	}
	p.show()
	p.End()
	if p.bar != nil || p.due != nil {
		t.Error("the bar outlives the work")
	}
}
