package lsp

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"

	"go.lsp.dev/protocol"
)

// TestUnchangedIsNotSent types below, beside and above a finding: it is sent again only if the client may
// have moved or lost it.
func TestUnchangedIsNotSent(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize, strings.Replace(openA, "x = dead", `x = dead\nuse\n`, 1))
	w.await("publishDiagnostics")
	edit := func(version int, at, text string) {
		var a, b, c, d int
		_, err := fmt.Sscanf(at, "%d:%d-%d:%d", &a, &b, &c, &d)
		must.Do(t, err)
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":%q}]}}`,
			version, a, b, c, d, text), `{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a.lua"}}}`)
	}
	edit(2, "1:0-1:0", "x ")
	edit(3, "0:0-0:0", " ")
	if got := w.await("publishDiagnostics"); !strings.Contains(got, `"version":3`) {
		t.Errorf("typed below: %s", got)
	}
	edit(4, "0:0-0:1", "") // where it was first
	if got := w.await("publishDiagnostics"); !strings.Contains(got, `"version":4`) {
		t.Errorf("moved back: %s", got)
	}
	w.send(shutdown, exit)
	for _, got := range w.rest() {
		if strings.Contains(got, "publishDiagnostics") {
			t.Errorf("said again: %s", got)
		}
	}
	must.Do(t, w.result())
}

// TestEdited tells which edits move or touch a diagnostic in the lines 2 to 3.
func TestEdited(t *testing.T) {
	for _, c := range []struct {
		at   string
		text string
		want bool
	}{
		{"4:0-4:2", "x\n", false}, {"4:0-9:2", "", false}, {"1:0-1:3", "x", false}, {"0:0-1:9", "x", true}, {"1:0-1:0", "\n", true},
		{"1:0-1:0", "\r", true}, {"2:0-2:0", "x", true}, {"3:9-3:9", "x", true}, {"3:9-5:0", "", true},
	} {
		var k sent
		r, err := parseRange("2:5-3:1")
		must.Do(t, err)
		k.note("id", []protocol.Diagnostic{{Range: r}}, func() bool { return true })
		r, err = parseRange(c.at)
		must.Do(t, err)
		k.edited([]protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangePartial{Range: r, Text: c.text}})
		if k.has("id") == c.want || k.has("other") {
			t.Errorf("%s %q: the client has it: %t", c.at, c.text, k.has("id"))
		}
	}
}

// TestMostSent publishes those of many diagnostics that are nearest to the last edit, and how many there are
// besides.
func TestMostSent(t *testing.T) {
	const all = 3 * maxSent
	w := startWire(t, Options{})
	text := strings.Repeat(`hint\n`, all)
	w.send(initialize, strings.Replace(openA, "x = dead", text, 1))
	got := w.await("publishDiagnostics")
	if n := strings.Count(got, "unused-parameter"); n != maxSent || !strings.Contains(got, fmt.Sprintf("%d more,", all-maxSent)) {
		t.Errorf("%d are sent", n)
	}
	if strings.Contains(got, fmt.Sprintf(`"line":%d,`, maxSent)) {
		t.Error("not those at the beginning")
	}
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":2},"contentChanges":[{"range":{"start":{"line":%d,"character":0},"end":{"line":%d,"character":0}},"text":" "}]}}`, all/2, all/2))
	got = w.await("publishDiagnostics")
	first, last := fmt.Sprintf(`"line":%d,`, all/2-maxSent/2+1), fmt.Sprintf(`"line":%d,`, all/2+maxSent/2-1)
	if !strings.Contains(got, first) || !strings.Contains(got, last) || strings.Contains(got, `"line":100,`) {
		t.Error("not those around the edit")
	}
}

// TestReopenedIsSent opens a document a second time, as a client does that has lost it: it may have forgotten what was
// said of it.
func TestReopenedIsSent(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize, openA)
	w.await("publishDiagnostics")
	w.send(strings.Replace(openA, `"version":1`, `"version":2`, 1))
	if got := w.await("publishDiagnostics"); !strings.Contains(got, `"version":2`) || !strings.Contains(got, "dead-store") {
		t.Errorf("opened again: %s", got)
	}
	w.send(shutdown, exit)
	w.await(`"id":9`)
	must.Do(t, w.result())
}
