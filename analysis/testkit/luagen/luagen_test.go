package luagen_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
)

var show = flag.Uint64("show", 0, "print the program with this seed")

// TestProgramsCompile: no program has an error, for our compiler.
func TestProgramsCompile(t *testing.T) {
	for seed := range uint64(300) {
		for _, messy := range []bool{false, true} {
			text := luagen.Program(seed, luagen.Options{Messy: messy})
			if u := compile.Compile(source.NewFile("program.lua", text)); len(u.Errors) > 0 {
				t.Fatalf("seed %d: %s\n%s", seed, u.Errors[0], text)
			}
		}
	}
	if *show > 0 {
		fmt.Println(luagen.Program(*show, luagen.Options{}))
	}
}

// TestSameSeedSameProgram: programs are the same in every run of a test.
func TestSameSeedSameProgram(t *testing.T) {
	programs := map[string]bool{}
	for range 3 {
		programs[luagen.Program(7, luagen.Options{})] = true
	}
	if len(programs) != 1 {
		t.Error("a seed has several programs")
	}
}

// TestProgramsRun: in the real Lua programs end, print something and fail nowhere.
func TestProgramsRun(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	lines := 0
	for seed := range uint64(60) {
		text := luagen.Program(seed, luagen.Options{Messy: seed%2 == 1})
		path := filepath.Join(t.TempDir(), "program.lua")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(lua, path).CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, out, text)
		}
		lines += strings.Count(string(out), "\n")
	}
	if lines < 60*20 {
		t.Errorf("only %d lines are printed", lines)
	}
}
