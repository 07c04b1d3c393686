package main

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestNothingOutlivesItsText checks file after file with one worker, overwrites the text
// of each once it has been checked, and prints what was found when all are done. What
// workers find that share nothing must be the same: no result, and nothing that a worker
// keeps for the next file, refers to a text.
func TestNothingOutlivesItsText(t *testing.T) {
	null := newConsole(strings.NewReader(""), nil, nil)
	run := checkRun{con: null, hints: true}
	for _, f := range formats {
		run.sinks = append(run.sinks, &sink{format: f})
	}
	cmd := &cobra.Command{}
	addSettings(cmd, &run.settings)
	addOnly(cmd, &run.settings)
	run.settings.noConfig = true
	must(t, run.settings.open())

	files := luaFiles(t)
	var got []checked
	limit := newMemoryLimit()
	shared := newWorker(null, limit)
	for _, in := range files {
		got = append(got, run.check(shared, in))
		overwrite(shared.buf)
	}
	for i, in := range files {
		want := run.check(newWorker(null, limit), in)
		if got[i].totals != want.totals || got[i].outcome.code != want.outcome.code || !bytes.Equal(got[i].err, want.err) {
			t.Errorf("%s: %+v, want %+v", in.path, got[i].outcome, want.outcome)
		}
		for k := range want.texts {
			if !bytes.Equal(got[i].texts[k], want.texts[k]) {
				t.Errorf("%s:\n%s\nwant\n%s", in.path, got[i].texts[k], want.texts[k])
			}
		}
	}
}

func overwrite(buf []byte) {
	buf = buf[:cap(buf)]
	for i := range buf {
		buf[i] = "poison"[i%6]
	}
}

// luaFiles is the Lua files that the checks, comments and the parser are tested with.
func luaFiles(t *testing.T) (files []input) {
	t.Helper()
	for _, folder := range []string{"analysis/checks", "analysis/suppress", "compile/syntax"} {
		must(t, filepath.WalkDir(filepath.Join(repository, folder), func(path string, e fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".lua" {
				files = append(files, named(path))
			}
			return err
		}))
	}
	if len(files) < 100 {
		t.Fatalf("%d files", len(files))
	}
	return files
}
