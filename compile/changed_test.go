package compile_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

// respace writes the tokens of a text with other white space and comments between
// them, so that nearly every token may stand on a line of its own: what an
// instruction's line is then depends on the very token that the reference consumed
// last.
func respace(text string, rnd *rand.Rand) string {
	t := syntax.Parse(source.NewFile("", text), syntax.Language{})
	gaps := []string{" ", " ", " ", "\n", "\n\n", "\r\n", "\n\r", "\t", " --[[ x\n ]] ", " -- y\n"}
	var b strings.Builder
	for p := t.After(0); int(p) < len(text); {
		tok := t.TokenAt(p)
		if tok.Empty() {
			break
		}
		b.WriteString(text[tok.Start:tok.End])
		b.WriteString(gaps[rnd.IntN(len(gaps))])
		p = t.After(tok.End)
	}
	return b.String()
}

// tear takes a random line out of a text.
func tear(text string, rnd *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	i := rnd.IntN(len(lines))
	return strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
}

// TestChanged changes the golden sources, or files of LUAFLOW_CORPUS, all of which some runs change together, and
// compares with luac what becomes of them: other line breaks, and a line missing. That
// debug information is left out rightly does not depend on that: TestCorpus holds it.
func TestChanged(t *testing.T) {
	for name, change := range map[string]func(string, *rand.Rand) string{"respace": respace, "tear": tear} {
		t.Run(name, func(t *testing.T) { compareChanged(t, change) })
	}
}

func compareChanged(t *testing.T, change func(string, *rand.Rand) string) {
	luac := external.Program(t, "luac5.3")
	dirs, rounds := []string{"testdata", "codegen/testdata"}, scale.Of(20)
	share, seed := scale.Share(t, 100)
	rnd := rand.New(rand.NewPCG(5+seed, 3))
	isDrawn := func() bool { return true }
	if corpus := os.Getenv("LUAFLOW_CORPUS"); corpus != "" {
		dirs, rounds = []string{corpus}, 1
		isDrawn = func() bool { return rnd.IntN(100) < share }
	}
	tmp := t.TempDir()
	count := 0
	compare := func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".lua") || !isDrawn() {
			return err
		}
		text, err := os.ReadFile(path)
		for range rounds {
			file := filepath.Join(tmp, "changed.lua")
			if err := os.WriteFile(file, []byte(change(string(text), rnd)), 0o666); err != nil {
				return err
			}
			if _, problem := compareUnstripped(luac, file, tmp); problem != "" {
				t.Errorf("%s: %s", path, problem)
				break
			}
			count++
		}
		return err
	}
	for _, dir := range dirs {
		if err := filepath.WalkDir(dir, compare); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d texts", count)
	if count == 0 {
		t.Error("no Lua file below", dirs)
	}
}
