package recording

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
