package machine_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile/external"
	"luaflow/compile/testkit/scale"
)

var firstSeed = flag.Uint64("seed", 0, "seed of the first random program")

// programs is how many random programs each test runs.
var programs = uint64(scale.Of(300))

// TestGenerated runs random programs here and in the real Lua.
func TestGenerated(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	path := filepath.Join(t.TempDir(), "program.lua")
	steps, ended := 0, uint64(0)
	for seed := *firstSeed; seed < *firstSeed+programs; seed++ {
		text := luagen.Program(seed, luagen.Options{})
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := machine.Run(build(t, path, text), machine.Config{})
		steps += got.Steps
		if got.Exhausted != "" {
			t.Logf("seed %d: too many %s", seed, got.Exhausted)
			continue
		}
		ended++
		if err := compare(got, reference(t, lua, path)); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
	}
	if ended < programs*99/100 {
		t.Errorf("only %d of %d programs ended", ended, programs)
	}
	t.Logf("%d programs, %d steps", programs, steps)
}
