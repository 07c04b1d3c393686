package project

import (
	"fmt"
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
		"q/d.lua": "4444", "lib.lua": "", "q/e.c": "55555", "q/f.c": "333", "q/g.c": "", "q/h.c": "", "q/i.c": "", "q/j.c": "", "q/k.c": "", "q/l.c": "",
	} {
		plant(t, path, text)
	}
	loader := config.NewLoader(config.Options{Folder: top, Workspaces: []string{top}})
	at := func(path string) string { return filepath.Join(top, filepath.FromSlash(path)) }
	for _, c := range []struct {
		name         string
		most         Extent
		with         Workspace // All, Foreign and Stop
		want         string
		isAll, lacks bool
	}{
		{"all", Extent{100, 100}, Workspace{}, "p/a.lua p/b.lua q/d.lua lib.lua", true, false},
		{"as many as there may be", Extent{4, 7}, Workspace{}, "p/a.lua p/b.lua q/d.lua lib.lua", true, false},
		{"fewer files", Extent{2, 100}, Workspace{}, "p/a.lua p/b.lua", false, false},
		{"fewer bytes", Extent{100, 6}, Workspace{}, "p/a.lua p/b.lua q/d.lua", false, false},
		{"stopped", Extent{100, 100}, Workspace{Stop: func() bool { return true }}, "", false, false},
		{"what is excluded", Extent{4, 7}, Workspace{All: true}, "p/a.lua p/b.lua p/out/c.lua q/d.lua lib.lua", true, false},
		{"foreign files", Extent{100, 100}, Workspace{Foreign: true}, "p/.luaflow.json p/a.lua p/b.lua q/d.lua q/e.c q/f.c q/g.c q/h.c q/i.c q/j.c q/k.c q/l.c lib.lua", true, false},
		{"more foreign files", Extent{4, 100}, Workspace{Foreign: true}, "p/.luaflow.json p/a.lua p/b.lua q/d.lua q/e.c q/f.c q/g.c lib.lua", true, true},
		{"more that are foreign or excluded", Extent{5, 100}, Workspace{All: true, Foreign: true}, "p/.luaflow.json p/a.lua p/b.lua p/out/c.lua q/d.lua q/e.c q/f.c q/g.c lib.lua", true, true},
		{"more bytes of foreign files", Extent{100, 26}, Workspace{Foreign: true}, "p/.luaflow.json p/a.lua p/b.lua q/d.lua q/e.c lib.lua", true, true},
	} {
		w := c.with
		w.Folders, w.LoaderOf = []string{at("p"), at("q"), at("lib.lua")}, func(string) *config.Loader { return loader }
		w.Known, w.Most = map[string]bool{at("p/known.lua"): true}, c.most
		var got []string
		var o Opener
		isAll := w.Each(func(f *File) {
			rel, err := filepath.Rel(top, f.Path)
			must.Do(t, err)
			got = append(got, filepath.ToSlash(rel))
			_, err = o.Read(f, 100)
			must.Do(t, err)
		})
		o.Close()
		if strings.Join(got, " ") != c.want || isAll != c.isAll || w.Lacks != c.lacks {
			t.Errorf("%s: %q, all: %v, lacks some: %v", c.name, got, isAll, w.Lacks)
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
	var first, second Counted
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, ""},
		{func() { first = g.Add(&a) }, "t.f x y"},
		{func() { second = g.Add(&b) }, "t.f x y"},
		{func() { g.Remove(first) }, "x"},
		{func() { g.Remove(second) }, ""},
	} {
		step.do()
		if got := strings.Join(refuted(), " "); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
}

// TestGlobalsKeepWhatFilesDo: two files that are counted do the same if and only if Counted says so, and a name that no
// file knows any more takes no room.
func TestGlobalsKeepWhatFilesDo(t *testing.T) {
	var g Globals
	of := func(word string) *globals.Names {
		return &globals.Names{Defined: map[string]bool{word: true}, Read: map[string]bool{"print": true, word: true}, Set: map[string]bool{word + ".x": true}}
	}
	first := g.Add(of("a"))
	for i := range 1000 {
		word := fmt.Sprint("b", i)
		now, again := g.Add(of(word)), g.Add(of(word))
		if !slices.Equal(now, again) || slices.Equal(now, first) {
			t.Fatalf("%v and %v are one file, and %v another", now, again, first)
		}
		g.Remove(now)
		g.Remove(again)
	}
	if again := g.Add(of("a")); !slices.Equal(first, again) {
		t.Errorf("%v has become %v", first, again)
	}
	if len(g.names) > 10 || len(g.numbers) != 3 {
		t.Errorf("%d names, %d of them known", len(g.names), len(g.numbers))
	}
}
