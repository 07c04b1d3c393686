// Package testkit is what the tests of editors share: the server that they start, and what
// their results depend on.
package testkit

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Patience is how long one test in an editor may take before it counts as hung.
const Patience = 5 * time.Minute

// Server compiles the command of this repository and returns its path. The test runs again when something has
// changed that it is made of, or that is in the folder of the test.
func Server(t *testing.T) string {
	t.Helper()
	dependOn(t, ".", "../../analysis", "../../cmd", "../../compile", "../../lsp")
	path := filepath.Join(t.TempDir(), "luaflow")
	out, err := exec.Command("go", "build", "-o", path, "luaflow/cmd/luaflow").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// dependOn makes go test run the test again when something in the folders has changed, which
// other programs read: a cached result holds for the folders that the test itself lists.
func dependOn(t *testing.T, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
}
