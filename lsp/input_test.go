package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"luaflow/compile/testkit/must"
)

// TestLeavingUnread: the server ends for a client that reads none of the answers to more calls than may be unanswered, and then
// says exit, or no more, or has closed its end: with the same result as for one that reads, and without keeping all that was said.
func TestLeavingUnread(t *testing.T) {
	for _, c := range []struct {
		name        string
		last        []string
		closes      bool // the end of the input
		closesOther bool // that of the output
		want        error
	}{
		{name: "exit", last: []string{exit}, want: ErrNoShutdown},
		{name: "shutdown, exit", last: []string{shutdown, exit}},
		{name: "exit after nonsense", last: []string{"nonsense", shutdown, exit}},
		{name: "the end", closes: true},
		{name: "shutdown and the end", last: []string{shutdown}, closes: true},
		{name: "nobody can read", closesOther: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			fromClient, in, err := os.Pipe()
			must.Do(t, err)
			out, fromServer, err := os.Pipe()
			must.Do(t, err)
			defer out.Close()
			served := make(chan error, 1)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			go func() {
				served <- Serve(context.Background(), fromClient, fromServer, Options{engine: fakeEngine(), drain: 50 * time.Millisecond})
			}()
			say := func(body string) {
				_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
				must.Do(t, err)
			}
			say(initialize)
			say(openA)
			for id := range 10 * maxCalls {
				say(strings.Replace(hoverA, `"id":2`, fmt.Sprintf(`"id":%d`, 100+id), 1))
			}
			for _, body := range c.last {
				say(body)
			}
			if c.closes {
				must.Do(t, in.Close())
			}
			if c.closesOther {
				must.Do(t, out.Close())
			}
			select {
			case err := <-served:
				if !errors.Is(err, c.want) {
					t.Errorf("it ends with %v, expected %v", err, c.want)
				}
			case <-time.After(patience):
				t.Fatal("the server does not end")
			}
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 64<<20 {
				t.Errorf("%d bytes more in use", grown)
			}
			if !c.closes {
				must.Do(t, in.Close())
			}
			must.Do(t, fromServer.Close())
		})
	}
}

// TestExitSeeker: exit is found in whatever pieces it comes, and nothing else is taken for it.
func TestExitSeeker(t *testing.T) {
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	lower := strings.ToLower(frame(exit))
	for _, c := range []struct {
		text  string
		finds bool
	}{
		{frame(exit), true},
		{frame(hoverA) + frame(exit), true},
		{frame("") + frame("nonsense") + frame(exit), true},
		{frame(strings.Repeat(" ", longestExit+1)) + lower, true},
		{"Content-Type: text\r\n" + frame(exit), true},
		{frame(hoverA), false},
		{frame(`{"method":"hover","params":` + exit + `}`), false},
		{frame(frame(exit)), false},
		{frame(exit)[:len(frame(exit))-1], false},
		{"Content-Length: x\r\n\r\n" + frame(exit), false},
		{strings.Repeat("x", maxHeader+1) + "\n" + frame(exit), false},
	} {
		for size := 1; size <= len(c.text); size = 3*size + 1 {
			var seek exitSeeker
			found := false
			for rest := c.text; rest != ""; rest = rest[min(size, len(rest)):] {
				found = seek.finds([]byte(rest[:min(size, len(rest))])) || found
			}
			if found != c.finds {
				t.Errorf("%.200q in pieces of %d: %t", c.text, size, found)
			}
		}
	}
}

// TestInput: what is read is what was said, then its error; a closed input gives nothing.
func TestInput(t *testing.T) {
	text := strings.Repeat("0123456789", 50_000)
	i := newInput(strings.NewReader(text), 1000, func(f func()) { go f() })
	got, err := io.ReadAll(i)
	if must.Do(t, err); string(got) != text {
		t.Errorf("%d bytes of %d", len(got), len(text))
	}
	<-i.leaves
	in, say := io.Pipe()
	i = newInput(in, 1000, func(f func()) { go f() })
	_, err = io.WriteString(say, "a")
	must.Do(t, err)
	must.Do(t, i.Close())
	if n, err := i.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d bytes of a closed input, %v", n, err)
	}
	must.Do(t, say.Close())
}
