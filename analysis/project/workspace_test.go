package project

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/globals"
	"luaflow/compile/testkit/must"
)

// TestWorkspace visits the files of two folders and of a library that is a file.
func TestWorkspace(t *testing.T) {
	top, err := PlaceOf(t.TempDir())
	must.Do(t, err)
	t.Chdir(top)
	for path, text := range map[string]string{
		"p/a.lua": "1", "p/b.lua": "22", "p/known.lua": "", "p/out/c.lua": "", "p/text.txt": "", "p/.luaflow.json": `{"exclude": ["out"]}`,
		"q/d.lua": "4444", "lib.lua": "",
	} {
		plant(t, path, text)
	}
	loader := config.NewLoader(config.Options{Folder: top, Workspaces: []string{top}})
	at := func(path string) string { return filepath.Join(top, filepath.FromSlash(path)) }
	for _, c := range []struct {
		name  string
		most  Extent
		stop  bool
		want  string
		isAll bool
	}{
		{"all", Extent{100, 100}, false, "p/a.lua p/b.lua q/d.lua lib.lua", true},
		{"as many as there may be", Extent{4, 7}, false, "p/a.lua p/b.lua q/d.lua lib.lua", true},
		{"fewer files", Extent{2, 100}, false, "p/a.lua p/b.lua", false},
		{"fewer bytes", Extent{100, 6}, false, "p/a.lua p/b.lua q/d.lua", false},
		{"stopped", Extent{100, 100}, true, "", false},
	} {
		w := Workspace{
			Folders: []string{at("p"), at("q"), at("lib.lua")}, LoaderOf: func(string) *config.Loader { return loader },
			Known: map[string]bool{at("p/known.lua"): true}, Most: c.most, Stop: func() bool { return c.stop },
		}
		var got []string
		var o Opener
		isAll := w.Each(func(f *File) {
			rel, err := filepath.Rel(top, f.Path)
			must.Do(t, err)
			got = append(got, filepath.ToSlash(rel))
			_, err = o.Read(f, 10)
			must.Do(t, err)
		})
		o.Close()
		if strings.Join(got, " ") != c.want || isAll != c.isAll {
			t.Errorf("%s: %q, %v", c.name, got, isAll)
		}
	}
}

// TestGlobals counts files that do the same, until none does.
func TestGlobals(t *testing.T) {
	names := func(words ...string) map[string]bool {
		set := map[string]bool{}
		for _, w := range words {
			set[w] = true
		}
		return set
	}
	a := globals.Names{Defined: names("x"), Read: names("y"), Set: names("t", "x")}
	b := globals.Names{Defined: names("x")}
	var g Globals
	refuted := func() (found []string) {
		for name, unless := range map[string]globals.Unless{"x": globals.UnlessDefined, "y": globals.UnlessRead, "t.f": globals.UnlessFieldSet, "z": globals.UnlessSet} {
			if g.Refutes(name, unless) {
				found = append(found, name)
			}
		}
		slices.Sort(found)
		return found
	}
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, ""},
		{func() { g.Add(&a) }, "t.f x y"},
		{func() { g.Add(&b) }, "t.f x y"},
		{func() { g.Remove(&a) }, "x"},
		{func() { g.Remove(&b) }, ""},
	} {
		step.do()
		if got := strings.Join(refuted(), " "); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
}
