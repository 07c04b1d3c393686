package lsp

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// heap returns how many bytes are in use when all that nobody uses is gone.
func heap() int64 {
	var m runtime.MemStats
	for range 3 { // what a collection finds in pools goes with the next one
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// grown returns a text of functions.
func grown(functions int) string {
	var text strings.Builder
	for i := range functions {
		fmt.Fprintf(&text, "local function f%d(a, b)\n  local c = a\n  if b then c = a + %d end\n  return function() return c end\nend\nprint(f%[1]d)\n", i, i)
	}
	return text.String()
}

// TestEditsLeaveNothing types for a while, and then as long again: as much memory is used, for a client that
// asks and for one that does not.
func TestEditsLeaveNothing(t *testing.T) {
	n := max(scale.Of(3_000), 300) // with less, what is kept of functions is not full when it is measured
	for _, capabilities := range []string{`"capabilities":{}`, asking} {
		w := serveWire(t, Options{kept: 1 << 20})
		w.send(strings.Replace(initialize, `"capabilities":{}`, capabilities, 1), `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
		w.await(`"id":1`)
		text := grown(20)
		w.send(openIn("/", "a.lua", text))
		lines := strings.Split(text, "\n")
		r := rand.New(rand.NewPCG(1, 2))
		version := 1
		typing := func() int64 {
			for range n {
				line := r.IntN(len(lines) - 1)
				column := r.IntN(len(lines[line]) + 1)
				for _, change := range []string{
					fmt.Sprintf(`{"range":{"start":{"line":%d,"character":%d},"end":{"line":%[1]d,"character":%[2]d}},"text":"%c"}`, line, column, 'a'+r.IntN(26)),
					fmt.Sprintf(`{"range":{"start":{"line":%d,"character":%d},"end":{"line":%[1]d,"character":%d}},"text":""}`, line, column, column+1),
				} {
					version++
					w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.lua","version":%d},"contentChanges":[%s]}}`, version, change))
				}
				if version%20 == 1 {
					w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a.lua"}}}`, version))
					w.await(fmt.Sprintf(`"id":%d,`, version))
				}
			}
			return heap()
		}
		typing() // as much as is ever kept of functions
		first := typing()
		second := typing()
		if second > first+first/20+1<<20 {
			t.Errorf("%d kB are in use after %d edits, %d kB after %d more; %s", first>>10, 4*n, second>>10, 2*n, capabilities)
		}
		w.send(shutdown, exit)
		must.Do(t, w.result())
	}
}

// TestClosedDocumentsLeaveNothing opens documents and closes them, and then as many others: as much memory is
// used.
func TestClosedDocumentsLeaveNothing(t *testing.T) {
	n := scale.Of(500)
	folder := t.TempDir()
	for _, capabilities := range []string{`"capabilities":{}`, asking} {
		w := serveWire(t, Options{kept: 1 << 20})
		hello := strings.Replace(initialize, `"capabilities":{}`, capabilities, 1)
		w.send(strings.Replace(hello, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(folder)), 1), `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
		w.await(`"id":1`)
		text := grown(20)
		round := 0
		turn := func() int64 {
			round++
			for i := range n {
				name := fmt.Sprintf("%d-%d.lua", round, i)
				doc := docURI(filepath.Join(folder, name))
				id := round*10_000 + i
				w.send(openIn(folder, name, text+fmt.Sprintf("local unread = print(%d)\n", id)))
				w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, id, doc))
				w.await(fmt.Sprintf(`"id":%d,`, id))
			}
			for i := range n {
				doc := docURI(filepath.Join(folder, fmt.Sprintf("%d-%d.lua", round, i)))
				w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":%q}}}`, doc))
				if capabilities != asking {
					w.await(`"diagnostics":[]`)
				}
			}
			w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/symbol","params":{"query":"x"}}`, round*10_000+9_999))
			w.await(fmt.Sprintf(`"id":%d,`, round*10_000+9_999))
			return heap()
		}
		turn() // as much as is ever kept
		first := turn()
		second := turn()
		if second > first+int64(n)*2_000+512<<10 { // the files are being looked at
			t.Errorf("%d kB are in use after %d documents, %d kB after %d more; %s", first>>10, 2*n, second>>10, n, capabilities)
		}
		w.send(shutdown, exit)
		must.Do(t, w.result())
	}
}

// TestGather: the names that are kept of documents keep nothing else, and are what they were.
func TestGather(t *testing.T) {
	s := newServer(Options{engine: fakeEngine()})
	defer s.publisher.stop()
	const n = 1000
	var around []string // what lies between the names as they are made
	for i := range n {
		path := fmt.Sprintf("/folder/of/documents/that/were/open/%d.lua", i)
		s.files.opened(s.session.Open("file://"+path, "file://"+path, 1, source.NewFile(path, "")))
		s.session.Close("file://" + path)
		for range 100 {
			around = append(around, strings.Clone(path), strings.Clone("file://"+path))
		}
	}
	want := maps.Clone(s.files.documents())
	inUse := func() int64 {
		heap()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapInuse)
	}
	clear(around)
	before := inUse()
	s.files.gather()
	if after := inUse(); before-after < n*4<<10 {
		t.Errorf("%d kB are in use before, and %d after", before>>10, after>>10)
	}
	if got := s.files.documents(); !maps.Equal(got, want) {
		t.Errorf("%d names, and they are %v", len(got), got)
	}
}
