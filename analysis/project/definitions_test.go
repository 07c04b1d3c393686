package project_test

import (
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/project"
	"luaflow/compile/testkit/must"
)

// TestDefinitions: the definition files of a library are read, once for each time that they have changed, and other files of it
// are not compiled.
func TestDefinitions(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) { must.Write(t, filepath.Join(folder, name), text) }
	file(".luarc.json", `{"workspace.library": ["library.lua", "other.lua", "program.lua"]}`)
	file("library.lua", "---@meta\n---@deprecated use g\nfunction f() end")
	file("other.lua", "---@meta\n---@nodiscard\nfunction g() end")
	file("program.lua", "---@deprecated\nfunction h() end -- not of @meta")
	loader := config.NewLoader(config.Options{Folder: folder, Workspaces: []string{folder}})
	rules := loader.For(filepath.Join(folder, "x.lua")).For(filepath.Join(folder, "x.lua"))
	var read []string
	known := project.Definitions{OnRead: func(path string, _ []byte) { read = append(read, filepath.Base(path)) }}
	names := func(want, wantRead string) {
		t.Helper()
		read = nil
		table := known.Of(rules, func(string) *config.Loader { return loader }, nil)
		if got := strings.Join(table.Names(), " "); got != want || strings.Join(read, " ") != wantRead {
			t.Errorf("got %q, read %q", got, read)
		}
	}
	names("f g", "library.lua other.lua program.lua")
	names("f g", "")
	file("other.lua", "---@meta\n---@nodiscard\nfunction longer() end")
	names("f g", "")
	known.Refresh()
	names("f longer", "other.lua")
	if table := known.Of(config.Default(), func(string) *config.Loader { return loader }, nil); table != nil {
		t.Errorf("without libraries: %q", table.Names())
	}
	known.Refresh()
	if table := known.Of(rules, func(string) *config.Loader { return loader }, func() bool { return true }); table != nil {
		t.Errorf("stopped: %q", table.Names())
	}
	names("f longer", "")
}
