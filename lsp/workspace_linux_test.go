package lsp

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"luaflow/compile/testkit/must"
)

// workspaceSize is how many files the workspace of BenchmarkWorkspace has.
const workspaceSize = 10_000

// largestCode is how large a file of code is, in bytes: larger ones are data.
const largestCode = 150_000

// BenchmarkWorkspace starts the program that LUAFLOW_TYPING names as the server of a workspace of 10,000 files
// from the folder in LUAFLOW_CORPUS, some of them several times, and opens a file with a name that any of the others
// may define. It prints the CPU time until what needs no other file is said, beyond that of a process that does
// nothing, until the workspace is known, and until nothing is left to do, and the peak memory: for the option workspace
// by default and with all, each the first time and again, with what the server before has kept.
// Then it opens 100 files and closes them, and prints the memory before that, with one open, and after it.
func BenchmarkWorkspace(b *testing.B) {
	program, corpus := os.Getenv("LUAFLOW_TYPING"), os.Getenv("LUAFLOW_CORPUS")
	if program == "" || corpus == "" {
		b.Skip("LUAFLOW_TYPING names no program to type into, or LUAFLOW_CORPUS no code")
	}
	paths := codeOf(b, corpus)
	folder := b.TempDir()
	bytes := 0
	for i := range workspaceSize {
		text := must.Read(b, paths[i%len(paths)])
		bytes += len(text)
		path := filepath.Join(folder, strconv.Itoa(i/100), strconv.Itoa(i)+".lua")
		must.Do(b, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Write(b, path, text)
	}
	must.Write(b, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
	for _, mode := range []string{workspaceChanged, workspaceAll} {
		caches := b.TempDir()
		for _, name := range []string{mode, mode + "-again"} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					s := launch(b, program, caches)
					idle := cpuOf(b, program)
					first, all := s.openIn(folder, mode)
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(float64(bytes)/1e6, "MB-of-code")
					b.ReportMetric(milliseconds(first-idle), "ms/squiggle")
					b.ReportMetric(milliseconds(all), "ms/workspace")
					b.ReportMetric(milliseconds(s.rested()), "ms/rested")
					b.ReportMetric(float64(s.status("VmHWM"))/1024, "MB/peak")
					s.stop()
				}
			})
		}
	}
	b.Run("closing", func(b *testing.B) {
		for b.Loop() {
			s := startServer(b, program)
			fresh := s.status("VmRSS")
			one, after := s.openAndClose(paths[:100])
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(fresh)/1024, "MB/fresh")
			b.ReportMetric(float64(one)/1024, "MB/open")
			b.ReportMetric(float64(after)/1024, "MB/closed")
			s.stop()
		}
	})
}

// codeOf returns the paths of the code in a folder.
func codeOf(b *testing.B, folder string) (paths []string) {
	b.Helper()
	must.Do(b, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".lua" {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > largestCode {
			return err
		}
		paths = append(paths, path)
		return nil
	}))
	if len(paths) < 100 {
		b.Fatalf("%s has %d files of code", folder, len(paths))
	}
	return paths
}

// cpuOf returns the CPU time of a process that does nothing.
func cpuOf(b *testing.B, program string) time.Duration {
	b.Helper()
	c := exec.Command(program, "version")
	must.Do(b, c.Run())
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// openIn opens a file in a folder, and returns the CPU time until something is said of it, and until what other files
// could refute is.
func (s *process) openIn(folder, mode string) (first, all time.Duration) {
	hello := `{"processId":null,"rootUri":%q,"capabilities":{},"initializationOptions":{"workspace":%q}}`
	s.ask("initialize", fmt.Sprintf(hello, docURI(folder), mode))
	s.tell("initialized", `{}`)
	doc := docURI(filepath.Join(folder, "opened.lua"))
	s.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"lua","version":0,"text":%q}}`,
		doc, "local x = 1\nx = definedNowhereElse\nreturn x\n"))
	for {
		said := s.await("publishDiagnostics")
		switch {
		case !strings.Contains(said, "opened.lua"):
		case strings.Contains(said, "definedNowhereElse"):
			return first, s.cpu()
		default:
			first = s.cpu()
		}
	}
}

// rested returns the CPU time when the server does nothing any more.
func (s *process) rested() time.Duration {
	for last := time.Duration(0); ; {
		time.Sleep(2 * restDelay)
		now := s.cpu()
		if now-last < time.Millisecond {
			return now
		}
		last = now
	}
}

// openAndClose returns the memory with one file open, and after all were opened and closed, in kB.
func (s *process) openAndClose(paths []string) (one, after int) {
	for i, path := range paths {
		text, err := json.Marshal(must.Read(s, path))
		must.Do(s, err)
		s.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"lua","version":0,"text":%s}}`, docURI(path), text))
		s.ask("textDocument/diagnostic", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, docURI(path)))
		if i == 0 {
			one = s.status("VmRSS")
		}
	}
	for _, path := range paths {
		s.tell("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, docURI(path)))
	}
	time.Sleep(restDelay + 2*time.Second)
	return one, s.status("VmRSS")
}

// status returns a number of the system about the server.
func (s *process) status(name string) int {
	text := must.Read(s, fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	_, text, _ = strings.Cut(text, name+":")
	n, err := strconv.Atoi(strings.Fields(text)[0])
	must.Do(s, err)
	return n
}
