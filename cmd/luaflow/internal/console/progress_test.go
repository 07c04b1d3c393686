package console

import (
	"os"
	"path/filepath"
	"testing"
	"time"

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
	if _, err := out.Write([]byte("a finding\n")); err != nil || p.screen != nil || p.due == nil {
		t.Errorf("the bar is still there: %v", err)
	}
	p.show()
	p.End()
	if p.screen != nil || p.due != nil {
		t.Error("the bar outlives the work")
	}
}

// TestProgressFits draws bars for terminals of some widths.
func TestProgressFits(t *testing.T) {
	for _, c := range []struct {
		done, total, columns int
		took                 time.Duration
		want                 string
	}{
		{0, 48, 40, time.Second, "0 of 48 files [>                       ]"},
		{12, 48, 40, 2 * time.Second, "12 of 48 files [=====>              ] 6s"},
		{47, 48, 40, 47 * time.Second, "47 of 48 files [===================>] 1s"},
		{48, 48, 40, time.Second, "48 of 48 files [====================] 0s"},
		{12, 48, 20, 2 * time.Second, "12 of 48 files"},
		{12, 48, 5, 2 * time.Second, "12 of"},
		{12, 48, -1, 2 * time.Second, ""},
	} {
		p := &Progress{done: c.done, total: c.total}
		if got := p.line(c.columns, c.took); got != c.want || len(got) > max(0, c.columns) {
			t.Errorf("%d of %d in %d columns: %q, want %q", c.done, c.total, c.columns, got, c.want)
		}
	}
}
