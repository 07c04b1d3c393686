package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"luaflow/analysis/project"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

func TestReplaceFileKeepsWhatIsNotText(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "real", "a.lua")
	link := filepath.Join(dir, "link.lua")
	must.Do(t, os.Mkdir(filepath.Dir(target), 0o777))
	must.Do(t, os.WriteFile(target, []byte("old"), 0o640))
	must.Do(t, os.Chmod(target, 0o751))
	must.Do(t, os.Symlink("real/a.lua", link))

	must.Do(t, Replace(project.Named(link), "old", "new"))

	if got := must.Read(t, target); got != "new" {
		t.Errorf("the target holds %q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o751 {
		t.Errorf("the mode is not kept: %v, %v", info, err)
	}
	onlyFile(t, filepath.Dir(target))
}

func TestReplaceFileLeavesAlone(t *testing.T) {
	for name, c := range map[string]struct {
		mode   os.FileMode
		before string
		want   func(error) bool
	}{
		"a file that changed":   {0o644, "older", func(err error) bool { return errors.Is(err, ErrChanged) }},
		"a file that grew":      {0o644, "ol", func(err error) bool { return errors.Is(err, ErrChanged) }},
		"a file that is locked": {0o444, "old", func(err error) bool { return err != nil }},
	} {
		path := filepath.Join(t.TempDir(), "a.lua")
		must.Do(t, os.WriteFile(path, []byte("old"), c.mode))
		if err := Replace(project.Named(path), c.before, "new"); !c.want(err) {
			t.Errorf("%s: error %v", name, err)
		}
		if got := must.Read(t, path); got != "old" {
			t.Errorf("%s: holds %q", name, got)
		}
		onlyFile(t, filepath.Dir(path))
	}
	if err := Replace(project.Named(filepath.Join(t.TempDir(), "gone.lua")), "old", "new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}

// TestWriteFileKeepsLinks: a report that has several names has them all afterwards, and its
// mode; nothing else is left.
func TestWriteFileKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, name), 0o777))
	}
	path, other := filepath.Join(dir, "a/report.json"), filepath.Join(dir, "b/other.json")
	must.Do(t, os.WriteFile(path, []byte("older and longer"), 0o600))
	must.Do(t, os.Chmod(path, 0o646))
	must.Do(t, os.Link(path, other))
	for _, text := range []string{"new", "newer, and longer than what was there", ""} {
		must.Do(t, Write(path, []byte(text)))
		if got := must.Read(t, other); got != text {
			t.Errorf("the other name holds %q, not %q", got, text)
		}
		onlyFile(t, filepath.Dir(path))
	}
	must.Do(t, os.Remove(other))
	must.Do(t, Write(path, []byte("alone")))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o646 || must.Read(t, path) != "alone" {
		t.Errorf("%v, %v, holds %q", info, err, must.Read(t, path))
	}
	onlyFile(t, filepath.Dir(path))
}

// TestReplaceFileKeepsLinks: all names of a file hold the new text, and nothing else is left.
func TestReplaceFileKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, name), 0o777))
	}
	path, other := filepath.Join(dir, "a/a.lua"), filepath.Join(dir, "b/b.lua")
	must.Write(t, path, "older and longer")
	must.Do(t, os.Link(path, other))
	if err := Replace(project.Named(path), "old", "new"); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that changed: %v", err)
	}
	must.Do(t, Replace(project.Named(path), "older and longer", "new"))
	if got := must.Read(t, other); got != "new" {
		t.Errorf("the other name holds %q", got)
	}
	onlyFile(t, filepath.Dir(path))
}

// TestReplaceFileStaysInItsFolder: what a walk has found is not written if it lies elsewhere
// by now.
func TestReplaceFileStaysInItsFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	dir := t.TempDir()
	for _, name := range []string{"p/sub/a.lua", "p/b.lua", "out/a.lua"} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		must.Write(t, filepath.Join(dir, name), "old")
	}
	found := project.Walk(filepath.Join(dir, "p"), project.Options{}).Files
	must.Do(t, os.RemoveAll(filepath.Join(dir, "p/sub")))
	must.Do(t, os.Symlink("../out", filepath.Join(dir, "p/sub")))
	must.Do(t, os.Remove(filepath.Join(dir, "p/b.lua")))
	must.Do(t, os.Symlink("../out/a.lua", filepath.Join(dir, "p/b.lua")))
	for i := range found {
		if err := Replace(found[i], "old", "new"); err == nil {
			t.Errorf("%s is written", found[i].Path)
		}
	}
	if got := must.Read(t, filepath.Join(dir, "out/a.lua")); got != "old" || len(found) != 2 {
		t.Errorf("%d files, %q", len(found), got)
	}
	onlyFile(t, filepath.Join(dir, "out"))
}

// TestLeftovers: what a killed run has left goes when it is old and nobody holds it.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	plant := func(name, text string, age time.Duration) {
		path := filepath.Join(dir, name)
		must.Write(t, path, text)
		then := time.Now().Add(-age)
		must.Do(t, os.Chtimes(path, then, then))
	}
	const old = 2 * staleAge
	plant("a.lua", "text", old)
	plant("b.lua", "half", old)
	plant(".a.lua.luaflow-00000000000001ab", "text", old)
	plant(".a.lua.luaflow-00000000000002ab", "text", 0)
	plant(".a.lua.luaflow-was-0000000000000003", "text", old)
	plant(".b.lua.luaflow-was-0000000000000004", "whole", old)
	plant(".a.lua.luaflow-0000000000000005", "", old)
	plant(".a.lua.luaflow-baseline.json", "text", old)
	plant(".luaflow-6", "text", old)
	plant(".x.luaflow-configuration", "text", old)
	plant(tempName("c.lua", tempMark), "", old)
	plant(tempName("a.lua", copyMark), "text", old)
	held, err := os.Open(filepath.Join(dir, ".a.lua.luaflow-0000000000000005"))
	must.Do(t, err)
	defer held.Close()
	want := []string{".a.lua.luaflow-00000000000002ab", ".a.lua.luaflow-baseline.json", ".b.lua.luaflow-was-0000000000000004", ".luaflow-6", ".x.luaflow-configuration", "a.lua", "b.lua"}
	if runtime.GOOS != "windows" {
		hold(held)
		want = slices.Insert(want, 0, ".a.lua.luaflow-0000000000000005")
	}
	root, err := os.OpenRoot(dir)
	must.Do(t, err)
	defer root.Close()
	if kept := RemoveLeftovers(root, "."); !slices.Equal(kept, []string{".b.lua.luaflow-was-0000000000000004"}) {
		t.Errorf("kept: %q", kept)
	}
	var left []string
	entries, err := os.ReadDir(dir)
	must.Do(t, err)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if !slices.Equal(left, want) {
		t.Errorf("left: %q\nwant  %q", left, want)
	}
}

func onlyFile(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must.Do(t, err)
	if len(entries) != 1 {
		t.Errorf("%s holds %v", dir, entries)
	}
}
