package trim

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/compile/external"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestClosedPrograms: each archive is a program that main.lua starts, and below `want/` what is left of each file of it, as far as that is
// anything. The program writes the same before and after.
func TestClosedPrograms(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	for _, path := range must.Glob(t, "testdata/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive := txtar.Parse([]byte(must.Read(t, path)))
			var sources []Source
			want, was := map[string]string{}, map[string]string{}
			out := &txtar.Archive{Comment: archive.Comment}
			for _, f := range archive.Files {
				if name, isWanted := strings.CutPrefix(f.Name, "want/"); isWanted {
					want[name] = string(f.Data)
					continue
				}
				out.Files = append(out.Files, f)
				was[f.Name] = string(f.Data)
				sources = append(sources, Source{Path: f.Name, Text: string(f.Data), Language: syntax.Language{Dialects: syntax.Lua53}})
			}
			r, err := Run(sources, []string{"main.lua"})
			must.Do(t, err)
			now := map[string]string{}
			for _, f := range r.Files {
				now[f.Path] = f.Text
				out.Files = append(out.Files, txtar.File{Name: "want/" + f.Path, Data: []byte(f.Text)})
				if text := want[f.Path]; !*must.Update && text != f.Text {
					t.Errorf("%s is\n%s\nnot\n%s", f.Path, f.Text, text)
				}
				delete(want, f.Path)
			}
			for name := range want {
				if !*must.Update {
					t.Errorf("nothing is left of %s", name)
				}
			}
			if before, after := outputOf(t, lua, "main.lua", was), outputOf(t, lua, "main.lua", now); before != after || strings.Contains(before, "exit status") {
				t.Errorf("it writes\n%s\nnot\n%s", after, before)
			}
			if *must.Update {
				must.Write(t, path, string(txtar.Format(out)))
			}
		})
	}
}
