//go:build unix

package atomicfile

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"luaflow/compile/testkit/must"
)

// TestLeftoversOfNoFile: nobody waits for a pipe that has the name of a file of which a copy
// seems to be left, nor is one read that has no end.
func TestLeftoversOfNoFile(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	must.Do(t, err)
	defer root.Close()
	must.Do(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666))
	must.Do(t, os.WriteFile(filepath.Join(dir, "large"), nil, 0o666))
	must.Do(t, os.Truncate(filepath.Join(dir, "large"), 1<<40)) // a hole
	must.Do(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	must.Do(t, os.Symlink("/dev/zero", filepath.Join(dir, "zero")))
	then := time.Now().Add(-2 * staleAge)
	var want []string
	for _, name := range []string{"folder", "large", "pipe", "zero"} {
		copied := "." + name + copyMark + "0123456789abcdef"
		must.Write(t, filepath.Join(dir, copied), "text")
		must.Do(t, os.Chtimes(filepath.Join(dir, copied), then, then))
		want = append(want, copied)
	}
	kept := RemoveLeftovers(root, ".")
	slices.Sort(kept)
	if !slices.Equal(kept, want) {
		t.Errorf("kept %q, want %q", kept, want)
	}
}
