package since

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/project"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// differing returns the paths from a folder of the files below it that differ from what their HEAD holds.
func differing(t *testing.T, heads *Heads, folder string) string {
	t.Helper()
	var paths []string
	heads.Refresh()
	found := project.Walk(folder, project.Options{})
	for i := range found.Files {
		f := &found.Files[i]
		if past := heads.Of(f); past.HasHead && !past.Holds(must.Read(t, f.Path)) {
			inside, err := filepath.Rel(folder, f.Path)
			must.Do(t, err)
			paths = append(paths, filepath.ToSlash(inside))
		}
	}
	return strings.Join(paths, " ")
}

// TestHeads: what differs is what was changed, is new, or stands in a repository of its own that says so;
// until it is committed.
func TestHeads(t *testing.T) {
	folder, run := repository(t, external.Program(t, "git"))
	for _, name := range []string{"a.lua", "ends.lua", "sub/[b].lua", "sub/c.lua"} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Write(t, name, "local x = 1 -- "+name+"\nreturn 2\n")
	}
	heads := NewHeads(t.Context())
	if got := differing(t, heads, folder); got != "" {
		t.Errorf("before there is a commit: %s", got)
	}
	run("add", ".")
	run("commit", "-qm", "one")
	if got := differing(t, heads, folder); got != "" {
		t.Errorf("after the commit: %s", got)
	}
	must.Write(t, "ends.lua", "local x = 1 -- ends.lua\r\nreturn 2\r\n")
	must.Write(t, "sub/c.lua", "local x = 1 -- sub/c.lua\n")
	must.Write(t, "sub/new.lua", "return 1\n")
	must.Write(t, ".gitignore", "ignored.lua\n")
	must.Write(t, "ignored.lua", "return 1\n")
	// An editor that git runs hears of the repository that it is run for.
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "other"))
	if got := differing(t, heads, folder); got != "sub/c.lua sub/new.lua" {
		t.Errorf("after changes: %s", got)
	}
	if got := differing(t, heads, filepath.Join(folder, "sub")); got != "c.lua new.lua" {
		t.Errorf("below a folder: %s", got)
	}
	must.Do(t, os.Unsetenv("GIT_DIR"))
	run("add", ".")
	run("commit", "-qm", "two")
	if got := differing(t, heads, folder); got != "" {
		t.Errorf("after the second commit: %s", got)
	}
	run("checkout", "-q", "HEAD~1", "--", "sub/c.lua")
	run("init", "-q", "sub/inner")
	must.Write(t, "sub/inner/d.lua", "return 1\n")
	if got := differing(t, heads, folder); got != "sub/c.lua" {
		t.Errorf("beside a repository without a commit: %s", got)
	}
	if got := differing(t, heads, t.TempDir()); got != "" {
		t.Errorf("outside of repositories: %s", got)
	}
}
