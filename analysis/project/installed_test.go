package project

import (
	"os"
	"path/filepath"
	"testing"

	"luaflow/compile/testkit/must"
)

// TestIsInstalled: LUA_PATH is asked for files, under the name alone, whatever means something in a pattern.
func TestIsInstalled(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a[b]")
	for _, file := range []string{"one.lua", "deep/two/init.lua", "three.so"} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, file)), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(folder, file), nil, 0o600))
	}
	t.Setenv("LUA_PATH_5_3", "./?.lua;"+folder+"/?.lua;"+folder+"/?/init.lua;;")
	t.Setenv("LUA_CPATH", folder+"/?.so")
	for name, want := range map[string]bool{
		"one": true, "deep.two": true, "three": true, "o*": false, "on?": false, "two": false, "none": false, "deep": false, "": false,
	} {
		if isIn(templates(os.Environ()), name) != want {
			t.Errorf("%q is not %v", name, want)
		}
	}
}
