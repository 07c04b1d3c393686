package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/compile/testkit/must"
)

// This file compares what holds for the files of small projects with what is written
// down: each archive of testdata/projects holds a project, under "files" those that are
// asked about, and under "want" the answers.

func TestProjects(t *testing.T) {
	for name, archive := range archives(t, "projects") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			want := ""
			files := archive.Files[:0:0]
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
				} else {
					files = append(files, f)
				}
			}
			archive.Files = files
			got := answers(t, archive)
			if *must.Update {
				archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got)})
				must.Write(t, name, txtar.Format(archive))
			} else if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// answers returns, for each file that is asked about, whether it is checked, and what holds that
// is no default.
func answers(t *testing.T, archive *txtar.Archive) string {
	folder, files := unpack(t, archive)
	workspaces := []string{folder}
	if _, err := os.Stat(filepath.Join(folder, "workspace")); err == nil {
		workspaces = []string{filepath.Join(folder, "workspace")}
	}
	loader := NewLoader(Options{Child: SelfCommand(), Workspaces: workspaces})
	var b strings.Builder
	seen := map[*Loaded]bool{}
	for _, file := range files {
		path := filepath.Join(folder, file)
		loaded := loader.For(path)
		if !seen[loaded] {
			for _, problem := range loaded.Problems {
				fmt.Fprintln(&b, problem)
			}
		}
		seen[loaded] = true
		fmt.Fprintln(&b, "#", file)
		if from, excluded := loaded.Excluded(path); excluded {
			fmt.Fprintln(&b, "excluded by", from)
		}
		for _, line := range loaded.For(path).Lines() {
			if !line.IsDefault() || line.Key == "std" || line.Key == "dialect" {
				fmt.Fprintf(&b, "%s: %s (%s)\n", line.Key, line.Value, line.Origin)
			}
		}
	}
	return strings.ReplaceAll(filepath.ToSlash(b.String()), filepath.ToSlash(folder)+"/", "")
}
