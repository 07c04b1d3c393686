package lsp

import (
	"errors"
	"fmt"
	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/session"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// TestManyChanges sends a thousand changes as fast as it can. They must all be
// applied, in order, with few checks, and no version be published after a later one.
func TestManyChanges(t *testing.T) {
	const changes = 1000
	var mu sync.Mutex
	var checked []string
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit, in *session.Memory) ([]analysis.Finding, []analysis.Omission) {
		mu.Lock()
		defer mu.Unlock()
		checked = append(checked, u.File.Text())
		return fakeCheck(u, in)
	}
	ctx, c := startFake(t, Options{engine: engine, delay: time.Hour})
	must.Do(t, c.Open(ctx, "a.lua", ""))
	_, err := c.Diagnostics(ctx, "a.lua")
	must.Do(t, err)
	var want strings.Builder
	for i := range changes {
		word := fmt.Sprintf("%d ", i)
		end := source.Pos(want.Len())
		must.Do(t, c.Edit(ctx, "a.lua", []source.Edit{{Span: source.Span{Start: end, End: end}, New: word}}))
		want.WriteString(word)
	}
	must.Do(t, c.conn.Notify(ctx, protocol.MethodTextDocumentDidSave, &protocol.DidSaveTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI("a.lua")},
	}))
	_, err = c.Diagnostics(ctx, "a.lua")
	must.Do(t, err)
	must.Do(t, c.Shutdown(ctx))
	if len(checked) != 2 || checked[0] != "" || checked[1] != want.String() {
		t.Errorf("%d texts were checked, the last of %d bytes", len(checked), len(checked[len(checked)-1]))
	}
}

// TestQuiet: without a save, the check comes when the typing stops.
func TestQuiet(t *testing.T) {
	ctx, c := startFake(t, Options{delay: time.Millisecond})
	must.Do(t, c.Open(ctx, "a.lua", "dead"))
	for range 50 {
		must.Do(t, c.Edit(ctx, "a.lua", []source.Edit{{New: "dead "}}))
	}
	got, err := c.Diagnostics(ctx, "a.lua")
	must.Do(t, err)
	if len(got) != 51 {
		t.Errorf("%d diagnostics", len(got))
	}
	must.Do(t, c.Shutdown(ctx))
}

func TestOlderVersionIsIgnored(t *testing.T) {
	log := &logBuffer{}
	w := startWire(t, Options{Log: log, delay: time.Millisecond})
	w.send(initialize, openA)
	_, _ = w.receive(), w.receive()
	w.send(change(7, "dead"))
	if got := w.receive(); !strings.Contains(got, `"version":7`) {
		t.Fatal(got)
	}
	w.send(change(6, ""), change(8, "dead dead"))
	got := w.receive()
	if !strings.Contains(got, `"version":8`) || strings.Count(got, "dead-store") < 2 {
		t.Fatal(got)
	}
	if !strings.Contains(log.String(), "change to version 6, but version 7 is open") {
		t.Errorf("log: %s", log)
	}
}

// TestNothingAboutAnOlderVersion holds a check back until its text has been replaced, and
// all has been said of the new one.
func TestNothingAboutAnOlderVersion(t *testing.T) {
	hold, entered := make(chan struct{}), make(chan struct{})
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit, in *session.Memory) ([]analysis.Finding, []analysis.Omission) {
		if u.File.Text() == "x = dead" {
			close(entered)
			<-hold
		}
		return fakeCheck(u, in)
	}
	w := startWire(t, Options{engine: engine, delay: time.Millisecond})
	w.send(initialize, openA)
	_ = w.receive()
	<-entered
	w.send(change(2, "x = dead dead"), hoverA)
	// The check of version 2 does not wait for that of version 1.
	said := w.receive() + w.receive()
	if !strings.Contains(said, `"id":2`) || !strings.Contains(said, `"version":2`) {
		t.Error(said)
	}
	close(hold)
	w.send(shutdown, exit)
	if rest := w.rest(); len(rest) != 1 {
		t.Errorf("after all about version 2: %s", rest)
	}
}

func TestCloseWhileBeingChecked(t *testing.T) {
	hold, entered := make(chan struct{}), make(chan struct{}, 10)
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit, in *session.Memory) ([]analysis.Finding, []analysis.Omission) {
		entered <- struct{}{}
		for {
			select {
			case <-hold:
				return fakeCheck(u, in)
			default:
				u.Meter.Step()
				runtime.Gosched()
			}
		}
	}
	w := startWire(t, Options{engine: engine})
	w.send(initialize, openA)
	_ = w.receive()
	<-entered
	closeA := `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///a.lua"}}}`
	// Closed, opened again, closed and opened again: what is said last is about the
	// document that is open.
	w.send(closeA, openA, closeA, openA, closeA, strings.Replace(openA, `"version":1`, `"version":0`, 1), hoverA)
	got := w.receive()
	for ; !strings.Contains(got, `"id":2`); got = w.receive() {
		if !strings.Contains(got, `"diagnostics":[]`) {
			t.Fatal(got)
		}
	}
	close(hold)
	for clears := 0; !strings.Contains(got, "dead-store"); clears++ {
		got = w.receive()
		if strings.Contains(got, "dead-store") != strings.Contains(got, `"version":0`) {
			t.Errorf("unexpected: %s", got)
		}
	}
	w.send(closeA)
	if got := w.receive(); !strings.Contains(got, `"diagnostics":[]`) {
		t.Errorf("after close: %s", got)
	}
	w.send(shutdown, exit)
	if rest := w.rest(); len(rest) != 1 {
		t.Errorf("after close: %s", rest)
	}
	must.Do(t, w.result())
}

// TestOneComputation: what is asked about one version is compiled and checked once.
func TestOneComputation(t *testing.T) {
	var mu sync.Mutex
	count := make(map[string]int)
	counted := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		count[what]++
	}
	engine := fakeEngine()
	engine.Compile = func(f *source.File, _ *session.Memory, _ *meter.Meter) *compile.Unit {
		counted("compile")
		return &compile.Unit{File: f}
	}
	engine.Check = func(u *compile.Unit, in *session.Memory) ([]analysis.Finding, []analysis.Omission) {
		counted("check")
		return fakeCheck(u, in)
	}
	engine.Fixes = func(u *compile.Unit, f analysis.Finding) fix.Outcome {
		counted("fixes")
		return fakeFixes(u, f)
	}
	engine.FixAll = func(*source.File, []analysis.Finding, []source.Span, *meter.Meter) ([]source.Edit, []analysis.Omission) {
		counted("fix all")
		return nil, nil
	}
	ctx, c := startFake(t, Options{engine: engine})
	must.Do(t, c.Open(ctx, "a.lua", "dead"))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := c.Hover(ctx, "a.lua", 0)
			_, err2 := c.Actions(ctx, "a.lua", source.Span{Start: 0, End: 4}, "quickfix", "source.fixAll")
			_, err3 := c.Diagnostics(ctx, "a.lua")
			if err := errors.Join(err, err2, err3); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	must.Do(t, c.Shutdown(ctx))
	for what, n := range count {
		if n != 1 {
			t.Errorf("%s: %d times", what, n)
		}
	}
	if len(count) != 4 {
		t.Errorf("computed: %v", count)
	}
}

func TestClientJoinsTheFade(t *testing.T) {
	text := "unused[\n1\n] unused unused[ 1 ]"
	ctx, c := startFake(t, Options{})
	must.Do(t, c.Open(ctx, "a.lua", text))
	got, err := c.Diagnostics(ctx, "a.lua")
	must.Do(t, err)
	want := []string{"unused[\n1\n]", "unused", "unused"}
	if len(got) != len(want) {
		t.Fatalf("%d diagnostics", len(got))
	}
	for i, d := range got {
		if faded := text[d.Fade.Start:d.Fade.End]; faded != want[i] || d.Span.Len() != len("unused") {
			t.Errorf("%d: %q is faded", i, faded)
		}
	}
	must.Do(t, c.Shutdown(ctx))
}

func TestClientJoinsOtherFades(t *testing.T) {
	ctx, c := startFake(t, Options{})
	must.Do(t, c.Open(ctx, "a.lua", "[] cycle 1 cycles 2"))
	got, err := c.Diagnostics(ctx, "a.lua")
	must.Do(t, err)
	if len(got) != 2 {
		t.Fatalf("%d diagnostics: %v", len(got), got)
	}
	for i, want := range [][]source.Span{{{Start: 9, End: 10}, {Start: 0, End: 1}}, {{Start: 18, End: 19}, {Start: 0, End: 1}}} {
		if d := got[i]; d.Severity != analysis.Warning || d.Fade != d.Span || !slices.Equal(d.Fades, want) {
			t.Errorf("%v, expected to fade %v", d, want)
		}
	}
	must.Do(t, c.Shutdown(ctx))
}

// TestNothingIsOpen: a client that does not ask is told of files before it opens any.
func TestNothingIsOpen(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, "a.lua"), "local unread = 1\n")
	w := startWire(t, Options{})
	w.send(inFolder(folder, "{}"), initialized)
	if got := w.await("publishDiagnostics"); !strings.Contains(got, "a.lua") || !strings.Contains(got, "unread") {
		t.Errorf("got %s", got)
	}
	w.send(shutdown, exit)
	w.rest()
}

// TestSaidOfTheClosed: what was said of a document is said of its file when it is closed, for editors forget it with
// the text; of one about which nothing was said there is nothing to forget.
func TestSaidOfTheClosed(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, "a.lua"), "local unread = 1\n")
	must.Write(t, filepath.Join(folder, "clean.lua"), "return 1\n")
	w := serveWire(t, Options{})
	w.send(inFolder(folder, "{}"), initialized)
	w.await("a.lua")
	closed := func(name string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":%q}}}`, docURI(filepath.Join(folder, name)))
	}
	w.send(openIn(folder, "clean.lua", "return 1\n"))
	w.await(`"version":1`)
	w.send(closed("clean.lua"), openIn(folder, "a.lua", "local unread = 1\n"))
	if got := w.await("publishDiagnostics"); !strings.Contains(got, "a.lua") || !strings.Contains(got, `"version":1`) {
		t.Errorf("of the clean one: %s", got)
	}
	w.send(closed("a.lua"))
	if got := w.await("publishDiagnostics"); !strings.Contains(got, "unread") || strings.Contains(got, `"version":`) {
		t.Errorf("of the closed one: %s", got)
	}
	w.send(shutdown, exit)
	for _, got := range w.rest() {
		if strings.Contains(got, "publishDiagnostics") {
			t.Errorf("after all: %s", got)
		}
	}
}
