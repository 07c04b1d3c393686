package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestWorker: a process that a build system sends one command line after the other answers each as one that runs it alone, and writes
// the same files.
func TestWorker(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, "m.lua"), "local M = {}\nfunction M.used() return 1 end\nfunction M.unused() end\nreturn M\n")
	must.Write(t, filepath.Join(folder, "main.lua"), "local m = require 'm'\nlocal x = 1\nx = m.used()\nprint(x, m.usd)\n")
	must.Write(t, filepath.Join(folder, "broken.lua"), "local = \xff")
	must.Write(t, filepath.Join(folder, "config.json"), `{"roots": ["main.lua"]}`)
	lines := [][]string{
		{"summarize", "m.lua", "-o", "out/1.set"}, {"summarize", "main.lua", "broken.lua", "-o", "out/2.set"}, {"summarize", "none.lua", "-o", "out/3.set"},
		{"link", "out/1.set", "out/2.set", "-o", "out", "--config", "config.json"}, {"link", "out/1.set", "--merge", "out/4.set"}, {"link", "main.lua", "-o", "out"},
		{"report", "main.lua", "m.lua", "--with", "out", "--config", "config.json", "--format", "sarif=out/sarif"}, {"report", "broken.lua", "--with", "out"},
		{"report", "m.lua", "--with", "nowhere"}, {"check", "--no-config", "--hints", "main.lua"}, {"version"}, {"nothing"}, {"dis", "m.lua"}, {},
	}
	type result struct{ output, files string }
	alone := make([]result, len(lines))
	must.Do(t, os.Mkdir(filepath.Join(folder, "out"), 0o777))
	for i, line := range lines {
		command := exec.Command("luaflow", line...)
		command.Dir = folder
		output, _ := command.CombinedOutput()
		alone[i] = result{fmt.Sprintf("%d %s", command.ProcessState.ExitCode(), strings.ToValidUTF8(string(output), "\ufffd")), written(t, folder)}
	}
	must.Do(t, os.RemoveAll(filepath.Join(folder, "out")))
	must.Do(t, os.Mkdir(filepath.Join(folder, "out"), 0o777))
	worker := exec.Command("luaflow", "--persistent_worker")
	worker.Dir = folder
	in, err := worker.StdinPipe()
	must.Do(t, err)
	out, err := worker.StdoutPipe()
	must.Do(t, err)
	must.Do(t, worker.Start())
	requests, seed := scale.Share(t, 10_000)
	answers, r := json.NewDecoder(out), rand.New(rand.NewPCG(seed, 1))
	for n := range len(lines) + requests {
		i := n
		if n >= len(lines) {
			i = r.IntN(len(lines))
		}
		args := lines[i]
		if args == nil {
			args = []string{}
		}
		request, err := json.Marshal(map[string]any{"arguments": args, "requestId": n})
		must.Do(t, err)
		_, err = in.Write(append(request, '\n'))
		must.Do(t, err)
		var a struct {
			ExitCode, RequestID int
			Output              string
		}
		must.Do(t, answers.Decode(&a))
		got := fmt.Sprintf("%d %s", a.ExitCode, a.Output)
		if a.RequestID != n || got != alone[i].output || n < len(lines) && written(t, folder) != alone[i].files {
			t.Fatalf("request %d, %q: answer %d\n%s\nwant\n%s", n, args, a.RequestID, got, alone[i].output)
		}
	}
	must.Do(t, in.Close())
	must.Do(t, worker.Wait())
	if got := written(t, folder); got != alone[len(lines)-1].files {
		t.Errorf("files\n%q\nwant\n%q", got, alone[len(lines)-1].files)
	}
}

// written returns the files that command lines have written into a folder, with their names.
func written(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	must.Do(t, filepath.WalkDir(filepath.Join(folder, "out"), func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			fmt.Fprintf(&all, "%s\n%s\n", path, must.Read(t, path))
		}
		return err
	}))
	return all.String()
}
