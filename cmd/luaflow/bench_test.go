package main

import (
	"os"
	"testing"

	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
)

// BenchmarkCheck checks the folder that LUAFLOW_CORPUS names, which .ci/corpus fills, as
// `luaflow check` does. The profile that the compiler lays out the command by is made of
// it: see .ci/profile.
func BenchmarkCheck(b *testing.B) {
	corpus := os.Getenv("LUAFLOW_CORPUS")
	if corpus == "" {
		b.Skip("LUAFLOW_CORPUS names no folder to check")
	}
	b.Setenv(cache.Env, "off")
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	for b.Loop() {
		con := console.New(os.Stdin, null, null)
		root := newRoot(con)
		root.SetArgs([]string{"check", "--format", "plain", corpus})
		if err := root.Execute(); err != nil {
			b.Fatal(err)
		}
		if code := con.Close(); code > console.ExitSyntax {
			b.Fatalf("exit code %d", code)
		}
	}
}
