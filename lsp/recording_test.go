package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"luaflow/compile/external"
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

// TestRecordingOfRepository: which files have changed since the last commit is known where the recording is played.
func TestRecordingOfRepository(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	folder, linked := committed(t, "sub.lua", "sub/a.lua", "sub/sub.d/changed.lua", "sub.x")
	must.Write(t, filepath.Join(folder, "sub", "sub.d", "changed.lua"), "local y = 1\n")
	for name, top := range map[string]string{"all of it": folder, "a folder": filepath.Join(folder, "sub"), "through a link": linked} {
		t.Run(name, func(t *testing.T) {
			var recorded bytes.Buffer
			w := serveWire(t, Options{Record: recording.NewRecorder(&recorded, "test")})
			w.send(strings.Replace(initialize, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(top)), 1), initialized)
			w.send(`{"jsonrpc":"2.0","id":2,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}`)
			if got := w.await(`"id":2`); !strings.Contains(got, "changed.lua") || strings.Contains(got, "a.lua") {
				t.Errorf("reported: %s", got)
			}
			w.send(shutdown, exit)
			must.Do(t, w.result())
			entries, err := recording.Read(&recorded)
			must.Do(t, err)
			samePlayed(t, entries)
			needed(t, entries, "HEAD", func(e *recording.Entry) bool { return e.Repository != nil && e.Repository.Ignored == nil })
		})
	}
}

// TestRecordingOfIgnored: what git ignores is ignored where the recording is played, for as long as it was, wherever
// git is told: in a folder above, in the repository itself, and by the user.
func TestRecordingOfIgnored(t *testing.T) {
	folder, linked := committed(t, "sub/a.lua")
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	must.Do(t, os.Mkdir(filepath.Join(home, "git"), 0o777))
	ignored := map[string]string{
		"above": filepath.Join(folder, ".gitignore"), "beside": filepath.Join(folder, "sub", ".gitignore"),
		"repository": filepath.Join(folder, ".git", "info", "exclude"), "user": filepath.Join(home, "git", "ignore"),
	}
	for where := range ignored {
		must.Write(t, filepath.Join(folder, "sub", where+".lua"), "local x = 1 -- "+where+"\n")
	}
	for name, top := range map[string]string{"all of it": folder, "a folder": filepath.Join(folder, "sub"), "through a link": linked} {
		t.Run(name, func(t *testing.T) {
			for where, file := range ignored {
				must.Write(t, file, "/sub/"+where+".lua\n/"+where+".lua\n")
			}
			var recorded bytes.Buffer
			w := serveWire(t, Options{Record: recording.NewRecorder(&recorded, "test")})
			w.send(strings.Replace(initialize, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(top)), 1), initialized)
			const ask = `{"jsonrpc":"2.0","id":%d,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}`
			w.send(fmt.Sprintf(ask, 2))
			before := w.await(`"id":2`)
			for _, file := range ignored {
				must.Write(t, file, "\n")
			}
			w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":%q,"type":2}]}}`,
				docURI(filepath.Join(folder, ".git", "HEAD"))))
			published := map[string]bool{}
			for len(published) < len(ignored) { // not asked for: of an answer nobody knows what was read before it
				got := w.receive()
				if got == "" {
					t.Fatal("the end")
				}
				for where := range ignored {
					if name := where + ".lua"; strings.Contains(got, name) {
						published[where] = true
					}
				}
			}
			w.send(fmt.Sprintf(ask, 3))
			after := w.await(`"id":3`)
			for where := range ignored {
				if name := where + ".lua"; strings.Contains(before, name) || !strings.Contains(after, name) {
					t.Errorf("%s: reported: %s, and when it is not ignored: %s", where, before, after)
				}
			}
			w.send(shutdown, exit)
			must.Do(t, w.result())
			entries, err := recording.Read(&recorded)
			must.Do(t, err)
			t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // of somebody else
			samePlayed(t, entries)
			for where := range ignored {
				needed(t, entries, where, func(e *recording.Entry) bool {
					return strings.HasSuffix(e.Read, ".gitignore") && strings.Contains(*e.Text, where) ||
						e.Repository != nil && e.Repository.Ignored != nil && strings.Contains(*e.Repository.Ignored, where)
				})
			}
			t.Setenv("XDG_CONFIG_HOME", home)
		})
	}
}

// committed returns a folder with a repository that holds some files, and the path of a link to the folder sub of it.
func committed(t *testing.T, files ...string) (folder, linked string) {
	t.Helper()
	git := external.Program(t, "git")
	folder = filepath.Join(t.TempDir(), "w")
	for _, name := range files {
		path := filepath.Join(folder, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Write(t, path, "local x = 1 -- "+name+"\n")
	}
	for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=b commit -qm one"} {
		must.Do(t, exec.Command(git, append([]string{"-C", folder}, strings.Fields(args)...)...).Run())
	}
	linked = filepath.Join(t.TempDir(), "linked")
	must.Do(t, os.Symlink(filepath.Join(folder, "sub"), linked))
	return folder, linked
}

// samePlayed holds that a recording is played without a difference.
func samePlayed(t *testing.T, entries []recording.Entry) {
	t.Helper()
	result := played(t, entries, 10*time.Second)
	for _, d := range result.Differences {
		t.Errorf("line %d, %s: %s, and %s was recorded", d.Line, d.About, d.Now, d.Recorded)
	}
	if result.Compared < 2 {
		t.Errorf("%+v", result)
	}
}

// needed holds that a recording is not played without a difference where some of its entries are left out.
func needed(t *testing.T, entries []recording.Entry, what string, some func(*recording.Entry) bool) {
	t.Helper()
	rest := slices.DeleteFunc(slices.Clone(entries), func(e recording.Entry) bool { return some(&e) })
	if result := played(t, rest, 100*time.Millisecond); len(rest) == len(entries) || len(result.Differences) == 0 {
		t.Errorf("without %s, %d of %d entries: %+v", what, len(rest), len(entries), result)
	}
}

func played(t *testing.T, entries []recording.Entry, patience time.Duration) *recording.Result {
	t.Helper()
	serve := func(ctx context.Context, in io.Reader, out io.Writer) error { return Serve(ctx, in, out, Options{}) }
	result, err := recording.Replay(testContext(t), entries, t.TempDir(), serve, patience)
	must.Do(t, err)
	return result
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
