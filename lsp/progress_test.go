package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/session"
)

// openIn returns a message that opens a document of a folder.
func openIn(folder, name, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"lua","version":1,"text":%q}}}`,
		docURI(filepath.Join(folder, name)), text)
}

// TestProgress: what needs no other file is said at once, what other files may refute when they have been
// read, which is shown.
func TestProgress(t *testing.T) {
	folder := t.TempDir()
	for i := range 300 {
		must.Write(t, filepath.Join(folder, fmt.Sprintf("%d.lua", i)), "return 1\n")
	}
	w := serveWire(t, Options{})
	hello := strings.Replace(initialize, `"capabilities":{}`, `"capabilities":{"window":{"workDoneProgress":true}}`, 1)
	w.send(strings.Replace(hello, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(folder)), 1))
	w.await(`"id":1`)
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
	w.send(openIn(folder, "a.lua", "local x = 1\nx = nowhere\nreturn x\n"))
	var said []string
	for len(said) < 2 || !strings.Contains(strings.Join(said, ""), `"kind":"end"`) {
		got := w.receive()
		switch {
		case strings.Contains(got, "workDoneProgress/create"):
			_, id, _ := strings.Cut(got, `"id":`)
			id, _, _ = strings.Cut(id, ",")
			w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, strings.TrimRight(id, "}")))
		case strings.Contains(got, "publishDiagnostics"):
			said = append(said, got)
		case strings.Contains(got, `"kind":"end"`):
			said = append(said, got)
		}
	}
	if first := said[0]; !strings.Contains(first, "dead-store") || strings.Contains(first, "nowhere") {
		t.Errorf("said at once: %s", first)
	}
	for !strings.Contains(strings.Join(said, ""), "nowhere") {
		said = append(said, w.await("publishDiagnostics"))
	}
}

// TestProgressIsCancelled: what the user stops ends, and says so.
func TestProgressIsCancelled(t *testing.T) {
	s := newServer(Options{})
	defer s.publisher.stop()
	stopped := false
	s.stops.Store("luaflow/1", func() { stopped = true })
	must.Do(t, notifications["window/workDoneProgress/cancel"](s, []byte(`{"token":"other"}`)))
	if stopped {
		t.Error("stopped by another token")
	}
	must.Do(t, notifications["window/workDoneProgress/cancel"](s, []byte(`{"token":"luaflow/1"}`)))
	if !stopped {
		t.Error("not stopped")
	}
}

// TestCancelledReading: a reading of the workspace that the user has stopped begins anew when he asks for it, and not
// when a file changes; what was read by then is kept up to date.
func TestCancelledReading(t *testing.T) {
	for range 50 {
		w, folder := cancelReading(t)
		first := filepath.Join(folder, "000.lua")
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":3,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, docURI(first)))
		isRead := strings.Contains(w.await(`"id":3`), "unread")
		if isRead {
			must.Write(t, first, "local other = 1\n")
			w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":%q,"type":2}]}}`, docURI(first)))
			for got := ""; !strings.Contains(got, "`other`"); {
				if got = w.receive(); strings.Contains(got, "workDoneProgress/create") || strings.Contains(got, "200.lua") {
					t.Fatalf("it begins again: %s", got)
				}
			}
			w.send(`{"jsonrpc":"2.0","id":4,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}`)
			if got := w.await(`"id":4`); !strings.Contains(got, "299.lua") {
				t.Errorf("not read though the user asks: %s", got)
			}
		}
		w.send(shutdown, exit)
		w.rest()
		if isRead {
			return
		}
	}
	t.Error("always stopped before the first file")
}

// cancelReading begins to read a workspace of 300 files, and stops that while the first is read, or before.
func cancelReading(t *testing.T) (w *wire, folder string) {
	folder = t.TempDir()
	for i := range 300 {
		must.Write(t, filepath.Join(folder, fmt.Sprintf("%03d.lua", i)), "local unread = 1\n")
	}
	hold, entered := make(chan struct{}), make(chan struct{})
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit, in *session.Memory) ([]analysis.Finding, []analysis.Omission) {
		close(entered)
		<-hold
		return fakeCheck(u, in)
	}
	w = startWire(t, Options{engine: engine})
	w.send(inFolder(folder, `{"window":{"workDoneProgress":true}}`), openA)
	w.await(`"id":1`)
	<-entered // for which the reading waits
	w.send(initialized)
	token := w.answerCreate()
	w.await(`"kind":"begin"`)
	w.send(`{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"`+token+`"}}`, hoverA)
	isStopped, hasEnded := false, false // the end may come first, if no file had been got to
	for !isStopped || !hasEnded {
		got := w.receive()
		hasEnded = hasEnded || strings.Contains(got, `"kind":"end"`)
		if strings.Contains(got, `"id":2`) {
			isStopped = true
			close(hold)
		}
	}
	return w, folder
}

// inFolder returns initialize for a workspace all of whose files are reported on, of a client that can some things.
func inFolder(folder, capabilities string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":%q,"capabilities":%s,"initializationOptions":{"workspace":"all"}}}`,
		docURI(folder), capabilities)
}

const initialized = `{"jsonrpc":"2.0","method":"initialized","params":{}}`

// answerCreate awaits a request for a progress, answers it, and returns the token.
func (w *wire) answerCreate() (token string) {
	w.t.Helper()
	got := w.await("workDoneProgress/create")
	var create struct {
		ID     json.RawMessage
		Params struct{ Token string }
	}
	must.Do(w.t, json.Unmarshal([]byte(got), &create))
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, create.ID))
	return create.Params.Token
}
