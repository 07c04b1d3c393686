package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestReplaceFileKeepsWhatIsNotText(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "real", "a.lua")
	link := filepath.Join(dir, "link.lua")
	must(t, os.Mkdir(filepath.Dir(target), 0o777))
	must(t, os.WriteFile(target, []byte("old"), 0o640))
	must(t, os.Chmod(target, 0o751))
	must(t, os.Symlink("real/a.lua", link))

	must(t, replaceFile(link, "old", "new"))

	if got := contents(t, target); got != "new" {
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
		"a file that changed":   {0o644, "older", func(err error) bool { return errors.Is(err, errChanged) }},
		"a file that grew":      {0o644, "ol", func(err error) bool { return errors.Is(err, errChanged) }},
		"a file that is locked": {0o444, "old", func(err error) bool { return err != nil }},
	} {
		path := filepath.Join(t.TempDir(), "a.lua")
		must(t, os.WriteFile(path, []byte("old"), c.mode))
		if err := replaceFile(path, c.before, "new"); !c.want(err) {
			t.Errorf("%s: error %v", name, err)
		}
		if got := contents(t, path); got != "old" {
			t.Errorf("%s: holds %q", name, got)
		}
		onlyFile(t, filepath.Dir(path))
	}
	if err := replaceFile(filepath.Join(t.TempDir(), "gone.lua"), "old", "new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	return string(data)
}

// onlyFile fails if anything but one file is left in dir.
func onlyFile(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("%s holds %v", dir, entries)
	}
}
