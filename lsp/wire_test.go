package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"luaflow/compile/testkit/must"
)

// This file defines what the tests of a conversation share: a server at the other
// end of two pipes, with a client or with nothing but frames.

// patience is how long a test waits for what must happen, on a machine that has much else
// to do: it ends tests that hang.
const patience = 5 * time.Minute

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

// wire is the other end of a server's pipes, without a client.
type wire struct {
	t      testing.TB
	waits  time.Duration // for a message
	in     *io.PipeWriter
	out    chan string // what the server says, one message after the other
	served chan error
	cancel context.CancelFunc // as a signal would
}

func startWire(t *testing.T, options Options) *wire {
	t.Helper()
	if options.engine == nil {
		options.engine = fakeEngine()
	}
	return serveWire(t, options)
}

// serveWire does what startWire does with the real engine, unless there is another in the
// options.
func serveWire(t testing.TB, options Options) *wire {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	w := &wire{t: t, waits: patience, in: in, out: make(chan string, 1000), served: make(chan error, 1), cancel: cancel}
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
	must.Do(w.t, w.trySend(bodies...))
}

// trySend does what send does, for a server that may have gone.
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

// receive returns the next message of the server, in JSON; "" at the end.
func (w *wire) receive() string {
	w.t.Helper()
	select {
	case frame := <-w.out:
		return frame
	case <-time.After(w.waits):
		w.t.Fatal("the server says nothing")
		return ""
	}
}

// rest returns what the server still says, until it closes its end.
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

func change(version int, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":%d},"contentChanges":[{"text":%q}]}}`, version, text)
}
