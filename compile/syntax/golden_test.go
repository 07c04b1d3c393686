package syntax

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// firstDifference shows the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; ; i++ {
		switch {
		case i >= len(g):
			return "ends in front of\n  " + w[i]
		case i >= len(w):
			return "goes on with\n  " + g[i]
		case g[i] != w[i]:
			return "got\n  " + g[i] + "\nwant\n  " + w[i]
		}
	}
}

// goldens runs a test for each Lua file of a folder, compares what it returns
// with the golden beside it, and refuses goldens without a file.
func goldens(t *testing.T, dir string, run func(t *testing.T, text string) string) {
	for _, name := range must.Glob(t, filepath.Join(dir, "*.lua")) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".lua"), func(t *testing.T) {
			must.Match(t, strings.TrimSuffix(name, ".lua")+".golden", run(t, must.Read(t, name)))
		})
	}
	for _, name := range must.Glob(t, filepath.Join(dir, "*.golden")) {
		_, err := os.Stat(strings.TrimSuffix(name, ".golden") + ".lua")
		if errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s belongs to no file", name)
		}
	}
}
