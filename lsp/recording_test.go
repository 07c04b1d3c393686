package lsp

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/recording"
)

// TestRecording records a conversation in which files are read and change, and plays it where they are not:
// the answers are the same. Played without one of its files it says what differs.
func TestRecording(t *testing.T) {
	folder := t.TempDir()
	config := filepath.Join(folder, ".luaflow.json")
	must.Write(t, config, `{"std":"lua53","ignore":["dead-store"]}`)
	must.Write(t, filepath.Join(folder, "other.lua"), "function defined_there() end -- \xff\n")
	ctx := testContext(t)
	var recorded bytes.Buffer
	options := Options{Record: recording.NewRecorder(&recorded, "test"), delay: time.Millisecond}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c, err := StartIn(ctx, options, folder)
	must.Do(t, err)
	path := filepath.Join(folder, "a.lua")
	must.Do(t, c.Open(ctx, path, "local x = 1\nx = 2\ndefined_there(x) undefined()\n"))
	said := func(want, unwanted string) {
		t.Helper()
		for {
			found, err := c.Diagnostics(ctx, path)
			must.Do(t, err)
			var codes []string
			for _, d := range found {
				codes = append(codes, d.Code)
			}
			if all := strings.Join(codes, " "); strings.Contains(all, want) && !strings.Contains(all, unwanted) {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	said("undefined-global", "dead-store")
	must.Write(t, config, `{"std":"lua53","ignore":["undefined-global"]}`)
	_, err = c.Hover(ctx, path, 6)
	must.Do(t, err)
	must.Do(t, c.Edit(ctx, path, []source.Edit{{New: " "}}))
	said("dead-store", "undefined-global")
	must.Do(t, c.Shutdown(ctx))
	must.Do(t, options.Record.Err())

	entries, err := recording.Read(bytes.NewReader(recorded.Bytes()))
	must.Do(t, err)
	play := func(entries []recording.Entry, patience time.Duration) *recording.Result {
		t.Helper()
		serve := func(ctx context.Context, in io.Reader, out io.Writer) error {
			return Serve(ctx, in, out, Options{delay: time.Millisecond})
		}
		result, err := recording.Replay(ctx, entries, t.TempDir(), serve, patience)
		must.Do(t, err)
		return result
	}
	result := play(entries, 10*time.Second)
	for _, d := range result.Differences {
		t.Errorf("line %d, %s: %s, and %s was recorded", d.Line, d.About, d.Now, d.Recorded)
	}
	if result.Compared < 5 || len(result.Missing) > 0 {
		t.Errorf("%+v", result)
	}
	for i := range entries {
		if entries[i].Read == config {
			entries[i].Text, entries[i].Missing = nil, "left out"
		}
	}
	if result := play(entries, 50*time.Millisecond); len(result.Differences) == 0 || len(result.Missing) != 2 {
		t.Errorf("without the configuration: %+v", result)
	}
}

// TestRecordingOfNonsense: what is no message is recorded too, and answered again.
func TestRecordingOfNonsense(t *testing.T) {
	var recorded bytes.Buffer
	w := startWire(t, Options{Record: recording.NewRecorder(&recorded, "test"), frame: 2000})
	w.send(initialize)
	_ = w.receive()
	for _, bad := range badFrames {
		w.send(bad.body)
		_ = w.receive()
	}
	w.send("["+openA+","+hoverA+"]", shutdown, exit)
	must.Do(t, w.result())
	entries, err := recording.Read(&recorded)
	must.Do(t, err)
	serve := func(ctx context.Context, in io.Reader, out io.Writer) error {
		return Serve(ctx, in, out, Options{engine: fakeEngine(), frame: 2000})
	}
	result, err := recording.Replay(testContext(t), entries, t.TempDir(), serve, 10*time.Second)
	must.Do(t, err)
	for _, d := range result.Differences {
		t.Errorf("line %d, %s: %s, and %s was recorded", d.Line, d.About, d.Now, d.Recorded)
	}
	if result.Compared < 3 || len(result.Missing) != 1 {
		t.Errorf("%+v", result)
	}
}
