// Package nvim_test runs the plugin in a real Neovim, with the real server, and each test in
// an editor of its own.
package nvim_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
	"luaflow/editors/testkit"
)

// TestNeovim runs each file of testdata/cases in an editor of its own.
func TestNeovim(t *testing.T) {
	editor := external.Program(t, "nvim")
	server := testkit.Server(t)
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
			ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
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
