package syntax

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: %s", name, firstDifference(got, string(want)))
	}
}

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
	for _, name := range glob(t, dir, "*.lua") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".lua"), func(t *testing.T) {
			golden(t, strings.TrimSuffix(name, ".lua")+".golden", run(t, readFile(t, name)))
		})
	}
	for _, name := range glob(t, dir, "*.golden") {
		_, err := os.Stat(strings.TrimSuffix(name, ".golden") + ".lua")
		if errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s belongs to no file", name)
		}
	}
}

func glob(t testing.TB, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("nothing matches %s in %s: %v", pattern, dir, err)
	}
	return names
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
