// Package must does for tests what may fail, and ends the test if it does. Tests of any package
// may import it: it knows nothing of the project.
package must

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Update reports whether what tests compare with is to be written anew.
var Update = flag.Bool("update", false, "write anew what is compared with files")

// Do fails if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Read returns the text of a file.
func Read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	Do(t, err)
	return string(text)
}

// Write writes a file.
func Write[Text ~string | ~[]byte](t testing.TB, path string, text Text) {
	t.Helper()
	Do(t, os.WriteFile(path, []byte(text), 0o666))
}

// Glob returns the files that match a pattern, of which there must be some.
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	Do(t, err)
	if len(files) == 0 {
		t.Fatalf("no file matches %s", pattern)
	}
	return files
}

// Match compares a text with that of a file, the golden, which is written with -update.
func Match[Text ~string | ~[]byte](t testing.TB, golden string, got Text) {
	t.Helper()
	if *Update {
		Write(t, golden, got)
	}
	if want := Read(t, golden); string(got) != want {
		t.Errorf("%s is not what is made now (-update writes it): %s", golden, difference(string(got), want))
	}
}

// difference returns the first line in which two texts differ.
func difference(got, want string) string {
	gots, wants := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(gots) && i < len(wants) && gots[i] == wants[i] {
		i++
	}
	line := func(lines []string) string { return strings.Join(lines[min(i, len(lines)):min(i+1, len(lines))], "") }
	return fmt.Sprintf("line %d is\n%s\nwant\n%s", i+1, line(gots), line(wants))
}

// Corpus returns the files NAME.lua of the folder in LUAFLOW_CORPUS, none if it is not set.
func Corpus(t testing.TB) (files []string) {
	t.Helper()
	folder := os.Getenv("LUAFLOW_CORPUS")
	if folder == "" {
		return nil
	}
	Do(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && filepath.Ext(path) == ".lua" {
			files = append(files, path)
		}
		return err
	}))
	if len(files) == 0 {
		t.Fatalf("no Lua in %s", folder)
	}
	return files
}
