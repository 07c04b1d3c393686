package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/typing"
)

// BenchmarkTyping types into files of 1,000, 10,000 and 100,000 lines of real code, a character at
// random places and then its deletion, with the program that LUAFLOW_TYPING names as the server,
// as a process of its own. It prints its CPU time: for a key, until what it changed is answered to a client that asks for
// diagnostics; for the first hover, definition and highlight after it, in this order, at a name, and for the second ones;
// for the titles of actions at a place, at a finding, and of the whole file; for the edits of an action at a finding; and
// for `luaflow check` of the file. In the last file 900 findings are planted,
// of 10,000 lines.
//
// The code is that of the folder in LUAFLOW_CORPUS.
func BenchmarkTyping(b *testing.B) {
	program := os.Getenv("LUAFLOW_TYPING")
	if program == "" || os.Getenv("LUAFLOW_CORPUS") == "" {
		b.Skip("LUAFLOW_TYPING names no program to type into, or LUAFLOW_CORPUS no code")
	}
	for _, size := range []struct{ lines, findings int }{{1_000, 0}, {10_000, 0}, {100_000, 0}, {10_000, 900}} {
		b.Run(fmt.Sprintf("%d-%d", size.lines, size.findings), func(b *testing.B) {
			text := planted(typing.Code(b, size.lines, compiles), size.findings)
			path := filepath.Join(b.TempDir(), "typed.lua")
			must.Do(b, os.WriteFile(path, []byte(text), 0o600))
			check := checkTime(b, program, path)
			for b.Loop() {
				s := startServer(b, program)
				costs := s.typeInto(path, text)
				s.stop()
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(milliseconds(check), "ms/check")
				for what, times := range costs {
					slices.Sort(times)
					b.ReportMetric(milliseconds(times[len(times)/2]), "ms/"+what)
					b.ReportMetric(milliseconds(times[len(times)*99/100]), "ms/"+what+"-99")
				}
			}
		})
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// planted returns a text of files with n statements at their beginnings, about each of which there is a finding.
func planted(text string, n int) string {
	parts := strings.SplitAfter(text, "\ncall(function(...)\n")
	for i := range n {
		name := "planted" + strconv.Itoa(i)
		parts[i%(len(parts)-1)] += fmt.Sprintf("do local %s = 1; %s = ...; print(%s) end\n", name, name, name)
	}
	return strings.Join(parts, "")
}

func compiles(text string) bool {
	return len(compile.CompileAs(source.NewFile("", text), syntax.Language{Dialects: syntax.Lua53}).Errors) == 0
}

// checkTime returns the CPU time of luaflow check for a file, the least of three.
func checkTime(b *testing.B, program, path string) time.Duration {
	b.Helper()
	least := time.Hour
	for range 3 {
		check := exec.Command(program, "check", "--no-config", "--format", "plain", path)
		check.Env = append(os.Environ(), "LUAFLOW_CACHE=off")
		_ = check.Run() // its exit code is about findings
		least = min(least, check.ProcessState.UserTime()+check.ProcessState.SystemTime())
	}
	return least
}

// process is a server that runs as a process of its own.
type process struct {
	*testing.B
	command *exec.Cmd
	in      io.WriteCloser
	frames  chan string
	id      int
}

func startServer(b *testing.B, program string) *process {
	b.Helper()
	s := launch(b, program, b.TempDir())
	s.ask("initialize", `{"processId":null,"rootUri":null,"initializationOptions":{"features":"all"},"capabilities":{"workspace":{"diagnostics":{"refreshSupport":true}},"textDocument":{"diagnostic":{},"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}}}}}}`)
	s.tell("initialized", `{}`)
	return s
}

// launch starts a server to which nothing is said, and whose caches are in a folder.
func launch(b *testing.B, program, caches string) *process {
	b.Helper()
	s := &process{B: b, command: exec.Command(program, "lsp"), frames: make(chan string, 1000)}
	s.command.Env = append(os.Environ(), "XDG_CACHE_HOME="+caches, "XDG_CONFIG_HOME="+caches, "LUAFLOW_CACHE=") // which is off where commands are measured
	var err error
	s.in, err = s.command.StdinPipe()
	must.Do(b, err)
	out, err := s.command.StdoutPipe()
	must.Do(b, err)
	must.Do(b, s.command.Start())
	go func() {
		defer close(s.frames)
		stream := jsonrpc2.NewStream(&duplex{io.NopCloser(bufio.NewReader(out)), s.in}).(frameStream)
		for {
			frame, _, err := stream.ReadFrame(context.Background())
			if err != nil {
				return
			}
			s.frames <- string(frame)
		}
	}()
	return s
}

func (s *process) stop() {
	s.ask("shutdown", "null")
	s.tell("exit", "null")
	must.Do(s, s.command.Wait())
}

func (s *process) write(body string) {
	_, err := fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	must.Do(s, err)
}

func (s *process) tell(method, params string) {
	s.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// ask returns the answer to a request.
func (s *process) ask(method, params string) string {
	s.id++
	s.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, s.id, method, params))
	return s.await(fmt.Sprintf(`"id":%d`, s.id))
}

// await returns the next message that has mark near its beginning or its end.
func (s *process) await(mark string) string {
	for frame := range s.frames {
		if n := len(frame); strings.Contains(frame[:min(n, 500)], mark) || strings.Contains(frame[max(0, n-500):], mark) {
			return frame
		}
	}
	s.Fatalf("the server ended, before %s", mark)
	return ""
}

// cpu returns the CPU time that the server has used.
func (s *process) cpu() time.Duration {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.command.Process.Pid))
	must.Do(s, err)
	var sum time.Duration
	for _, task := range tasks {
		line, err := os.ReadFile(task)
		if err != nil {
			continue // it has ended
		}
		used, _, _ := strings.Cut(string(line), " ")
		n, err := strconv.ParseInt(used, 10, 64)
		must.Do(s, err)
		sum += time.Duration(n)
	}
	return sum
}

// cost returns the CPU time that the server takes for what is done.
func (s *process) cost(do func()) time.Duration {
	before := s.cpu()
	do()
	return s.cpu() - before
}

// typeInto opens a file and types into it. It returns the costs by what was done.
func (s *process) typeInto(path, text string) map[string][]time.Duration {
	costs := make(map[string][]time.Duration)
	note := func(what string, do func()) { costs[what] = append(costs[what], s.cost(do)) }
	doc := "file://" + path
	quoted, err := json.Marshal(text)
	must.Do(s, err)
	note("open", func() {
		s.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"lua","version":0,"text":%s}}`, doc, quoted))
		s.ask("textDocument/diagnostic", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, doc))
	})
	lines := strings.Split(text, "\n")
	found := rangeStart.FindAllStringSubmatch(s.ask("textDocument/diagnostic", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, doc)), -1)
	costs["findings"] = append(costs["findings"], time.Duration(len(found))*time.Millisecond)
	r := rand.New(rand.NewPCG(3, 4))
	for version := 1; version <= 60; version += 2 {
		line := r.IntN(len(lines) - 1)
		column := 0
		if n := len(lines[line]); n > 0 {
			column = r.IntN(n)
		}
		at := fmt.Sprintf(`{"line":%d,"character":%d}`, line, column)
		after := fmt.Sprintf(`{"line":%d,"character":%d}`, line, column+1)
		for i, change := range []string{
			fmt.Sprintf(`{"range":{"start":%s,"end":%s},"text":"x"}`, at, at),
			fmt.Sprintf(`{"range":{"start":%s,"end":%s},"text":""}`, at, after),
		} {
			note("key", func() {
				s.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[%s]}`, doc, version+i, change))
				s.ask("textDocument/diagnostic", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, doc))
			})
		}
		line, column = someName(r, lines)
		name := fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}}`, doc, line, column)
		for _, time := range []string{"", "-again"} {
			for _, what := range []string{"hover", "definition", "documentHighlight"} {
				note(what+time, func() { s.ask("textDocument/"+what, name) })
			}
		}
		note("action-whole", func() { s.actions(doc, "0", "0", strconv.Itoa(len(lines)), "0") })
		if len(found) > 0 {
			at := found[r.IntN(len(found))]
			var actions string
			note("action-finding", func() { actions = s.actions(doc, at[1], at[2], at[1], at[2]) })
			if first := firstAction(actions); first != "" {
				note("resolve", func() { s.ask("codeAction/resolve", first) })
			}
		}
		note("action", func() {
			s.ask("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":%s,"end":%s},"context":{"diagnostics":[]}}`, doc, at, at))
		})
	}
	return costs
}

// names finds what may be a name.
var names = regexp.MustCompile(`[A-Za-z_]+`)

// someName returns where a word stands in some line.
func someName(r *rand.Rand, lines []string) (line, column int) {
	for {
		line = r.IntN(len(lines))
		if found := names.FindAllStringIndex(lines[line], -1); len(found) > 0 {
			return line, found[r.IntN(len(found))][0]
		}
	}
}

// actions asks for the actions of a range.
func (s *process) actions(doc, line, column, lastLine, lastColumn string) string {
	return s.ask("textDocument/codeAction", fmt.Sprintf(
		`{"textDocument":{"uri":%q},"range":{"start":{"line":%s,"character":%s},"end":{"line":%s,"character":%s}},"context":{"diagnostics":[]}}`,
		doc, line, column, lastLine, lastColumn))
}

// firstAction returns the first element of a list of actions.
func firstAction(answer string) string {
	var list struct{ Result []json.RawMessage }
	if json.Unmarshal([]byte(answer), &list) != nil || len(list.Result) == 0 {
		return ""
	}
	return string(list.Result[0])
}
