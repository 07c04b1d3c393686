package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"luaflow/analysis"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
	"luaflow/lsp"
)

// projectTree is a project: files, each of which defines a global with a name of its own,
// and whether the file belongs to it.
var projectTree = map[string]bool{
	"a.lua": true, "sub/b.lua": true, "sub/deep/c.lua": true, "script": true, "sub/run": true, "x.lua/in.lua": true, "text.txt": false, "notes": false,
	"ignored.lua": false, "build/d.lua": false, "sub/kept.gen.lua": true, "sub/other.gen.lua": false, "other.gen.lua": false,
	".hidden/e.lua": false, ".f.lua": true, "node_modules/g.lua": false, "sub/node_modules/h.lua": false,
	"vendor/i.lua": false, "sub/skip.lua": false, "real.data": true, "../outside/j.lua": false,
}

// TestTerminalAndEditorFindTheSameFiles asks both which files belong to a project: the
// terminal for what it would check, the editor for what it takes to be defined.
func TestTerminalAndEditorFindTheSameFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	folder := filepath.Join(t.TempDir(), "project")
	must.Do(t, os.Mkdir(folder, 0o777))
	t.Chdir(folder)
	plant := func(name, text string) {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Write(t, name, text)
	}
	plant(".gitignore", "/ignored.lua\nbuild/\n*.gen.lua\n")
	plant("sub/.gitignore", "!kept.gen.lua\n")
	plant(".luaflow.json", `{"std": "lua53", "exclude": ["vendor", "**/skip.lua"], "allowDefined": true}`)
	globals := map[string]string{} // to the name of the file
	var asks strings.Builder
	for i, name := range slices.Sorted(maps.Keys(projectTree)) {
		text := fmt.Sprintf("of_%d = 1\n", i)
		if filepath.Ext(name) == "" && name != "notes" {
			text = "#!/usr/bin/env lua5.3\n" + text
		}
		plant(name, text)
		globals[fmt.Sprintf("of_%d", i)] = name
		fmt.Fprintf(&asks, "print(of_%d)\n", i)
	}
	must.Do(t, os.Symlink("real.data", "link.lua"))
	must.Do(t, os.Symlink("a.lua", "again.lua"))
	must.Do(t, os.Symlink("../outside/j.lua", "j.lua"))
	must.Do(t, os.Symlink("../outside", "far"))
	asks.WriteString("print(of_nobody)\n")
	plant("main.lua", asks.String())

	want := []string{"main.lua"}
	for name, belongs := range projectTree {
		if belongs {
			want = append(want, name)
		}
	}
	slices.Sort(want)
	if got := terminalFinds(t); !slices.Equal(got, want) {
		t.Errorf("the terminal finds %q, want %q", got, want)
	}
	got := []string{"main.lua"}
	for global := range definedInEditor(t, folder, asks.String()) {
		got = append(got, globals[global])
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the editor finds %q, want %q", got, want)
	}
}

// terminalFinds returns the names of the files that luaflow check takes here.
func terminalFinds(t *testing.T) (names []string) {
	t.Helper()
	var s settings.Settings
	s.NoConfig = false
	must.Do(t, s.Open())
	con := console.New(strings.NewReader(""), os.Stdout, os.Stderr)
	for _, in := range s.Admit(con, con.Gather([]string{"."}, s.Walking(project.Options{}))) {
		name := filepath.ToSlash(in.Path)
		if name == "link.lua" {
			name = "real.data"
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestLibraryOfOneFile: a library may be one file, by whatever path.
func TestLibraryOfOneFile(t *testing.T) {
	top := t.TempDir()
	folder := filepath.Join(top, "project")
	must.Do(t, os.Mkdir(folder, 0o777))
	t.Chdir(folder)
	for name, text := range map[string]string{
		".luarc.json": `{"diagnostics.globals": ["host"],
			"workspace.library": ["${workspaceFolder}/../one.lua", "./../two.lua"]}`,
		filepath.Join(top, "one.lua"):    "of_one = 1",
		filepath.Join(top, "two.lua"):    "of_two = 2",
		filepath.Join(top, "nobody.lua"): "of_nobody = 3",
	} {
		must.Write(t, name, text)
	}
	got := definedInEditor(t, folder, "print(of_one)\nprint(of_two)\nprint(of_nobody)\n")
	if want := map[string]bool{"of_one": true, "of_two": true}; !maps.Equal(got, want) {
		t.Errorf("the editor finds %v, want %v", got, want)
	}
}

// definedInEditor returns the globals of a document that an editor with a folder open does
// not call undefined.
func definedInEditor(t *testing.T, folder, text string) map[string]bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // ends a hang
	defer cancel()
	c, err := lsp.StartIn(ctx, lsp.Options{}, folder)
	must.Do(t, err)
	must.Do(t, c.Open(ctx, filepath.Join(folder, "main.lua"), text))
	var found []lsp.Diagnostic
	for len(found) == 0 { // until all files have been looked at, nothing is said
		found, err = c.Diagnostics(ctx, filepath.Join(folder, "main.lua"))
		must.Do(t, err)
		time.Sleep(time.Millisecond)
	}
	must.Do(t, c.Shutdown(ctx))
	defined := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("()\n", r) }) {
		defined[word] = word != "print"
	}
	for _, d := range found {
		if d.Severity <= analysis.Warning {
			_, name, _ := strings.Cut(d.Message, "`")
			name, _, _ = strings.Cut(name, "`")
			defined[name] = false
		}
	}
	maps.DeleteFunc(defined, func(_ string, is bool) bool { return !is })
	return defined
}
