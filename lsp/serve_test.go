package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// patience is how long a test waits for what must happen.
const patience = 30 * time.Second

// logBuffer is a log that a test can read while the server writes it.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func startFake(t *testing.T, options Options) (context.Context, *Client) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	ctx := testContext(t)
	if options.engine == nil {
		options.engine = fakeEngine()
	}
	c, err := Start(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	return ctx, c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wire is the other end of a server's pipes, without a client.
type wire struct {
	t      *testing.T
	in     *io.PipeWriter
	out    chan string // what the server says, one message after the other
	served chan error
	cancel context.CancelFunc // as a signal would
}

func startWire(t *testing.T, options Options) *wire {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if options.engine == nil {
		options.engine = fakeEngine()
	}
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	w := &wire{t: t, in: in, out: make(chan string, 1000), served: make(chan error, 1), cancel: cancel}
	go w.read(jsonrpc2.NewStream(&duplex{fromServer, in}))
	go func() {
		err := Serve(ctx, toServer, out, options)
		_ = out.Close()
		_ = toServer.Close()
		w.served <- err
		close(w.served)
	}()
	t.Cleanup(func() {
		cancel()
		for range w.served {
		}
	})
	return w
}

// send writes frames, one for each body, without waiting for an answer.
func (w *wire) send(bodies ...string) {
	w.t.Helper()
	must(w.t, w.trySend(bodies...))
}

// trySend is send to a server that may have gone.
func (w *wire) trySend(bodies ...string) error {
	for _, body := range bodies {
		if _, err := fmt.Fprintf(w.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
			return err
		}
	}
	return nil
}

// read takes what the server says as soon as it says it, so that no test can block
// the server by being busy with something else.
func (w *wire) read(stream jsonrpc2.Stream) {
	defer close(w.out)
	for {
		frame, _, err := stream.(frameStream).ReadFrame(context.Background())
		if err != nil {
			return
		}
		w.out <- string(frame)
	}
}

// receive is the next message of the server, in JSON; "" at the end.
func (w *wire) receive() string {
	w.t.Helper()
	select {
	case frame := <-w.out:
		return frame
	case <-time.After(patience):
		w.t.Fatal("the server says nothing")
		return ""
	}
}

// rest is what the server still says, until it closes its end.
func (w *wire) rest() []string {
	var out []string
	for frame := w.receive(); frame != ""; frame = w.receive() {
		out = append(out, frame)
	}
	return out
}

func (w *wire) result() error {
	w.t.Helper()
	select {
	case err := <-w.served:
		return err
	case <-time.After(patience):
		w.t.Fatal("the server does not end")
		return nil
	}
}

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	shutdown   = `{"jsonrpc":"2.0","id":9,"method":"shutdown"}`
	exit       = `{"jsonrpc":"2.0","method":"exit"}`
	openA      = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.lua","languageId":"lua","version":1,"text":"x = dead"}}}`
	hoverA     = `{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.lua"},"position":{"line":0,"character":0}}}`
)

func TestCallsOutOfSeason(t *testing.T) {
	w := startWire(t, Options{})
	w.send(hoverA)
	if got := w.receive(); !strings.Contains(got, `"code":-32002`) {
		t.Errorf("before initialize: %s", got)
	}
	w.send(openA, initialize) // the first is ignored
	if got := w.receive(); !strings.Contains(got, `"positionEncoding":"utf-16"`) {
		t.Errorf("initialize: %s", got)
	}
	w.send(hoverA)
	if got := w.receive(); !strings.Contains(got, `not open`) {
		t.Errorf("hover: %s", got)
	}
	w.send(shutdown)
	if got := w.receive(); !strings.Contains(got, `"result":null`) {
		t.Errorf("shutdown: %s", got)
	}
	w.send(hoverA)
	if got := w.receive(); !strings.Contains(got, `"code":-32600`) {
		t.Errorf("after shutdown: %s", got)
	}
	w.send(exit)
	must(t, w.result())
}

func TestExitBeforeInitialize(t *testing.T) {
	w := startWire(t, Options{})
	w.send(exit)
	if err := w.result(); !errors.Is(err, ErrNoShutdown) {
		t.Errorf("Serve returned %v", err)
	}
}

// A conversation that is written in one go, by a program that waits for nothing, is
// still answered.
func TestEndOfInputAnswersFirst(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize, openA, hoverA)
	_ = w.in.Close()
	answers := strings.Join(w.rest(), "\n")
	for _, id := range []string{`"id":1`, `"id":2`, `"code":"dead-store"`} {
		if !strings.Contains(answers, id) {
			t.Errorf("no answer to %s in:\n%s", id, answers)
		}
	}
	must(t, w.result())
}

func TestExitAnswersFirst(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize, openA, hoverA, shutdown, exit)
	answers := strings.Join(w.rest(), "\n")
	for _, id := range []string{`"id":1`, `"id":2`, `"code":"dead-store"`, `"id":9`} {
		if !strings.Contains(answers, id) {
			t.Errorf("no answer to %s in:\n%s", id, answers)
		}
	}
	must(t, w.result())
}

func TestTruncatedInput(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize)
	_, err := io.WriteString(w.in, "Content-Length: 100\r\n\r\n{")
	must(t, err)
	_ = w.in.Close()
	if err := w.result(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Serve returned %v", err)
	}
}

// TestSignal ends the server while its input is silent and an analysis hangs.
func TestSignal(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	engine := fakeEngine()
	engine.Compile = func(*source.File) *compile.Unit { <-hang; return nil }
	w := startWire(t, Options{engine: engine})
	w.send(initialize, openA, hoverA)
	_ = w.receive()
	w.cancel()
	must(t, w.result())
}

func TestClientProcessIsGone(t *testing.T) {
	for name, options := range map[string]Options{
		"named in initialize": {},
		"named by option":     {ClientProcessID: 4242},
	} {
		t.Run(name, func(t *testing.T) {
			options.alive = func(pid int) bool { return pid != 4242 }
			w := startWire(t, options)
			if options.ClientProcessID == 0 {
				w.send(strings.Replace(initialize, `"processId":null`, `"processId":4242`, 1))
			}
			must(t, w.result())
		})
	}
}

// badFrames are bodies that are no messages. Each is answered, with the code that
// is given, and the next is read.
var badFrames = []struct{ body, code string }{
	{`{`, "-32700"},
	{`null`, "-32700"},
	{`"text"`, "-32700"},
	{`{"jsonrpc":"2.0","id":2,"method":"shutdown","params":{"a":1}`, "-32700"},
	{"\xff\xfe\x00", "-32700"},
	{`{}`, "-32600"},
	{`{"id":2,"method":"shutdown"}`, "-32600"},
	{`{"jsonrpc":"2.0","id":2}`, "-32600"},
	{`{"jsonrpc":"2.0","id":2,"method":7}`, "-32600"},
	{`{"jsonrpc":"2.0","id":[2],"method":"shutdown"}`, "-32600"},
	{`{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, "-32600"},
	{`[`, "-32600"},
	{`[]`, "-32600"},
	{`[1,2]`, "-32700"},
	{`[{"jsonrpc":"2.0","id":5,"method":"nosuch"}]`, "-32601"},
	{`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"a":}}`, "-32602"},
	{`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":3}`, "-32602"},
}

func TestMalformedMessages(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize)
	_ = w.receive()
	for _, bad := range badFrames {
		w.send(bad.body)
		if got := w.receive(); !strings.Contains(got, `"code":`+bad.code) {
			t.Errorf("%s: %s", bad.body, got)
		}
	}
	w.send(shutdown, exit)
	if got := w.receive(); !strings.Contains(got, `"id":9`) {
		t.Errorf("shutdown: %s", got)
	}
	must(t, w.result())
}

func TestBrokenHeaderEndsTheServer(t *testing.T) {
	for _, header := range []string{
		"Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "hello\r\n\r\n", "\r\n\r\n",
	} {
		w := startWire(t, Options{})
		_, err := io.WriteString(w.in, header)
		must(t, err)
		if err := w.result(); !errors.Is(err, jsonrpc2.ErrInvalidHeader) {
			t.Errorf("%q: Serve returned %v", header, err)
		}
	}
}

// TestOddClient: capabilities that cannot be decoded are no reason to fail.
func TestOddClient(t *testing.T) {
	log := &logBuffer{}
	w := startWire(t, Options{Log: log})
	w.send(strings.Replace(initialize, `"capabilities":{}`,
		`"capabilities":{"general":{"positionEncodings":["utf-8"]},"textDocument":{"publishDiagnostics":{"tagSupport":true}}}`, 1))
	if got := w.receive(); !strings.Contains(got, `"positionEncoding":"utf-16"`) {
		t.Error(got)
	}
	if !strings.Contains(log.String(), "least capabilities") {
		t.Errorf("log: %s", log)
	}
}

// TestManyRefusals is about the library: what protocol.CancelHandler lets through
// must have been released, or the process may end.
func TestManyRefusals(t *testing.T) {
	ctx, c := startFake(t, Options{})
	var wg sync.WaitGroup
	for _, method := range []string{"nosuch", "initialize", "textDocument/hover"} {
		wg.Go(func() {
			for range 2000 {
				if _, err := c.conn.Call(ctx, method, nil, nil); err == nil {
					t.Errorf("%s was answered", method)
				}
			}
		})
	}
	wg.Wait()
	must(t, c.Shutdown(ctx))
}

func TestCancellation(t *testing.T) {
	hang, entered := make(chan struct{}), make(chan struct{}, 1)
	engine := fakeEngine()
	engine.Compile = func(f *source.File) *compile.Unit {
		entered <- struct{}{}
		<-hang
		return &compile.Unit{File: f}
	}
	w := startWire(t, Options{engine: engine})
	w.send(initialize, openA, hoverA)
	_ = w.receive()
	<-entered
	w.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`)
	if got := w.receive(); !strings.Contains(got, `"code":-32800`) || !strings.Contains(got, `"id":2`) {
		t.Errorf("got %s", got)
	}
	// The work goes on for those who still wait.
	close(hang)
	if got := w.receive(); !strings.Contains(got, "publishDiagnostics") {
		t.Errorf("got %s", got)
	}
	// What is over or was never there can be cancelled too.
	w.send(
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"none"}}`,
		hoverA,
	)
	if got := w.receive(); !strings.Contains(got, `"result"`) {
		t.Errorf("got %s", got)
	}
}

// TestManyChanges sends a thousand changes as fast as it can. They must all be
// applied, in order, with few checks, and no version be published after a later one.
func TestManyChanges(t *testing.T) {
	const changes = 1000
	var mu sync.Mutex
	var checked []string
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit) []analysis.Finding {
		mu.Lock()
		defer mu.Unlock()
		checked = append(checked, u.File.Text())
		return fakeCheck(u)
	}
	ctx, c := startFake(t, Options{engine: engine, delay: time.Hour})
	must(t, c.Open(ctx, "a.lua", ""))
	_, err := c.Diagnostics(ctx, "a.lua")
	must(t, err)
	var want strings.Builder
	for i := range changes {
		word := fmt.Sprintf("%d ", i)
		end := source.Pos(want.Len())
		must(t, c.Edit(ctx, "a.lua", []source.Edit{{Span: source.Span{Start: end, End: end}, New: word}}))
		want.WriteString(word)
	}
	must(t, c.conn.Notify(ctx, protocol.MethodTextDocumentDidSave, &protocol.DidSaveTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI("a.lua")},
	}))
	_, err = c.Diagnostics(ctx, "a.lua")
	must(t, err)
	must(t, c.Shutdown(ctx))
	if len(checked) != 2 || checked[0] != "" || checked[1] != want.String() {
		t.Errorf("%d texts were checked, the last of %d bytes", len(checked), len(checked[len(checked)-1]))
	}
}

// TestQuiet: without a save, the check comes when the typing stops.
func TestQuiet(t *testing.T) {
	ctx, c := startFake(t, Options{delay: time.Millisecond})
	must(t, c.Open(ctx, "a.lua", "dead"))
	for range 50 {
		must(t, c.Edit(ctx, "a.lua", []source.Edit{{New: "dead "}}))
	}
	got, err := c.Diagnostics(ctx, "a.lua")
	must(t, err)
	if len(got) != 51 {
		t.Errorf("%d diagnostics", len(got))
	}
	must(t, c.Shutdown(ctx))
}

func change(version int, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":%d},"contentChanges":[{"text":%q}]}}`, version, text)
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

// TestNothingAboutAnOlderVersion holds a check back until its text has been
// replaced, and the client knows that the server knows.
func TestNothingAboutAnOlderVersion(t *testing.T) {
	hold, entered := make(chan struct{}), make(chan struct{})
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit) []analysis.Finding {
		if u.File.Text() == "x = dead" {
			close(entered)
			<-hold
		}
		return fakeCheck(u)
	}
	w := startWire(t, Options{engine: engine, delay: time.Millisecond})
	w.send(initialize, openA)
	_ = w.receive()
	<-entered
	w.send(change(2, "x = dead dead"), hoverA)
	if got := w.receive(); !strings.Contains(got, `"id":2`) {
		t.Fatal(got)
	}
	close(hold)
	if got := w.receive(); !strings.Contains(got, `"version":2`) {
		t.Errorf("after an answer about version 2: %s", got)
	}
}

func TestCloseWhileBeingChecked(t *testing.T) {
	hold, entered := make(chan struct{}), make(chan struct{}, 2)
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit) []analysis.Finding {
		entered <- struct{}{}
		<-hold
		return fakeCheck(u)
	}
	w := startWire(t, Options{engine: engine})
	w.send(initialize, openA)
	_ = w.receive()
	<-entered
	closeA := `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///a.lua"}}}`
	// Closed, opened again, closed and opened again: what is said last is about the
	// document that is open.
	w.send(closeA, openA, closeA, openA, closeA, strings.Replace(openA, `"version":1`, `"version":0`, 1), hoverA)
	if got := w.receive(); !strings.Contains(got, `"id":2`) {
		t.Fatal(got)
	}
	close(hold)
	var got string
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
	must(t, w.result())
}

// TestSpelling: what is said of a document is said under the name that the client
// gave it, and other spellings of that name mean it too.
func TestSpelling(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize, strings.Replace(openA, "file:///a.lua", "file:///C:/my (dir)/a+b.lua", 1))
	_ = w.receive()
	if got := w.receive(); !strings.Contains(got, `"uri":"file:///C:/my (dir)/a+b.lua"`) {
		t.Error(got)
	}
	// The order of the members does not matter.
	w.send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"languageId":"lua","version":1,"text":"\"uri\":{","uri":"file:///(b).lua"}}}`)
	if got := w.receive(); !strings.Contains(got, `"uri":"file:///(b).lua"`) {
		t.Error(got)
	}
	w.send(strings.Replace(hoverA, "file:///a.lua", "file:///c%3A/my%20%28dir%29/a%2Bb.lua", 1))
	if got := w.receive(); !strings.Contains(got, `"result":{`) {
		t.Error(got)
	}
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
	engine.Compile = func(f *source.File) *compile.Unit {
		counted("compile")
		return &compile.Unit{File: f}
	}
	engine.Check = func(u *compile.Unit) []analysis.Finding {
		counted("check")
		return fakeCheck(u)
	}
	engine.Fixes = func(u *compile.Unit, f analysis.Finding) []analysis.Fix {
		counted("fixes")
		return fakeFixes(u, f)
	}
	engine.FixAll = func(f *source.File) string {
		counted("fix all")
		return f.Text()
	}
	ctx, c := startFake(t, Options{engine: engine})
	must(t, c.Open(ctx, "a.lua", "dead"))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := c.Hover(ctx, "a.lua", 0)
			_, err2 := c.Actions(ctx, "a.lua", source.Span{Start: 0, End: 4})
			_, err3 := c.Diagnostics(ctx, "a.lua")
			if err := errors.Join(err, err2, err3); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	must(t, c.Shutdown(ctx))
	for what, n := range count {
		if n != 1 {
			t.Errorf("%s: %d times", what, n)
		}
	}
	if len(count) != 4 {
		t.Errorf("computed: %v", count)
	}
}

// stuck is an output that nobody reads.
type stuck struct{ entered chan struct{} }

func (s stuck) Write([]byte) (int, error) {
	close(s.entered)
	select {}
}

func TestStuckOutput(t *testing.T) {
	toServer, in := io.Pipe()
	out := stuck{make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	served := make(chan error, 1)
	options := Options{engine: fakeEngine(), drain: time.Millisecond}
	go func() { served <- Serve(ctx, toServer, out, options) }()
	_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(initialize), initialize)
	must(t, err)
	<-out.entered
	cancel()
	select {
	case err := <-served:
		must(t, err)
	case <-time.After(patience):
		t.Fatal("the server does not end")
	}
}

// TestExitDoesNotWaitForEver: a call that hangs is given up at the end.
func TestExitDoesNotWaitForEver(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	engine := fakeEngine()
	engine.Compile = func(*source.File) *compile.Unit { <-hang; return nil }
	log := &logBuffer{}
	w := startWire(t, Options{engine: engine, drain: time.Millisecond, Log: log})
	w.send(initialize, openA, hoverA, shutdown, exit)
	must(t, w.result())
	if !strings.Contains(log.String(), "gave up") {
		t.Errorf("log: %s", log)
	}
}

func TestClientJoinsTheFade(t *testing.T) {
	text := "unused[\n1\n] unused unused[ 1 ]"
	ctx, c := startFake(t, Options{})
	must(t, c.Open(ctx, "a.lua", text))
	got, err := c.Diagnostics(ctx, "a.lua")
	must(t, err)
	want := []string{"unused[\n1\n]", "unused", "unused"}
	if len(got) != len(want) {
		t.Fatalf("%d diagnostics", len(got))
	}
	for i, d := range got {
		if faded := text[d.Fade.Start:d.Fade.End]; faded != want[i] || d.Span.Len() != len("unused") {
			t.Errorf("%d: %q is faded", i, faded)
		}
	}
	must(t, c.Shutdown(ctx))
}
