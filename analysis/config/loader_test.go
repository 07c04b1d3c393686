package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	must.Write(t, path, text)
}

// TestKeyWhileWritten reads a configuration that somebody writes meanwhile: what is the same by its key is the same.
func TestKeyWhileWritten(t *testing.T) {
	for name, text := range map[string]string{".luaflow.json": `{"std": "%s"}`, ".luacheckrc": `std = require("std").%s`} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path, file := filepath.Join(folder, name), filepath.Join(folder, "a.lua")
			write(t, filepath.Join(folder, "std.lua"), "return { lua51 = 'lua51', lua53c = 'lua53c' }")
			write(t, path, fmt.Sprintf(text, "lua51"))
			var over atomic.Bool
			var writing sync.WaitGroup
			writing.Go(func() {
				for i := 0; !over.Load(); i++ {
					must.Write(t, path, fmt.Sprintf(text, []string{"lua53c", "lua51"}[i%2]))
				}
			})
			loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
			said := map[string]string{}
			for range 40 {
				loader.Refresh()
				loaded := loader.For(file)
				key, std := loaded.Key(file), loaded.For(file).Std.Value
				if before, ok := said[key]; ok && before != std {
					t.Errorf("%q and %q have one key", before, std)
				}
				said[key] = std
			}
			over.Store(true)
			writing.Wait()
		})
	}
}

func TestRefresh(t *testing.T) {
	folder := t.TempDir()
	rc, shared := filepath.Join(folder, ".luacheckrc"), filepath.Join(folder, "shared.lua")
	write(t, rc, "std = require 'shared'")
	write(t, shared, "return 'lua51'")
	loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
	std := func() string {
		loaded := loader.For(filepath.Join(folder, "a.lua"))
		if len(loaded.Problems) > 0 {
			return loaded.Problems[0].Error()
		}
		return loaded.For(filepath.Join(folder, "a.lua")).Std.Value
	}
	step := func(what, want string) {
		t.Helper()
		loader.Refresh()
		if got := std(); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	step("at first", "lua51")
	write(t, shared, "return 'lua52c'")
	if got := std(); got != "lua51" {
		t.Errorf("without Refresh: %s", got)
	}
	step("a neighbour has changed", "lua52c")
	write(t, filepath.Join(folder, ".luaflow.json"), `{"std": "lua53"}`)
	step("a file was created", "lua53")
	if err := os.Remove(filepath.Join(folder, ".luaflow.json")); err != nil {
		t.Fatal(err)
	}
	step("it was deleted", "lua52c")
	write(t, rc, "std = 'luajit'")
	step("the file has changed", "luajit")
	if err := os.Remove(rc); err != nil {
		t.Fatal(err)
	}
	step("it was deleted", "max")
}

// TestFilesThatGo has a file come and go while it is looked for: one that has been found
// and is gone when it is to be read does not count, but the one above it.
func TestFilesThatGo(t *testing.T) {
	folder := t.TempDir()
	inner := filepath.Join(folder, "inner")
	file, away := filepath.Join(inner, ".luaflow.json"), filepath.Join(inner, "away")
	write(t, filepath.Join(folder, ".luaflow.json"), `{"std": "lua51"}`)
	write(t, file, `{"std": "lua53"}`)
	loader := NewLoader(Options{Workspaces: []string{folder}})
	var enough atomic.Bool
	done := make(chan error, 1)
	go func() {
		var err error
		for err == nil && !enough.Load() {
			err = errors.Join(os.Rename(file, away), os.Rename(away, file))
		}
		done <- err
	}()
	defer func() {
		enough.Store(true)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	seen := map[string]int{}
	for n := 0; len(done) == 0 && (n < 1000 || seen["lua51"] == 0 || seen["lua53"] == 0); n++ {
		loader.Refresh()
		loaded := loader.For(filepath.Join(inner, "a.lua"))
		for _, problem := range loaded.Problems {
			t.Fatal(problem)
		}
		seen[loaded.For(filepath.Join(inner, "a.lua")).Std.Value]++
	}
}

// TestNothingIsReadTwice asks for many folders at once.
func TestNothingIsReadTwice(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, ".luacheckrc"), "std = 'lua51'")
	loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
	var wg sync.WaitGroup
	results := make([]*Loaded, 50)
	for i := range results {
		wg.Go(func() {
			path := filepath.Join(folder, strings.Repeat("d/", i%10), "a.lua")
			results[i] = loader.For(path)
			results[i].For(path)
		})
	}
	wg.Wait()
	for _, r := range results {
		if r != results[0] {
			t.Fatal("folders with the same files have different results")
		}
	}
	a, b := filepath.Join(folder, "a.lua"), filepath.Join(folder, "b.lua")
	if results[0].For(a) != results[0].For(b) {
		t.Error("files to which the same applies have different configurations")
	}
}

func TestBrokenFilesGiveDefaults(t *testing.T) {
	for name, text := range map[string]string{
		".luacheckrc":   "while true do end",
		".luarc.json":   "[",
		".luarc.jsonc":  strings.Repeat("[", 100_000),
		".luaflow.json": strings.Repeat(" ", 2<<20),
	} {
		folder := t.TempDir()
		write(t, filepath.Join(folder, name), text)
		loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
		path := filepath.Join(folder, "a.lua")
		loaded := loader.For(path)
		if len(loaded.Problems) != 1 || loaded.Problems[0].File != filepath.Join(folder, name) {
			t.Errorf("%s: %v", name, loaded.Problems)
		}
		if got := loaded.For(path).Std.Value; got != "max" {
			t.Errorf("%s: the standard is %s", name, got)
		}
	}
}

func TestLinksOutAreNotFollowed(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	outside, folder := t.TempDir(), t.TempDir()
	write(t, filepath.Join(outside, "x.json"), `{"std": "lua51"}`)
	if err := os.Symlink(filepath.Join(outside, "x.json"), filepath.Join(folder, ".luaflow.json")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "y.json"), `{"runtime.version": "Lua 5.2"}`)
	if err := os.Symlink("y.json", filepath.Join(folder, ".luarc.json")); err != nil {
		t.Fatal(err)
	}
	loaded := NewLoader(Options{Workspaces: []string{folder}}).For(filepath.Join(folder, "a.lua"))
	if len(loaded.Problems) != 1 || !strings.Contains(loaded.Problems[0].Message, "is not read") {
		t.Errorf("%v", loaded.Problems)
	}
	if got := loaded.For(filepath.Join(folder, "a.lua")).Dialect.Value; got != syntax.Lua52 {
		t.Errorf("the dialect is %s", got)
	}
}

func TestFolderOfTheName(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, ".luacheckrc", "x"), "")
	loaded := NewLoader(Options{Workspaces: []string{folder}}).For(filepath.Join(folder, "a.lua"))
	if len(loaded.Problems) != 1 || loaded.Problems[0].Message != "is not a file but a folder" {
		t.Errorf("%v %v", loaded.Files, loaded.Problems)
	}
}

func TestFilesByHand(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	write(t, filepath.Join(folder, ".luacheckrc"), "std = 'lua51'")
	write(t, filepath.Join(folder, ".luaflow.json"), `{"unused": false}`)
	write(t, filepath.Join(elsewhere, "lint.lua"), "std = dofile('std.lua')")
	write(t, filepath.Join(elsewhere, "std.lua"), "return 'lua52'")
	write(t, filepath.Join(elsewhere, "my.json"), `{"std": "+lua53"}`)
	write(t, filepath.Join(elsewhere, "my.luarc.json"), `{"runtime.version": "LuaJIT"}`)
	file := func(name string) string { return filepath.Join(elsewhere, name) }
	path := filepath.Join(folder, "a.lua")
	for _, c := range []struct {
		options Options
		std     string
		dialect syntax.Dialect
		unused  bool
	}{
		{Options{}, "lua51", syntax.Lua51, false},
		{Options{NoSearch: true}, "max", 0, true},
		{Options{Files: []string{file("lint.lua")}}, "lua52", syntax.Lua52, false},
		{Options{NoSearch: true, Files: []string{file("lint.lua")}}, "lua52", syntax.Lua52, true},
		{Options{Files: []string{file("my.json"), file("my.luarc.json")}}, "lua51+lua53", syntax.LuaJIT, true},
		{Options{UserLuacheckrc: file("lint.lua")}, "lua51", syntax.Lua51, false},
		{Options{UserLuacheckrc: file("lint.lua"), NoSearch: true}, "max", 0, true},
	} {
		c.options.Child, c.options.Workspaces = SelfCommand(), []string{folder}
		loaded := NewLoader(c.options).For(path)
		for _, problem := range loaded.Problems {
			t.Error(problem)
		}
		got := loaded.For(path)
		if got.Std.Value != c.std || got.Dialect.Value != c.dialect || got.Flag(Unused).Value != c.unused {
			t.Errorf("%+v: %s %s %v", c.options, got.Std.Value, got.Dialect.Value, got.Flag(Unused).Value)
		}
	}
	write(t, filepath.Join(folder, "ci", "lint.lua"), "std = dofile('ci/std.lua') exclude_files = { 'b.lua' }")
	write(t, filepath.Join(folder, "ci", "std.lua"), "return 'lua53'")
	byHand := Options{Child: SelfCommand(), Files: []string{filepath.Join(folder, "ci", "lint.lua")}, Folder: folder}
	loaded := NewLoader(byHand).For(path)
	if got := loaded.For(path).Std.Value; got != "lua53" || len(loaded.Problems) > 0 {
		t.Errorf("from the folder: %s %v", got, loaded.Problems)
	}
	if _, excluded := loaded.Excluded(filepath.Join(folder, "b.lua")); !excluded {
		t.Error("its paths do not start at the folder")
	}
	if err := os.Remove(filepath.Join(folder, ".luacheckrc")); err != nil {
		t.Fatal(err)
	}
	options := Options{Child: SelfCommand(), Workspaces: []string{folder}, UserLuacheckrc: file("lint.lua")}
	if got := NewLoader(options).For(path).For(path).Std.Value; got != "lua52" {
		t.Errorf("by the user's own: %s", got)
	}
	if user := UserLuacheckrc(); user != "" && filepath.Base(user) != ".luacheckrc" {
		t.Error(user)
	}
}

func TestAbove(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, ".luaflow.json"), `{"std": "lua51", "globals": ["a"]}`)
	line, problems := ParseSettings("the command line", filepath.ToSlash(folder), []byte(`{"std": "lua53", "globals": ["b"]}`))
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	line.ByHand = true
	path := filepath.Join(folder, "spec", "a_spec.lua")
	c := NewLoader(Options{Workspaces: []string{folder}, Above: []*Layer{line}}).For(path).For(path)
	if c.Std.Value != "lua53" || c.Std.Name != "the command line" || c.Global("describe") != 0 {
		t.Errorf("the standard is %s, by %s", c.Std.Value, c.Std.Origin)
	}
	if c.Global("a") == 0 || c.Global("b") == 0 {
		t.Error("globals do not add up")
	}
}

func BenchmarkFor(b *testing.B) {
	folder := b.TempDir()
	write(b, filepath.Join(folder, ".luaflow.json"), `{"std": "ngx_lua+busted", "files": {"spec/*.lua": {"self": false}}}`)
	loader := NewLoader(Options{Workspaces: []string{folder}})
	path := filepath.Join(folder, "a.lua")
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			l := NewLoader(Options{Workspaces: []string{folder}})
			l.For(path).For(path)
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			loader.For(path).For(path)
		}
	})
}

// TestKey: the key of a file changes with what is written for it, and with nothing else.
func TestKey(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
	key := func(name string) string {
		loader.Refresh()
		return loader.For(file(name)).Key(file(name))
	}
	seen := map[string]string{key("a.lua"): "nothing"}
	for _, step := range []struct{ file, text string }{
		{".luacheckrc", "std = dofile('std.lua')"},
		{"std.lua", "return 'lua51'"},
		{".luacheckrc", "std = dofile('std.lua') files['b.lua'].unused = false"},
		{".luarc.json", `{"runtime.version": "Lua 5.2"}`},
	} {
		write(t, file(step.file), step.text)
		if before := seen[key("a.lua")]; before != "" {
			t.Errorf("the key with %q is that with %q", step.text, before)
		}
		seen[key("a.lua")] = step.text
	}
	if key("a.lua") == key("b.lua") || key("a.lua") != key("c.lua") {
		t.Error("what is said of some paths is not in the key, or that of others")
	}
}
