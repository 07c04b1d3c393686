package outline

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"strings"
	"testing"

	"luaflow/analysis/testkit/luagen"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// parse returns the tree of a text in any dialect.
func parse(text string) *syntax.Tree {
	return syntax.Parse(source.NewFile("x.lua", text), syntax.Language{Dialects: syntax.Any})
}

// eachText calls check with texts of many shapes: those of the repository, generated programs, and
// both with pieces missing or doubled.
func eachText(t *testing.T, check func(t *testing.T, tree *syntax.Tree)) {
	t.Helper()
	var texts []string
	root := os.DirFS("../..")
	must.Do(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if d.Type().IsRegular() && path.Ext(name) == ".lua" {
			text, err := fs.ReadFile(root, name)
			if err == nil && len(text) < 50_000 {
				texts = append(texts, string(text))
			}
			return err
		}
		return nil
	}))
	if len(texts) < 100 {
		t.Fatalf("only %d texts in the repository", len(texts))
	}
	for _, file := range must.Corpus(t) {
		texts = append(texts, must.Read(t, file))
	}
	for seed := range uint64(20) {
		texts = append(texts, luagen.Program(seed, luagen.Options{}))
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	rnd.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	for _, text := range texts[:scale.Of(len(texts))] {
		check(t, parse(text))
		for range 20 {
			check(t, parse(broken(text, rnd)))
		}
		if t.Failed() {
			return
		}
	}
}

// broken returns a text with a piece taken out of it or doubled.
func broken(text string, rnd *rand.Rand) string {
	start := rnd.IntN(len(text) + 1)
	end := min(start+rnd.IntN(40), len(text))
	if rnd.IntN(2) == 0 {
		return text[:start] + text[end:]
	}
	return text[:end] + text[start:]
}

// showSymbols writes symbols as an outline.
func showSymbols(f *source.File, symbols []Symbol, indent string) string {
	var out strings.Builder
	for i := range symbols {
		s := &symbols[i]
		kind := []string{"variable", "constant", "function", "method", "object"}[s.Kind]
		fmt.Fprintf(&out, "%s%s %s%s\n", indent, kind, s.Name, s.Parameters)
		out.WriteString(showSymbols(f, s.Children, indent+"  "))
	}
	return out.String()
}
