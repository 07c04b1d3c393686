package rootfs

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

func TestRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	outside, folder := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(folder, "a"):       "a",
		filepath.Join(folder, "sub/b"):   "b",
		filepath.Join(outside, "secret"): "secret",
		filepath.Join(folder, "large"):   strings.Repeat("x", MaxSize+1),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		must.Write(t, path, text)
	}
	for name, target := range map[string]string{
		"in": "sub/b", "out": filepath.Join(outside, "secret"), "dir": outside, "dangling": "none", "loop": "loop",
	} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for path, want := range map[string]string{
		"a": "a", "sub/b": "b", "sub/../a": "a", "in": "b",
		"none": "does not exist", "sub": "is not a file", ".": "is not a file", "large": "is larger than",
		"..": "is outside", "../x": "is outside", "out": "is not read", "dir/secret": "is not read",
		"dangling": "does not exist", "loop": "is not read",
	} {
		text, err := r.Read(filepath.Join(folder, path))
		switch {
		case err == nil && string(text) != want:
			t.Errorf("%s is %.20q, want %q", path, text, want)
		case err != nil && !strings.HasPrefix(err.Error(), want):
			t.Errorf("%s %s, want %s", path, err, want)
		case err != nil && strings.Contains(err.Error(), folder+"/"):
			t.Errorf("%s: the error names the file: %s", path, err)
		}
	}
	if _, err := r.Read(filepath.Join(outside, "secret")); err == nil {
		t.Error("the secret is out")
	}
	if _, err := Open(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder that does not exist is opened")
	}
}
