package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
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
