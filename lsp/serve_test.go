package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/session"
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
	must.Do(t, w.result())
}

func TestExitBeforeInitialize(t *testing.T) {
	w := startWire(t, Options{})
	w.send(exit)
	if err := w.result(); !errors.Is(err, ErrNoShutdown) {
		t.Errorf("Serve returned %v", err)
	}
}

// late is a context that keeps the one who asks for its end waiting.
type late struct{ context.Context }

func (c late) Done() <-chan struct{} {
	time.Sleep(5 * time.Millisecond)
	return c.Context.Done()
}

// TestExitThenEnd gives exit and the end of the input at once: the first one counts,
// however late Serve looks.
func TestExitThenEnd(t *testing.T) {
	said := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(exit), exit)
	for range 20 {
		ctx := late{context.Background()}
		err := Serve(ctx, strings.NewReader(said), io.Discard, Options{engine: fakeEngine()})
		if !errors.Is(err, ErrNoShutdown) {
			t.Fatalf("Serve returned %v", err)
		}
	}
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
	must.Do(t, w.result())
}

// TestSignal ends the server while its input is silent and an analysis hangs.
func TestSignal(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	engine := fakeEngine()
	engine.Compile = func(*source.File, *session.Memory, *meter.Meter) *compile.Unit { <-hang; return nil }
	w := startWire(t, Options{engine: engine})
	w.send(initialize, openA, hoverA)
	_ = w.receive()
	w.cancel()
	must.Do(t, w.result())
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
			must.Do(t, w.result())
		})
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

// TestManyRefusals holds of the library that what protocol.CancelHandler lets through is
// released, or the process may end.
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
	must.Do(t, c.Shutdown(ctx))
}

func TestCancellation(t *testing.T) {
	hang, entered := make(chan struct{}), make(chan struct{}, 1)
	engine := fakeEngine()
	engine.Compile = func(f *source.File, _ *session.Memory, _ *meter.Meter) *compile.Unit {
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

// TestExitDoesNotWaitForEver: a call that hangs is given up at the end.
func TestExitDoesNotWaitForEver(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	engine := fakeEngine()
	engine.Compile = func(*source.File, *session.Memory, *meter.Meter) *compile.Unit { <-hang; return nil }
	log := &logBuffer{}
	w := startWire(t, Options{engine: engine, drain: time.Millisecond, Log: log})
	w.send(initialize, openA, hoverA, shutdown, exit)
	must.Do(t, w.result())
	if !strings.Contains(log.String(), "gave up") {
		t.Errorf("log: %s", log)
	}
}

// TestFixWork asks for all fixes of a text that is too long for that: it gets those of
// the first findings.
func TestFixWork(t *testing.T) {
	text := strings.Repeat("dead ", 20)
	var logged logBuffer
	ctx, c := startFake(t, Options{fixWork: 3*len(text) - 1, Log: &logged})
	must.Do(t, c.Open(ctx, "a.lua", text))
	all := source.Span{End: source.Pos(len(text))}
	actions, err := c.Actions(ctx, "a.lua", all, "quickfix")
	must.Do(t, err)
	if len(actions) != 2*3 {
		t.Errorf("%d actions, want two for each of three findings", len(actions))
	}
	if n := strings.Count(logged.String(), "too long to make the fixes"); n != 1 {
		t.Errorf("said so %d times:\n%s", n, logged.String())
	}
}
