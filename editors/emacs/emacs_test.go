// Package emacs_test runs luaflow.el in a real Emacs, with the real server.
package emacs_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/editors/testkit"
)

// TestEmacs runs testdata/test.el, which needs Eglot and lua-mode.
func TestEmacs(t *testing.T) {
	editor := external.Program(t, "emacs")
	for _, library := range []string{"eglot", "lua-mode"} {
		if found, _ := filepath.Glob("/usr/share/emacs/site-lisp/elpa/" + library + "-*"); len(found) == 0 {
			external.Missing(t, "elpa-"+library+" is not installed")
		}
	}
	server := testkit.Server(t)
	plugin, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, editor, "-Q", "--batch", "-l", filepath.Join(plugin, "testdata", "test.el"))
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home, "LUAFLOW_PLUGIN="+plugin, "LUAFLOW_BINARY="+server)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "all is as it should be") {
		t.Fatalf("%v\n%s", err, out)
	}
}
