package main

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/memory"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"

	"github.com/spf13/cobra"

	"luaflow/cmd/luaflow/internal/report"
)

// TestNothingOutlivesItsText checks file after file with one worker, overwrites the text
// of each once it has been checked, and prints what was found when all are done. What
// workers find that share nothing must be the same: no result, and nothing that a worker
// keeps for the next file, refers to a text. A part of them are checked again so, unless
// tests take their full size.
func TestNothingOutlivesItsText(t *testing.T) {
	null := console.New(strings.NewReader(""), nil, nil)
	run := checkRun{con: null, hints: true}
	for _, f := range report.Formats {
		run.sinks = append(run.sinks, report.NewSink(f, nil, false))
	}
	cmd := &cobra.Command{}
	settings.Add(cmd, &run.settings)
	settings.AddOnly(cmd, &run.settings)
	run.settings.NoConfig = true
	must.Do(t, run.settings.Open())

	files := luaFiles(t)
	var got []checked
	limit := memory.New(nil)
	shared := pipeline.NewWorker(null, limit)
	for _, in := range files {
		got = append(got, run.check(shared, in))
		overwrite(t, shared, in)
	}
	for i := 0; i < len(files); i += scale.Every(1) {
		in := files[i]
		want := run.check(pipeline.NewWorker(null, limit), in)
		if got[i].Totals != want.Totals || got[i].Outcome.Code != want.Outcome.Code || !bytes.Equal(got[i].Err, want.Err) {
			t.Errorf("%s: %+v, want %+v", in.Path, got[i].Outcome, want.Outcome)
		}
		for k := range want.texts {
			if !bytes.Equal(got[i].texts[k], want.texts[k]) {
				t.Errorf("%s:\n%s\nwant\n%s", in.Path, got[i].texts[k], want.texts[k])
			}
		}
	}
}

// overwrite makes a worker read something else of the size of the file that it has read last,
// which takes the place of that.
func overwrite(t *testing.T, w *pipeline.Worker, last project.File) {
	t.Helper()
	poison := filepath.Join(t.TempDir(), "poison.lua")
	text := bytes.Repeat([]byte("poison"), int(last.Size())/6+1)[:last.Size()]
	must.Write(t, poison, text)
	before, err := w.Text(last)
	must.Do(t, err)
	after, err := w.Text(project.Named(poison))
	must.Do(t, err)
	if before != after {
		t.Fatalf("%s: the text is still there", last.Path)
	}
}

// luaFiles returns the Lua files that the checks, comments and the parser are tested with.
func luaFiles(t *testing.T) (files []project.File) {
	t.Helper()
	for _, folder := range []string{"analysis/checks", "analysis/suppress", "compile/syntax"} {
		must.Do(t, filepath.WalkDir(filepath.Join(repository, folder), func(path string, e fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".lua" {
				files = append(files, project.Named(path))
			}
			return err
		}))
	}
	if len(files) < 100 {
		t.Fatalf("%d files", len(files))
	}
	return files
}
