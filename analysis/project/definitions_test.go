package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/project"
	"luaflow/analysis/value"
	"luaflow/compile/testkit/must"
)

// described is a folder with definition files, and what was read of them.
type described struct {
	t      *testing.T
	folder string
	loader *config.Loader
	rules  *config.Config
	known  project.Definitions
	read   []string
}

func newDescribed(t *testing.T, files map[string]string) *described {
	t.Helper()
	d := &described{t: t, folder: t.TempDir()}
	for name, text := range files {
		d.write(name, text)
	}
	d.loader = config.NewLoader(config.Options{Folder: d.folder, Workspaces: []string{d.folder}})
	d.rules = d.loader.For(filepath.Join(d.folder, "x.lua")).For(filepath.Join(d.folder, "x.lua"))
	d.known.OnRead = func(path string, _ []byte) { d.read = append(d.read, filepath.Base(path)) }
	return d
}

func (d *described) write(name, text string) {
	d.t.Helper()
	path := filepath.Join(d.folder, name)
	must.Do(d.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Write(d.t, path, text)
}

// names compares the names that are defined, and the files that are read for that.
func (d *described) names(own, want, wantRead string) {
	d.t.Helper()
	d.read = nil
	table := d.known.Of(own, d.rules, func(string) *config.Loader { return d.loader }, nil)
	if got := strings.Join(table.Names(), " "); got != want || strings.Join(d.read, " ") != wantRead {
		d.t.Errorf("got %q, read %q", got, d.read)
	}
}

// TestDefinitions: the definition files of a library are read, once for each time that they have changed, and other files of it
// are not compiled.
func TestDefinitions(t *testing.T) {
	d := newDescribed(t, map[string]string{
		".luarc.json": `{"workspace.library": ["library.lua", "other.lua", "program.lua"]}`,
		"library.lua": "---@meta\n---@deprecated use g\nfunction f() end",
		"other.lua":   "---@meta\n---@nodiscard\nfunction g() end",
		"program.lua": "---@deprecated\nfunction h() end -- not of @meta",
	})
	d.names("", "f g", "library.lua other.lua program.lua")
	d.names("", "f g", "")
	d.write("other.lua", "---@meta\n---@nodiscard\nfunction longer() end")
	d.names("", "f g", "")
	d.known.Refresh()
	d.names("", "f longer", "other.lua")
	if table := d.known.Of("", config.Default(), func(string) *config.Loader { return d.loader }, nil); table != nil {
		t.Errorf("without libraries: %q", table.Names())
	}
	d.known.Refresh()
	if table := d.known.Of("", d.rules, func(string) *config.Loader { return d.loader }, func() bool { return true }); table != nil {
		t.Errorf("stopped: %q", table.Names())
	}
	d.names("", "f longer", "")
}

// TestOwnDefinitions: those of a project count with those of its libraries, but for the files that it excludes; what both say of one
// name holds as far as they agree.
func TestOwnDefinitions(t *testing.T) {
	library := filepath.Join(t.TempDir(), "library.lua")
	must.Write(t, library, "---@meta\nfunction f(a) end\nfunction g() end")
	d := newDescribed(t, map[string]string{
		".luarc.json":    `{"workspace.library": ["` + library + `"], "workspace.ignoreDir": ["build"]}`,
		"types/own.lua":  "---@meta\nfunction f(a, b) end\nfunction h() end",
		"build/old.lua":  "---@meta\nfunction old() end",
		"main.lua":       "return f",
		"said/about.lua": "return '---@meta'",
	})
	d.names("", "f g", "library.lua")
	d.names(d.folder, "f g h", "old.lua main.lua about.lua own.lua") // not the library again
	d.names(d.folder, "f g h", "")
	if f, _ := d.known.Of(d.folder, d.rules, func(string) *config.Loader { return d.loader }, nil).Of("f"); f.Most != 2 || f.File != "own.lua" {
		t.Errorf("got %+v", f)
	}
	d.known.Refresh()
	d.names(d.folder, "f g h", "")
	d.write("types/own.lua", "---@meta\nfunction i() end")
	d.write("main.lua", "---@meta\nfunction main() end")
	d.known.Refresh()
	d.names(d.folder, "f g i main", "main.lua own.lua")
}

// TestOwnModules: what definition files say of a module does not count where the project has the module itself, in whatever folder, which
// may be another one of that name.
func TestOwnModules(t *testing.T) {
	module := func(name string) string { return "---@meta\nlocal m = {}\nfunction m." + name + "(a) end\nreturn m" }
	d := newDescribed(t, map[string]string{
		".luarc.json":          `{"workspace.library": ["library"]}`,
		"library/class.lua":    module("new"),
		"library/classic.lua":  module("extend"),
		"library/lib/text.lua": module("split"),
		"types/text.lua":       module("join"),
		"src/class.lua":        "return function() end",
	})
	class, classic, text := value.Required("class"), value.Required("classic"), value.Required("lib.text")
	d.names("", strings.Join([]string{class, class + ".new", classic, classic + ".extend", text, text + ".split"}, " "), "class.lua classic.lua text.lua")
	own := value.Required("types.text")
	d.names(d.folder, strings.Join([]string{classic, classic + ".extend", text, text + ".split", own, own + ".join"}, " "), "class.lua text.lua")
	d.write("src/lib/text/init.lua", "return {}")
	d.known.Refresh()
	d.names(d.folder, strings.Join([]string{classic, classic + ".extend", own, own + ".join"}, " "), "init.lua")
}

// TestDefinedByProgram: nothing is said of what a file of the project assigns, whichever changes.
func TestDefinedByProgram(t *testing.T) {
	d := newDescribed(t, map[string]string{
		".luarc.json": `{"workspace.library": ["library.lua"]}`,
		"library.lua": "---@meta\nfunction f() end\nfunction g.h() end\nfunction g.i() end",
		"a.lua":       "function g.h() end",
		"b.lua":       "local g = {} function g.i() end",
	})
	d.names(d.folder, "f g.i", "library.lua a.lua b.lua")
	d.names(d.folder, "f g.i", "")
	d.write("b.lua", "local all = g all[f] = 1 -- any")
	d.known.Refresh()
	d.names(d.folder, "f", "b.lua")
	d.write("library.lua", "---@meta\nfunction print() end\nfunction h.i() end")
	d.known.Refresh()
	d.names(d.folder, "h.i", "library.lua")
	d.write("a.lua", "h = {}")
	d.known.Refresh()
	d.names(d.folder, "", "a.lua")
}
