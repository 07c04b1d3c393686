// Package nvim_test runs the plugin in a real Neovim, with the real server, and each test in
// an editor of its own.
package nvim_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// patience is how long one test may take before it counts as hung.
const patience = 5 * time.Minute

// buildServer compiles the command.
func buildServer(t *testing.T) string {
	t.Helper()
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

// TestNeovim runs each file of testdata/cases in an editor of its own.
func TestNeovim(t *testing.T) {
	editor := external.Program(t, "nvim")
	dependOn(t, ".", "../../analysis", "../../cmd", "../../compile", "../../lsp")
	server := buildServer(t)
	plugin, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	testdata := filepath.Join(plugin, "testdata")
	cases := must.Glob(t, filepath.Join(testdata, "cases", "*.lua"))
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			home := t.TempDir()
			log := filepath.Join(home, "luaflow.log")
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			cmd := exec.CommandContext(ctx, editor, "--headless", "-n", "-i", "NONE",
				"-u", filepath.Join(testdata, "init.lua"), "-c", "luafile "+filepath.Join(testdata, "run.lua"))
			cmd.Dir = home
			cmd.Env = append(withoutVim(os.Environ()),
				"HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home,
				"XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home,
				"LUAFLOW_PLUGIN="+plugin, "LUAFLOW_TESTDATA="+testdata,
				"LUAFLOW_TEST="+path, "LUAFLOW_BINARY="+server, "LUAFLOW_LOG="+log)
			out, err := cmd.CombinedOutput()
			if err != nil {
				said, _ := os.ReadFile(log)
				t.Fatalf("%v\n%s\nlog of the server:\n%s", err, out, said)
			}
		})
	}
}

// withoutVim leaves out what a Neovim around this test tells its children.
func withoutVim(env []string) []string {
	var out []string
	for _, v := range env {
		if !strings.HasPrefix(v, "NVIM") && !strings.HasPrefix(v, "VIM") {
			out = append(out, v)
		}
	}
	return out
}
