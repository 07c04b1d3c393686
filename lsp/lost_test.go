package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"luaflow/compile/testkit/must"
)

// TestLostEdit: after an edit that cannot be read nothing is said of the document, of others it is, and all is well when its
// text is sent anew.
func TestLostEdit(t *testing.T) {
	large := strings.Repeat("x", 3000)
	reopen := strings.Replace(openA, `"version":1,"text":"x = dead"`, `"version":8,"text":"y = dead"`, 1)
	const edit = `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":2},"contentChanges":`
	for _, c := range []struct {
		name, edit string
		losesB     bool
	}{
		{"too large", change(2, large), false},
		{"too large, and the text comes first", `{"method":"textDocument/didChange","params":{"contentChanges":[{"text":"` + strings.Repeat(large, 10) + `"}],"textDocument":{"uri":"file:///a.lua","version":2}},"jsonrpc":"2.0"}`, true},
		{"of another shape", edit + `[{"text":7}]}}`, false},
		{"a range that is none", edit + `[{"range":7,"text":"x"}]}}`, false},
		{"a range with a place that is none", edit + `[{"text":"y"},{"range":{"start":7,"end":{"line":0,"character":0}},"text":"x"}]}}`, false},
		{"no JSON", edit + `[{"text":"x}]}}`, false},
		{"in a batch that is too large", "[" + change(2, large) + "]", true},
		{"in a batch of too many", "[" + change(2, "x") + strings.Repeat(",1", maxBatch) + "]", true},
		{"an opening that is too large", strings.Replace(openA, "x = dead", large, 1), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			openB := strings.Replace(openA, "a.lua", "b.lua", 1)
			hoverB := strings.Replace(hoverA, "a.lua", "b.lua", 1)
			w := startWire(t, Options{frame: 2000})
			w.send(initialize, openA)
			w.await("dead-store")
			w.send(openB)
			w.await("dead-store")
			w.send(c.edit)
			w.await(`"uri":"file:///a.lua","diagnostics":[]`)
			w.send(hoverA)
			w.await("not open")
			w.send(strings.Replace(change(3, ""), `{"text"`, `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text"`, 1), hoverA)
			w.await("not open")
			w.send(hoverB)
			if got := w.await(`"id":2`); strings.Contains(got, "not open") != c.losesB {
				t.Errorf("of the other document: %s", got)
			}
			w.send(change(4, "z = dead"))
			w.await("dead-store")
			w.send(hoverA)
			if got := w.await(`"id":2`); !strings.Contains(got, `"result"`) {
				t.Errorf("after all of the text: %s", got)
			}
			w.send(c.edit)
			w.await(`"uri":"file:///a.lua","diagnostics":[]`)
			w.send(reopen)
			w.await("dead-store")
			w.send(shutdown, exit)
			_ = w.rest()
			must.Do(t, w.result())
		})
	}
}

// TestTooLargeCall: a call that is too large is answered under its own id, and loses nothing.
func TestTooLargeCall(t *testing.T) {
	w := startWire(t, Options{frame: 2000})
	w.send(initialize, openA)
	w.await("dead-store")
	for _, id := range []string{"7", `"seven"`} {
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"textDocument/hover","params":"%s"}`, id, strings.Repeat("x", 3000)))
		if got := w.receive(); !strings.Contains(got, `"id":`+id) || !strings.Contains(got, "-32600") {
			t.Error(got)
		}
	}
	w.send(`{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a.lua"},"text":"`+strings.Repeat("x", 3000)+`"}}`, hoverA)
	if got := w.await(`"id":2`); !strings.Contains(got, `"result"`) {
		t.Error(got)
	}
}

// TestBatchOfMany: a batch is refused before each of its messages takes memory, and one with as many as there may be is not.
func TestBatchOfMany(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize)
	_ = w.receive()
	call := `{"jsonrpc":"2.0","id":5,"method":"nosuch","params":[",",{"a":"\\\",","b":[1,2]}]}`
	w.send("[" + strings.Repeat(call+",", maxBatch-1) + call + "]")
	if got := w.receive(); strings.Count(got, "-32601") != maxBatch {
		t.Error(got)
	}
	w.send("[" + strings.Repeat(call+",", maxBatch) + call + "]")
	if got := w.receive(); !strings.Contains(got, "more than 100") {
		t.Error(got)
	}
}

// TestChangesWithoutEnd: a message may hold many changes; one with more than that is an edit that cannot be read.
func TestChangesWithoutEnd(t *testing.T) {
	w := startWire(t, Options{delay: time.Millisecond})
	w.send(initialize, openA)
	w.await("dead-store")
	const one = `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"text":"%s"}`
	of := func(version, n int) string {
		list := strings.Repeat(fmt.Sprintf(one, "x")+",", n-1) + fmt.Sprintf(one, "y")
		return strings.Replace(change(version, ""), `{"text":""}`, list, 1)
	}
	w.send(of(2, maxChanges), hoverA)
	if got := w.await(`"id":2`); !strings.Contains(got, `"result"`) {
		t.Errorf("after as many as there may be: %.300s", got)
	}
	w.send(of(3, maxChanges+namesOfDocument), hoverA)
	if got := w.await(`"id":2`); !strings.Contains(got, "not open") {
		t.Errorf("after more than there may be: %.300s", got)
	}
	w.send(change(4, "z = dead"), hoverA)
	if got := w.await(`"id":2`); !strings.Contains(got, `"result"`) {
		t.Errorf("after all of the text: %.300s", got)
	}
}

// TestLostEditIsTold: the user learns once why nothing is said any more.
func TestLostEditIsTold(t *testing.T) {
	w := startWire(t, Options{frame: 2000})
	w.send(initialize, openA, change(2, strings.Repeat("x", 3000)), change(3, "y"), change(4, strings.Repeat("x", 3000)))
	if got := w.await("window/showMessage"); !strings.Contains(got, "an edit of a.lua could not be read") {
		t.Error(got)
	}
	w.send(shutdown, exit)
	for _, got := range w.rest() {
		if strings.Contains(got, "window/showMessage") {
			t.Errorf("again: %s", got)
		}
	}
	must.Do(t, w.result())
}
