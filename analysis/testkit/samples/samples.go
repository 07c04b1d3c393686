// Package samples has Lua texts of many shapes for tests that hold something of all texts: those of the
// repository and of a corpus, generated programs, and each of them with pieces missing or doubled.
package samples

import (
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"luaflow/analysis/testkit/luagen"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// fewest is how many files of Lua the repository has at least.
const fewest = 100

// Files returns the paths of the files NAME.lua below a folder, the root of the repository as a rule,
// in alphabetical order.
func Files(t testing.TB, root string) (paths []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.Type().IsRegular() && filepath.Ext(path) == ".lua":
			paths = append(paths, path)
		}
		return nil
	}))
	if len(paths) < fewest {
		t.Fatalf("only %d files of Lua in %s", len(paths), root)
	}
	return paths
}

// Options says which texts Each has.
type Options struct {
	Root      string // of the repository, as the test sees it
	Longest   int    // in bytes, of those of the repository
	Generated int    // how many programs are generated
	Broken    int    // how often each text comes with a piece missing or doubled
}

// Each calls check with texts: of all that there are as many as scale.Share says, drawn at random, and each
// of them broken as well. It ends with the first text of which something does not hold.
func Each(t testing.TB, o Options, check func(text string)) {
	t.Helper()
	var texts []string
	for _, path := range Files(t, o.Root) {
		if text := must.Read(t, path); len(text) < o.Longest {
			texts = append(texts, text)
		}
	}
	for _, path := range must.Corpus(t) {
		texts = append(texts, must.Read(t, path))
	}
	drawn, seed := scale.Share(t, len(texts)+o.Generated)
	for i := range uint64(o.Generated) {
		texts = append(texts, luagen.Program(seed*uint64(o.Generated)+i, luagen.Options{}))
	}
	rnd := rand.New(rand.NewPCG(1+seed, 2))
	rnd.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	for _, text := range texts[:drawn] {
		check(text)
		for range o.Broken {
			check(broken(text, rnd))
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
