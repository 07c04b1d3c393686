package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// largeMessage returns how long a large message is, in bytes: at full size one is nearly as long as any may be.
func largeMessage() int {
	if scale.Full() {
		return maxFrame - 1<<20
	}
	return 4 << 20
}

// allocated returns how many bytes are allocated while f runs.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// sendLarge sends a frame with so many blanks in the middle, which are nowhere in memory as a whole.
func (w *wire) sendLarge(head string, blanks int, tail string) {
	w.t.Helper()
	_, err := fmt.Fprintf(w.in, "Content-Length: %d\r\n\r\n%s", len(head)+blanks+len(tail), head)
	must.Do(w.t, err)
	part := bytes.Repeat([]byte(" "), 1<<10)
	for ; blanks > 0; blanks -= min(blanks, len(part)) {
		_, err := w.in.Write(part[:min(blanks, len(part))])
		must.Do(w.t, err)
	}
	_, err = io.WriteString(w.in, tail)
	must.Do(w.t, err)
}

const saveA = `{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a.lua"}}}`

const askA = `{"jsonrpc":"2.0","id":%d,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a.lua"}}}`

// TestLargeMessages opens a large document and changes all of it: each is answered with what is in it, takes memory
// in proportion, and leaves none when the document is closed.
func TestLargeMessages(t *testing.T) {
	w := serveWire(t, Options{})
	w.send(strings.Replace(initialize, `"capabilities":{}`, asking, 1), openA, fmt.Sprintf(askA, 2))
	w.await(`"id":2`)
	before := heap()
	n := largeMessage()
	opening, end, _ := strings.Cut(strings.Replace(openA, "x = dead", "local opened = 1||", 1), "||")
	changing, endOfChange, _ := strings.Cut(change(2, "local changed = 1||"), "||")
	for i, m := range []struct{ head, tail, name string }{{opening, end, "opened"}, {changing, endOfChange, "changed"}} {
		used := allocated(func() {
			w.sendLarge(m.head, n, m.tail)
			w.send(saveA, fmt.Sprintf(askA, 3+i)) // as nobody is typing
			if got := w.await(fmt.Sprintf(`"id":%d`, 3+i)); !strings.Contains(got, "`"+m.name+"`") {
				t.Errorf("%s: the answer is %s", m.name, got)
			}
		})
		t.Logf("%s: %d bytes allocated for a message of %d", m.name, used, n)
		if most := 12*n + 160<<20; used > most { // the rest is taken once, for the first text
			t.Errorf("%s: %d bytes allocated for a message of %d", m.name, used, n)
		}
	}
	w.send(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///a.lua"}}}`, shutdown)
	w.await(`"id":9`)
	if after := heap(); after > before+1<<20+keptFrame {
		t.Errorf("%d bytes are in use, and %d were before", after, before)
	}
	w.send(exit)
	must.Do(t, w.result())
}

// TestMessageBeyondTheLimit: a message that is too long takes no memory, is answered with an error, and the next
// one is read. What it was to open is not open.
func TestMessageBeyondTheLimit(t *testing.T) {
	n := largeMessage()
	w := serveWire(t, Options{frame: n / 2, ahead: 128 << 10})
	w.send(strings.Replace(initialize, `"capabilities":{}`, asking, 1))
	w.await(`"id":1`)
	head, tail, _ := strings.Cut(strings.Replace(openA, "x = dead", "||", 1), "||")
	used := allocated(func() {
		w.sendLarge(head, n, tail)
		w.await(`"code":-32600`)
	})
	if used > 1<<20 {
		t.Errorf("%d bytes allocated", used)
	}
	w.send(hoverA)
	if got := w.await(`"id":2`); !strings.Contains(got, "not open") {
		t.Errorf("hover: %s", got)
	}
	w.send(shutdown, exit)
	w.await(`"id":9`)
	must.Do(t, w.result())
}

// TestMessageThatIsNotThere: a header alone takes no memory, whatever it says.
func TestMessageThatIsNotThere(t *testing.T) {
	w := serveWire(t, Options{})
	w.send(initialize)
	w.await(`"id":1`)
	used := allocated(func() {
		_, err := fmt.Fprintf(w.in, "Content-Length: %d\r\n\r\n{", maxFrame)
		must.Do(t, err)
		_ = w.in.Close()
		if err := w.result(); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("Serve returned %v", err)
		}
	})
	if used > 2*keptFrame {
		t.Errorf("%d bytes allocated", used)
	}
}

// TestClientDies closes the pipe from the server after each number of bytes of what it says, up to the middle of what is
// published, while the other one stays open for a while: the server ends when its input does, whatever could not be said.
func TestClientDies(t *testing.T) {
	for after := range int64(8) {
		toServer, in := io.Pipe()
		fromServer, out := io.Pipe()
		served := make(chan error, 1)
		go func() {
			err := Serve(context.Background(), toServer, out, Options{engine: fakeEngine(), delay: time.Millisecond, drain: 10 * time.Millisecond})
			_ = toServer.Close()
			served <- err
		}()
		go func() {
			_, _ = io.CopyN(io.Discard, fromServer, after*after*60)
			_ = fromServer.Close()
		}()
		w := &wire{t: t, in: in}
		for range 20 {
			if w.trySend(initialize, openA, hoverA, change(2, "dead dead")) != nil {
				break
			}
		}
		_ = in.Close()
		select {
		case err := <-served:
			t.Logf("after %d bytes: %v", after*after*60, err)
		case <-time.After(patience):
			t.Fatalf("after %d bytes: the server does not end", after*after*60)
		}
	}
}
