package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"luaflow/compile/testkit/must"
)

// BenchmarkAction asks what an editor asks about each of the files in the folder that
// LUAFLOW_ACTION names, on one server: its diagnostics, what can be done at the one in the
// middle, or in the middle of the text if there is none, and a hover there. It reads no more of
// the answers than it needs, so that what it costs is the server.
func BenchmarkAction(b *testing.B) {
	paths, err := filepath.Glob(filepath.Join(os.Getenv("LUAFLOW_ACTION"), "*.lua"))
	must.Do(b, err)
	for b.Loop() {
		w := serveWire(b, Options{})
		w.waits = time.Hour // a machine may be busy
		w.send(strings.Replace(initialize, `"capabilities":{}`, `"capabilities":{"textDocument":{"codeAction":`+
			`{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","refactor.rewrite"]}}}}}`, 1))
		w.await(`"id":1`)
		for _, path := range paths {
			text := must.Read(b, path)
			w.act(path, text)
		}
		w.send(shutdown, exit)
		w.rest()
	}
}

// act opens a document, asks about a place in it, and closes it.
func (w *wire) act(path, text string) {
	send := func(format string, values ...any) {
		for i, v := range values {
			values[i], _ = json.Marshal(v) // of strings and numbers
		}
		w.send(fmt.Sprintf(format, values...))
	}
	doc := "file://" + path
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%s,"languageId":"lua","version":1,"text":%s}}}`, doc, text)
	line, column := middle(w.await("publishDiagnostics"), text)
	at := fmt.Sprintf(`{"line":%d,"character":%d}`, line, column)
	send(`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":%s},"range":{"start":`+at+`,"end":`+at+`},"context":{"diagnostics":[]}}}`, doc)
	w.await(`"id":2`)
	send(`{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{"textDocument":{"uri":%s},"position":`+at+`}}`, doc)
	w.await(`"id":3`)
	send(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":%s}}}`, doc)
	w.await(`"diagnostics":[]`)
}

// await returns the next message that has mark near its beginning.
func (w *wire) await(mark string) string {
	w.t.Helper()
	for {
		message := w.receive()
		if message == "" {
			w.t.Fatalf("the end, in place of %s", mark)
		}
		if strings.Contains(message[:min(len(message), 1000)], mark) {
			return message
		}
	}
}

var rangeStart = regexp.MustCompile(`"range":\{"start":\{"line":(\d+),"character":(\d+)\}`)

// middle returns where the diagnostic in the middle of a message begins, or the middle line of
// the text if there is none.
func middle(diagnostics, text string) (line, column int) {
	for _, rest := range []string{diagnostics[len(diagnostics)/2:], diagnostics} {
		if found := rangeStart.FindStringSubmatch(rest); found != nil {
			_, _ = fmt.Sscan(found[1]+" "+found[2], &line, &column) // they are digits
			return line, column
		}
	}
	return strings.Count(text, "\n") / 2, 1
}
