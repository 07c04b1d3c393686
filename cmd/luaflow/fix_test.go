package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile/testkit/must"
)

// TestFixSaysWhatIsMissing: what was not looked at in a file is said on the error stream,
// with and without a diff; nothing is said of a file that all is known of.
func TestFixSaysWhatIsMissing(t *testing.T) {
	t.Setenv(cache.Env, "off")
	for text, want := range map[string]int{
		"return {" + strings.Repeat("0,", 600_000) + "}\n": 1,
		"return {0}\n": 0,
	} {
		for _, diff := range []string{"--diff=true", "--diff=false"} {
			name := filepath.Join(t.TempDir(), "a.lua")
			must.Write(t, name, text)
			said, err := os.Create(filepath.Join(t.TempDir(), "said"))
			must.Do(t, err)
			defer said.Close()
			null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
			must.Do(t, err)
			defer null.Close()
			con := console.New(null, null, said)
			root := newRoot(con)
			root.SetArgs([]string{"fix", diff, name})
			must.Do(t, root.Execute())
			con.Close()
			_, err = said.Seek(0, io.SeekStart)
			must.Do(t, err)
			got, err := io.ReadAll(said)
			must.Do(t, err)
			if n := strings.Count(string(got), "findings in it may be missing"); n != want {
				t.Errorf("fix %s: said so %d times, want %d:\n%s", diff, n, want, got)
			}
		}
	}
}
