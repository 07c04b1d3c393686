package recording

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// TestRecorder: files are recorded when they are new or have changed, up to an amount, and what was written is read.
func TestRecorder(t *testing.T) {
	var out bytes.Buffer
	r := NewRecorder(&out, "test")
	r.room = 10
	r.File("/a", []byte("1234"))
	r.File("/a", []byte("1234"))
	r.File("/a", []byte("\xff"))
	r.File("/b", []byte("1234567"))
	r.Client([]byte("{ \"a\":\n\"<\" }"))
	r.Client([]byte("{"))
	entries, err := Read(strings.NewReader(out.String() + `{"at":`)) // as after a crash
	must.Do(t, err)
	if len(entries) != 6 {
		t.Fatal(out.String())
	}
	for i, want := range []string{"", "1234", "\xff", ""} {
		if got, ok := entries[i].content(); i > 0 && (string(got) != want || ok != (i < 3)) {
			t.Errorf("entry %d: %q, %t", i, got, ok)
		}
	}
	if string(entries[4].Client) != `{"a":"<"}` || string(entries[5].Frame) != "{" {
		t.Errorf("%s", out.String())
	}
	for _, bad := range []string{"", "{}\n", "x\n{}\n", `{"recording":{"format":2}}`} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is a recording", bad)
		}
	}
}

// failing is an output that is full.
type failing struct{}

var errFull = errors.New("full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

// TestFullDisk: what cannot be written is no obstacle, and is told at the end.
func TestFullDisk(t *testing.T) {
	r := NewRecorder(failing{}, "test")
	r.Server([]byte("{}"))
	if !errors.Is(r.Err(), errFull) {
		t.Error(r.Err())
	}
	var none *Recorder
	none.Client([]byte("{}"))
	none.File("/a", nil)
	must.Do(t, none.Err())
}

// TestFolder: no file of a recording is written outside of its folder, and URIs go into it and come out of it.
func TestFolder(t *testing.T) {
	p := &Player{folder: filepath.Join(t.TempDir(), "in"), uri: "/tmp/x/in"}
	must.Do(t, os.Mkdir(p.folder, 0o777))
	for path, want := range map[string]string{"/../../etc/a": "etc/a", "b": "b", `C:\u\c.lua`: "c:/u/c.lua"} {
		must.Do(t, p.WriteFile(path, nil))
		if _, err := os.Stat(filepath.Join(p.folder, want)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		must.Do(t, p.RemoveFile(path))
		must.Do(t, p.RemoveFile(path))
	}
	const message = `{"text":"file:///a","uri":"file:///a"}`
	value, err := Decode([]byte(message))
	must.Do(t, err)
	there := p.mapped(value, p.toServer)
	if got := inJSON(there); got != `{"text":"file:///a","uri":"file:///tmp/x/in/a"}` {
		t.Error(got)
	}
	if got := inJSON(p.mapped(there, p.fromServer)); got != message {
		t.Error(got)
	}
}

// TestWhenFilesChange: a file that changes in a conversation is what it was for all that was answered before it was read,
// and has changed for what was answered after that.
func TestWhenFilesChange(t *testing.T) {
	call := func(id int) Entry {
		return Entry{Client: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"read"}`, id)}
	}
	answer := func(id int, text string) Entry {
		return Entry{Server: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"result":%q}`, id, text)}
	}
	read := func(text string) Entry { return Entry{Read: "/a", Text: &text} }
	for name, entries := range map[string][]Entry{
		"read for a call":   {call(1), read("one"), answer(1, "one"), call(2), read("two"), answer(2, "two")},
		"read between them": {call(1), read("one"), answer(1, "one"), read("two"), call(2), answer(2, "two")},
	} {
		folder := t.TempDir()
		result, err := Replay(t.Context(), entries, folder, func(_ context.Context, in io.Reader, out io.Writer) error {
			input := bufio.NewReader(in)
			for id := 1; ; id++ {
				if _, err := readFrame(input); err != nil {
					return nil
				}
				text := answer(id, must.Read(t, filepath.Join(folder, "a"))).Server
				_, _ = fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(text), text)
			}
		}, time.Minute)
		must.Do(t, err)
		if result.Compared != 2 || len(result.Differences) > 0 {
			t.Errorf("%s: %+v", name, result)
		}
	}
}

// TestPublishedAtTheEnd: what was published is expected of a server, unless that was after the client had ended the work:
// another server may have stopped by then.
func TestPublishedAtTheEnd(t *testing.T) {
	published := Entry{Server: []byte(`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a","diagnostics":[1]}}`)}
	ended := Entry{Client: []byte(`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`)}
	answer := Entry{Server: []byte(`{"jsonrpc":"2.0","id":1,"result":null}`)}
	for _, c := range []struct {
		entries []Entry
		differ  int
	}{
		{[]Entry{published, ended, answer}, 1},
		{[]Entry{ended, published, answer}, 0},
		{[]Entry{ended, answer, published}, 0},
	} {
		result, err := Replay(t.Context(), c.entries, t.TempDir(), func(_ context.Context, in io.Reader, out io.Writer) error {
			if _, err := readFrame(bufio.NewReader(in)); err == nil {
				_, _ = fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(answer.Server), answer.Server)
			}
			return nil
		}, 100*time.Millisecond)
		must.Do(t, err)
		if len(result.Differences) != c.differ {
			t.Errorf("%s: %+v", c.entries[0].Server, result)
		}
	}
}

// TestPutRepository: git finds in a repository what was put into its HEAD, and again when that has changed, and ignores
// what it is told to.
func TestPutRepository(t *testing.T) {
	git := external.Program(t, "git")
	for _, size := range []int{40, 64} {
		p := &Player{folder: t.TempDir(), heads: map[string]map[string]string{}}
		ignored := "b\n"
		must.Do(t, p.PutRepository(&Repository{Folder: "/w", Ignored: &ignored}))
		name := strings.Repeat("a", size)
		for _, paths := range []string{"a-b a.lua a/b.lua a/c/d.lua b", "a"} {
			blobs := map[string]string{}
			for _, path := range strings.Fields(paths) {
				blobs[path] = name
			}
			must.Do(t, p.PutRepository(&Repository{Folder: "/w", Blobs: blobs}))
			out, err := exec.Command(git, "-C", filepath.Join(p.folder, "w"), "ls-tree", "-r", "--format=%(objectname) %(path)", "HEAD").CombinedOutput()
			must.Do(t, err)
			if got := strings.TrimSpace(strings.ReplaceAll(string(out), name+" ", "")); strings.ReplaceAll(got, "\n", " ") != paths {
				t.Errorf("put %s, and git says %s", paths, out)
			}
		}
		must.Do(t, p.PutRepository(&Repository{Folder: "/w", Below: "below", Blobs: map[string]string{"below/c.lua": name}}))
		must.Do(t, p.PutRepository(&Repository{Folder: "/w", Ignored: &ignored}))
		for _, c := range []struct{ command, want string }{
			{"ls-tree -r --name-only HEAD", "a\nbelow/c.lua\n"}, {"check-ignore b", "b\n"},
		} {
			out, err := exec.Command(git, append([]string{"-C", filepath.Join(p.folder, "w")}, strings.Fields(c.command)...)...).CombinedOutput()
			if must.Do(t, err); string(out) != c.want {
				t.Errorf("%s: %s", c.command, out)
			}
		}
		if err := p.PutRepository(&Repository{Folder: "/w", Blobs: map[string]string{"a": "../b"}}); err == nil {
			t.Error("takes what is no name")
		}
	}
}
