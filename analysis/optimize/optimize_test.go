package optimize

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// compiled returns the main function of a text without errors.
func compiled(t testing.TB, name, text string) *bc.Proto {
	t.Helper()
	u := compile.Compile(source.NewFile(name, text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %s\n%s", name, u.Errors[0].Msg, text)
	}
	return u.Main
}

func samples(t *testing.T) []string {
	t.Helper()
	names := must.Glob(t, "testdata/*.lua")
	return names
}

// TestGoldens compares the pictures of the samples, side by side.
func TestGoldens(t *testing.T) {
	known := map[string]bool{}
	for _, name := range samples(t) {
		golden := strings.TrimSuffix(name, ".lua") + ".golden"
		known[golden] = true
		var got bytes.Buffer
		if err := WriteText(&got, compiled(t, filepath.Base(name), must.Read(t, name))); err != nil {
			t.Fatal(err)
		}
		must.Match(t, golden, got.String())
	}
	goldens, _ := filepath.Glob("testdata/*.golden")
	for _, g := range goldens {
		if !known[g] {
			t.Errorf("%s belongs to no sample", g)
		}
	}
}

// TestLargeProgram: of a program that is too large to be looked at value by value, only
// the RETURN after the return goes.
func TestLargeProgram(t *testing.T) {
	main := compiled(t, "large.lua", "local a, b = f()\nlocal c, d\nreturn {"+strings.Repeat("0,", 600_000)+"}")
	got := Program(main).Proto.Code
	if want := main.Code[:len(main.Code)-1]; !slices.Equal(got, want) {
		t.Errorf("%d instructions, want the first %d of the original", len(got), len(want))
	}
}

// TestArticle optimizes the example of the article on define-use chains over the Lua machine: of
// its nine instructions nothing is left but the return. Its own optimiser leaves a jump too.
func TestArticle(t *testing.T) {
	p := testkit.Assemble(t, `
		LOADK 0 -1  ; 3
		LOADK 1 -2  ; 5
		LOADK 1 -3  ; 7
		EQ 0 0 1
		JMP 0 2
		LOADK 2 -3  ; 7
		JMP 0 1
		LOADK 2 -4  ; 9
		RETURN 0 1`)
	got := Program(p).Proto
	if len(got.Code) != 1 || got.Code[0] != bc.ABC(bc.RETURN, 0, 1, 0) || len(got.Constants) != 0 {
		t.Errorf("%d instructions are left, and %d constants", len(got.Code), len(got.Constants))
	}
}

// run runs a chunk under the real Lua and returns what it prints, an error
// included.
func run(t *testing.T, lua string, p *bc.Proto) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "chunk")
	must.Write(t, file, bc.Dump(p, true))
	out, _ := exec.Command(lua, file).CombinedOutput()
	return string(bytes.ReplaceAll(out, []byte(file), []byte("chunk")))
}

// checkSame optimises a text and compares what it prints before and after.
func checkSame(t *testing.T, lua, name, text string) {
	t.Helper()
	before := compiled(t, name, text)
	after := Program(before).Proto
	if err := bc.Verify(after); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if got, want := run(t, lua, after), run(t, lua, before); got != want {
		t.Errorf("%s\nprints\n%s, and before it was optimised\n%s", text, got, want)
	}
}

func TestSamplesRunAsBefore(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	for _, name := range samples(t) {
		checkSame(t, lua, filepath.Base(name), must.Read(t, name))
	}
}

func TestRandomProgramsRunAsBefore(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	for seed := range uint64(scale.Of(300)) {
		checkSame(t, lua, "random.lua", luagen.Program(seed, luagen.Options{}))
		if t.Failed() {
			break
		}
	}
}

// TestCorpus optimises every file of a corpus of real Lua, if there is one.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("LUAFLOW_CORPUS")
	if dir == "" {
		external.Missing(t, "LUAFLOW_CORPUS names no folder")
	}
	before, after := 0, 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil || len(text) > 1<<20 {
			return err
		}
		u := compile.Compile(source.NewFile(name, string(text)))
		if len(u.Errors) > 0 {
			return nil
		}
		p := Program(u.Main).Proto
		if err := bc.Verify(p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		before += count(u.Main)
		after += count(p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d instructions, %d when optimised", before, after)
}

func count(p *bc.Proto) int {
	n := len(p.Code)
	for _, child := range p.Protos {
		n += count(child)
	}
	return n
}
