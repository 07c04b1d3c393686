package baseline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/testkit/must"
)

// finding returns one of a code in a line with a text that has a hash.
func finding(code string, line uint64, severity analysis.Severity) report.Finding {
	return report.Finding{Code: code, Line: line, Severity: severity}
}

// open opens a baseline that has to be there, or to be written.
func open(t *testing.T, path string, newOnly, write bool) *Baseline {
	t.Helper()
	b, err := Open(path, newOnly, write)
	must.Do(t, err)
	return b
}

// codes returns the codes of findings.
func codes(found []report.Finding) (all []string) {
	for _, f := range found {
		all = append(all, f.Code)
	}
	return all
}

// TestSplit: what has been written is known again, in the same file and line text, from the folder and from
// one below; an error never is.
func TestSplit(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	must.Do(t, os.Mkdir("src", 0o777))
	must.Write(t, "src/a.lua", "")
	was := []report.Finding{finding("dead-store", 1, analysis.Warning), finding("unused-local", 2, analysis.Hint), finding("syntax-error", 3, analysis.Error)}
	b := open(t, "", false, true)
	newer, known := b.Split(b.File("src/a.lua"), was)
	if got := codes(newer); !slices.Equal(got, []string{"syntax-error"}) || len(known) != 2 {
		t.Errorf("left over: %v, known: %v", got, known)
	}
	must.Do(t, b.Write(map[string]bool{"src/a.lua": true}, known))

	t.Chdir("src")
	b = open(t, "", true, false)
	now := append(slices.Clone(was), finding("dead-store", 9, analysis.Warning), finding("empty-block", 1, analysis.Warning))
	newer, _ = b.Split(b.File("a.lua"), now)
	if got := codes(newer); !slices.Equal(got, []string{"syntax-error", "dead-store", "empty-block"}) || newer[1].Line != 9 {
		t.Errorf("new: %v", newer)
	}
	if newer, _ = b.Split(b.File("b.lua"), was); len(newer) != 3 {
		t.Errorf("in another file: %v", newer)
	}
}

// TestWrite keeps what is known of files that were not checked and are still there.
func TestWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Write(t, "a.lua", "")
	must.Write(t, "b.lua", "")
	entry := func(file, code string) Entry { return Entry{file, code, file + code} }
	b := open(t, "known.json", false, true)
	must.Do(t, b.Write(nil, []Entry{entry("b.lua", "old"), entry("a.lua", "old"), entry("gone.lua", "old")}))
	b = open(t, "known.json", false, true)
	must.Do(t, b.Write(map[string]bool{"a.lua": true}, []Entry{entry("a.lua", "new")}))
	want := []Entry{entry("a.lua", "new"), entry("b.lua", "old")}
	if b = open(t, "known.json", false, false); !slices.Equal(b.old, want) {
		t.Errorf("%v, want %v", b.old, want)
	}
}

// TestOpen says why a baseline cannot be had.
func TestOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	if b, err := Open("", false, false); b != nil || err != nil {
		t.Errorf("nobody asks for one: %v, %v", b, err)
	}
	must.Write(t, "text", "text")
	must.Write(t, "later", `{"version": 2}`)
	for path, want := range map[string]string{
		"none":  "none: no such file (--write-baseline writes it)",
		"text":  "text: not a baseline: ",
		"later": "later: a baseline of version 2, not 1: write it anew with --write-baseline",
	} {
		if _, err := Open(path, false, false); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	must.Do(t, os.Mkdir(Name, 0o777))
	if _, err := Open("", false, true); err == nil || !strings.HasSuffix(err.Error(), "(--baseline names another)") {
		t.Errorf("written to a folder: %v", err)
	}
	must.Do(t, os.Symlink("text", filepath.Join(".", "link")))
	if _, err := Open("link", false, true); err == nil {
		t.Error("what is no baseline is written over")
	}
}
