package lsp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"golang.org/x/sys/unix"

	"luaflow/compile/meter"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/typing"
)

// largeShapes returns texts of which there is much of one kind, by name.
func largeShapes(b *testing.B) map[string]string {
	shapes := map[string]string{
		"elseif":     "local function f(x)\nif x == 0 then x = f(1)\n" + repeated(200_000, "elseif x == % then x = f(%)\n") + "end\nreturn x\nend\nreturn f\n",
		"statements": "local function f(x)\nlocal y\n" + repeated(200_000, "y = x + % x = y\n") + "return x\nend\nreturn f\n",
		"table":      "local t = {\n" + repeated(500_000, "a% = %,\n") + "}\nreturn t\n",
		"functions":  repeated(50_000, "local function f%(a)\n  local b = a\n  b = a + %\n  return b\nend\nprint(f%(%))\n"),
	}
	if os.Getenv("LUAFLOW_CORPUS") != "" {
		shapes["code"] = typing.Code(b, 100_000, compiles)
	}
	return shapes
}

// BenchmarkCancel asks everything about large texts and prints how much CPU time goes by, at most, between two places
// at which the work on a request ends when it is cancelled: between two steps, and from the last step to the answer. The work is
// stopped at none of them. LUAFLOW_CANCEL names a shape, "all" for all of them, and after a blank a part of the methods' names, without for all.
func BenchmarkCancel(b *testing.B) {
	for name, text := range largeShapes(b) {
		wanted, method, _ := strings.Cut(os.Getenv("LUAFLOW_CANCEL"), " ")
		if wanted != name && wanted != "all" {
			continue
		}
		b.Run(name, func(b *testing.B) {
			for range b.N {
				benchmarkCancel(b, text, method)
			}
		})
	}
}

// stopwatch measures the longest way from one step to the next.
type stopwatch struct {
	mu    sync.Mutex
	gap   time.Duration
	where string
	ended time.Duration // CPU time of the process when the last work had ended
}

func (w *stopwatch) observe(steps *meter.Meter) (ended func()) {
	runtime.LockOSThread()
	last := cpuTime(thisThread)
	var before, now callers
	note := func() {
		gap := cpuTime(thisThread) - last
		now.note()
		w.mu.Lock()
		if gap > w.gap {
			w.gap, w.where = gap, now.names()+" after "+before.names()
		}
		w.mu.Unlock()
		before = now
		last = cpuTime(thisThread)
	}
	steps.Watch(func(int) { note() })
	return func() {
		note()
		runtime.UnlockOSThread()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.ended = cpuTime(allThreads)
	}
}

// The clocks of CPU time: of all threads, and of this.
const (
	allThreads = unix.CLOCK_PROCESS_CPUTIME_ID
	thisThread = unix.CLOCK_THREAD_CPUTIME_ID
)

func cpuTime(of int32) time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(of, &now)
	return time.Duration(now.Nano())
}

// callers is the innermost callers of a step.
type callers struct {
	pcs [8]uintptr
	n   int
}

func (c *callers) note() { c.n = runtime.Callers(6, c.pcs[:]) }

// names returns who asks whether to stop, and who called that.
func (c *callers) names() string {
	var names []string
	frames := runtime.CallersFrames(c.pcs[:c.n])
	for more := c.n > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		names = append(names, fmt.Sprintf("%s:%d", filepath.Base(f.Function), f.Line))
	}
	return strings.Join(names[:min(4, len(names))], " < ")
}

// actionCapabilities are those of a client that asks for diagnostics, and for the edits of actions apart.
const actionCapabilities = `"capabilities":{"workspace":{"diagnostics":{"refreshSupport":true}},"textDocument":{"diagnostic":{},` +
	`"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}}}}}`

func benchmarkCancel(b *testing.B, text, wanted string) {
	defer func(was func() listener) { newJudge = was }(newJudge)
	newJudge = nil // which takes more time than the server
	watch := &stopwatch{}
	w := serveWire(b, Options{observe: watch.observe, delay: time.Hour})
	w.send(strings.Replace(initialize, `"capabilities":{}`, actionCapabilities, 1), openIn("/", "a.lua", text))
	w.await(`"id":1`)
	lines := strings.Count(text, "\n")
	at := protocol.Position{Line: uint32(lines / 2), Character: 3}
	all := protocol.Range{End: protocol.Position{Line: uint32(lines)}}
	version := 1
	for _, method := range slices.Sorted(maps.Keys(calls)) {
		params := object{
			"textDocument": document("file:///a.lua"), "position": at, "range": all, "newName": "renamed", "query": "f", "positions": []any{at},
			"context":          object{"diagnostics": []any{}, "only": []string{"quickfix", "source.fixAll"}, "includeDeclaration": true, "frameId": 1, "stoppedLocation": all},
			"previousResultId": "none", "previousResultIds": []any{},
		}
		if !strings.Contains(method, wanted) || modelFollowing[method] != "" || method == protocol.MethodWorkspaceExecuteCommand {
			continue
		}
		version++
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":" "}]}}`, version))
		watch.mu.Lock()
		watch.gap, watch.where, watch.ended = 0, "", 0
		watch.mu.Unlock()
		began := cpuTime(allThreads)
		w.send(string(marshal(object{"jsonrpc": "2.0", "id": 1000 + version, "method": method, "params": params})))
		answer := w.await(fmt.Sprintf(`"id":%d,`, 1000+version))
		tail := cpuTime(allThreads)
		watch.mu.Lock()
		gap, where, ended := watch.gap, watch.where, watch.ended
		watch.mu.Unlock()
		tail -= max(ended, began)
		fmt.Printf("%-40s all %6d ms, gap %4d ms, tail %4d ms, %d kB %s\n", method, (cpuTime(allThreads) - began).Milliseconds(), gap.Milliseconds(), tail.Milliseconds(), len(answer)>>10, map[bool]string{true: where}[gap > 10*time.Millisecond])
	}
	w.send(shutdown, exit)
	must.Do(b, w.result())
}
