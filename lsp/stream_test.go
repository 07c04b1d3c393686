package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"luaflow/compile/testkit/must"
	"luaflow/lsp/recording"
)

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
	must.Do(t, w.result())
}

func TestTruncatedInput(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize)
	_, err := io.WriteString(w.in, "Content-Length: 100\r\n\r\n{")
	must.Do(t, err)
	_ = w.in.Close()
	if err := w.result(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Serve returned %v", err)
	}
}

// badFrames are bodies that are no messages. Each is answered, with the code that
// is given, and the next is read.
var badFrames = []struct{ body, code string }{
	{``, "-32700"},
	{strings.Repeat(" ", 2001), "-32600"}, // too large
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
	w := startWire(t, Options{frame: 2000})
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
	must.Do(t, w.result())
}

func TestBrokenHeaderEndsTheServer(t *testing.T) {
	for _, header := range []string{
		"Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n", "hello\r\n\r\n", "\r\n\r\n",
		"Content-Length: 1" + strings.Repeat(" ", maxHeader) + "\r\n\r\n",
	} {
		w := startWire(t, Options{})
		_, err := io.WriteString(w.in, header)
		must.Do(t, err)
		if err := w.result(); !errors.Is(err, jsonrpc2.ErrInvalidHeader) {
			t.Errorf("%q: Serve returned %v", header, err)
		}
	}
}

// TestSplitAtEachByte: frames come as the transport cuts them.
func TestSplitAtEachByte(t *testing.T) {
	w := startWire(t, Options{})
	for _, body := range []string{initialize, openA, hoverA, shutdown, exit} {
		for _, b := range []byte(fmt.Sprintf("content-length:%d\r\nContent-Type: text\r\n\r\n%s", len(body), body)) {
			_, err := w.in.Write([]byte{b})
			must.Do(t, err)
		}
	}
	answers := strings.Join(w.rest(), "\n")
	for _, id := range []string{`"id":1`, `"id":2`, `"code":"dead-store"`, `"id":9`} {
		if !strings.Contains(answers, id) {
			t.Errorf("no answer to %s in:\n%s", id, answers)
		}
	}
	must.Do(t, w.result())
}

// TestBatch: calls in one message are answered in one.
func TestBatch(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize)
	_ = w.receive()
	w.send("[" + openA + "," + hoverA + "," + `{"jsonrpc":"2.0","id":3,"method":"nosuch"}` + "," + change(2, "use def") + "]")
	got := w.await(`"id":2`)
	if !strings.HasPrefix(got, "[") || !strings.Contains(got, `"id":3`) || strings.Count(got, `"jsonrpc"`) != 2 {
		t.Error(got)
	}
	w.send(shutdown, exit)
	w.await(`"id":9`)
	must.Do(t, w.result())
}

// TestExitInBatch: what stands in front of an exit in a batch is answered before the server ends, as it does after the exit of a
// frame of its own. What is no exit ends nothing.
func TestExitInBatch(t *testing.T) {
	third := strings.Replace(hoverA, `"id":2`, `"id":3`, 1)
	const last = `{"jsonrpc":"2.0","id":4,"method":"nosuch"}`
	for _, c := range []struct {
		batch, want string // want: the ids that are answered
		err         error
	}{
		{openA + "," + hoverA + "," + shutdown + "," + exit, "2 9", nil},
		{openA + "," + hoverA + "," + exit, "2", ErrNoShutdown},
		{openA + "," + hoverA + "," + third + "," + shutdown + "," + exit + "," + last, "2 3 9", nil},
		{openA + ", 1, " + hoverA + "," + shutdown + " ,\n" + strings.Replace(exit, "exit", `\u0065xit`, 1), "2 9 null", nil},
		{exit, "", ErrNoShutdown},
		{exit + "," + hoverA, "", ErrNoShutdown},
		{strings.Replace(exit, "{", `{"id":2,`, 1) + "," + strings.Replace(exit, "2.0", "1", 1) + "," + strings.Replace(last, "nosuch", "exit", 1), "2 4 null", nil},
	} {
		for range 20 {
			w := startWire(t, Options{})
			w.send(initialize)
			_ = w.receive()
			w.send("[" + c.batch + "]")
			if !strings.Contains(c.want, "9") && c.err == nil {
				w.send(shutdown, exit)
			}
			var got []string
			for _, frame := range w.rest() {
				var answers []struct{ ID json.RawMessage }
				_ = json.Unmarshal([]byte(frame), &answers) // else it is no answer to a batch
				for _, a := range answers {
					got = append(got, string(a.ID))
				}
			}
			slices.Sort(got)
			if all := strings.Join(got, " "); all != c.want {
				t.Fatalf("%s: answered are %q", c.batch, all)
			}
			if err := w.result(); !errors.Is(err, c.err) {
				t.Fatalf("%s: the end is %v", c.batch, err)
			}
		}
	}
}

// TestUnreadAnswers: a client that reads no answers cannot send calls without end. When it reads them
// again all of its calls are answered.
func TestUnreadAnswers(t *testing.T) {
	const calls, all = 10, 5000
	w := startWire(t, Options{calls: calls, ahead: 64 << 10})
	w.send(initialize)
	_ = w.receive()
	var sent atomic.Int64
	ended := make(chan error, 1)
	go func() {
		for range all {
			if err := w.trySend(hoverA); err != nil {
				ended <- err
				return
			}
			sent.Add(1)
		}
		ended <- nil
	}()
	// Besides the answers that are read and the calls, there is what the buffers hold.
	most := int64(cap(w.out) + 1 + calls + 1 + 2*(64<<10)/len(hoverA))
	for before, still := int64(0), 0; still < 20; time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("%d calls were taken, %d answers read: %v", sent.Load(), len(w.out), err)
		default:
		}
		if now := sent.Load(); now > most {
			t.Fatalf("%d calls were taken, expected at most %d", now, most)
		} else if now == before && len(w.out) == cap(w.out) { // and nobody takes anything out
			still++
		} else {
			before, still = now, 0
		}
	}
	for range all {
		_ = w.receive()
	}
	must.Do(t, <-ended)
	w.send(shutdown, exit)
	w.await(`"id":9`)
	must.Do(t, w.result())
}

// stuck is an output that nobody reads, until the test is over: then it breaks.
type stuck struct {
	once    *sync.Once
	entered chan struct{} // closed when somebody writes
	over    chan struct{}
}

func newStuck(t *testing.T) stuck {
	s := stuck{new(sync.Once), make(chan struct{}), make(chan struct{})}
	t.Cleanup(func() { close(s.over) })
	return s
}

func (s stuck) Write([]byte) (int, error) {
	s.once.Do(func() { close(s.entered) })
	<-s.over
	return 0, io.ErrClosedPipe
}

func TestStuckOutput(t *testing.T) {
	toServer, in := io.Pipe()
	defer in.Close()
	out := newStuck(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	served := make(chan error, 1)
	options := Options{engine: fakeEngine(), drain: time.Millisecond}
	go func() { served <- Serve(ctx, toServer, out, options) }()
	_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(initialize), initialize)
	must.Do(t, err)
	<-out.entered
	cancel()
	select {
	case err := <-served:
		must.Do(t, err)
	case <-time.After(patience):
		t.Fatal("the server does not end")
	}
}

// TestEndForOneWhoReadsNothing: a client that does not even read one answer ends the server, by exit or by the end of
// the input.
func TestEndForOneWhoReadsNothing(t *testing.T) {
	for name, last := range map[string][]string{"exit": {shutdown, exit}, "shutdown and the end": {shutdown}, "the end": nil} {
		t.Run(name, func(t *testing.T) {
			toServer, in := io.Pipe()
			defer in.Close()
			served := make(chan error, 1)
			options := Options{engine: fakeEngine(), drain: time.Millisecond}
			go func() { served <- Serve(context.Background(), toServer, newStuck(t), options) }()
			for _, body := range append([]string{initialize, openA, hoverA, hoverA, "nonsense"}, last...) {
				_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
				must.Do(t, err)
			}
			if name != "exit" {
				must.Do(t, in.Close())
			}
			select {
			case err := <-served:
				must.Do(t, err)
			case <-time.After(patience):
				t.Fatal("the server does not end")
			}
		})
	}
}

// held is an output that takes nothing until the test lets it.
type held struct {
	io.Writer
	let chan struct{}
}

func (h held) Write(b []byte) (int, error) {
	<-h.let
	return h.Writer.Write(b)
}

// TestLargeUnreadAnswers: for a client that reads nothing not more is kept than one answer besides what may wait; the other
// calls get errors.
func TestLargeUnreadAnswers(t *testing.T) {
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	let := make(chan struct{})
	served := make(chan error, 1)
	name := strings.Repeat("x", 10_000)
	said := &logBuffer{}
	options := Options{engine: fakeEngine(), unread: 3 * len(name), Record: recording.NewRecorder(said, "")}
	go func() { served <- Serve(context.Background(), toServer, held{out, let}, options) }()
	send := func(body string) {
		_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
		must.Do(t, err)
	}
	send(initialize)
	send(strings.Replace(openA, "x = dead", name, 1))
	const calls = 20
	for i := range calls {
		send(strings.Replace(hoverA, `"id":2`, fmt.Sprintf(`"id":%d`, 100+i), 1))
	}
	for i := range calls { // until all are answered, or refused
		for strings.Count(said.String(), fmt.Sprintf(`"id":%d`, 100+i)) < 2 {
			time.Sleep(time.Millisecond)
		}
	}
	w := &wire{t: t, waits: patience, out: make(chan string, 1000)}
	close(let)
	go w.read(jsonrpc2.NewStream(&duplex{fromServer, in}))
	refused, answered := 0, 0
	for refused+answered < calls {
		switch got := w.receive(); {
		case strings.Contains(got, "not been read"):
			refused++
		case strings.Contains(got, name):
			answered++
		}
	}
	if answered < 1 || answered > 3 {
		t.Errorf("%d answers of %d bytes were kept, and %d refused", answered, len(name), refused)
	}
	send(shutdown)
	send(exit)
	must.Do(t, <-served)
	must.Do(t, in.Close())
	must.Do(t, out.Close())
}
