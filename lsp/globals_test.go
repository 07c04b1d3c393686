package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luaflow/analysis/globals"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestGlobalsOfOldVersions: what a version of a document does with globals counts as long as there is no newer one, and the
// document is open.
func TestGlobalsOfOldVersions(t *testing.T) {
	s := newServer(Options{engine: fakeEngine()})
	defer s.publisher.stop()
	old := s.session.Open("file:///a.lua", "file:///a.lua", 1, source.NewFile("/a.lua", "old = 1"))
	count := func() int {
		s.globals.mu.Lock()
		defer s.globals.mu.Unlock()
		return len(s.globals.files)
	}
	names := &globals.Names{Defined: map[string]bool{"old": true}}
	if s.globals.opened(old, names); count() != 1 {
		t.Error("those of the newest version do not count")
	}
	now, err := s.session.Change(old.Key, 2, func(f *source.File) *source.File { return f })
	must.Do(t, err)
	if s.globals.opened(now, nil); count() != 0 {
		t.Error("those of the version before still count though the newest has none")
	}
	if s.globals.opened(old, names); count() != 0 {
		t.Error("those of an old version count when they are known late")
	}
	s.globals.opened(now, names)
	last, _ := s.session.Close(now.Key)
	s.globals.closed(last)
	if s.globals.opened(now, names); count() != 0 {
		t.Error("those of a document that was closed count when they are known late")
	}
}

// TestGlobalsOfExcludedDocuments: a document that is excluded from now on defines nothing for others any more.
func TestGlobalsOfExcludedDocuments(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
	w := serveWire(t, Options{})
	w.send(strings.Replace(initialize, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(folder)), 1), initialized)
	w.send(openIn(folder, "a.lua", "function defined() end\n"))
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, docURI(filepath.Join(folder, "a.lua"))))
	w.await(`"id":2`) // what it does is known
	w.send(openIn(folder, "b.lua", "defined() nowhere()\n"))
	for got := ""; !strings.Contains(got, "nowhere"); {
		if got = w.await("b.lua"); strings.Contains(got, "`defined`") {
			t.Fatal(got)
		}
	}
	w.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"luaflow":{"std":"lua53","exclude":["a.lua"]}}}}`)
	for got := ""; !strings.Contains(got, "`defined`"); {
		got = w.await("b.lua")
	}
	w.send(shutdown, exit)
}

// TestGlobalsOfClosedDocuments: when a document is closed, what its file on disk defines counts again, whether somebody has looked
// at the file while it was open or not.
func TestGlobalsOfClosedDocuments(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
	must.Write(t, filepath.Join(folder, "a.lua"), "function defined() end\n")
	w := serveWire(t, Options{})
	w.send(strings.Replace(initialize, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(folder)), 1), initialized)
	w.send(openIn(folder, "b.lua", "defined() nowhere()\n"))
	for !strings.Contains(w.await("b.lua"), "nowhere") { // all files have been looked at
	}
	for n, text := range []string{"function defined() end\n", "function another() end\n"} {
		w.send(openIn(folder, "a.lua", text))
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"a%d","method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, n, docURI(filepath.Join(folder, "a.lua"))))
		w.await(fmt.Sprintf(`"id":"a%d"`, n)) // what it does is known
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":%q}}}`, docURI(filepath.Join(folder, "a.lua"))))
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"of a%d","method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, n, docURI(filepath.Join(folder, "a.lua"))))
		w.await(fmt.Sprintf(`"id":"of a%d"`, n)) // its file was looked at
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"b%d","method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, n, docURI(filepath.Join(folder, "b.lua"))))
		if got := w.await(fmt.Sprintf(`"id":"b%d"`, n)); strings.Contains(got, "`defined`") || !strings.Contains(got, "nowhere") {
			t.Fatalf("after a.lua was closed, %d: %s", n, got)
		}
	}
	w.send(shutdown, exit)
}

// TestGlobalsThatCountNoMore: when a document is closed or lost that defined something, the others are told so, whether it was on
// no disk, or its file defines nothing; not if its file defines the same.
func TestGlobalsThatCountNoMore(t *testing.T) {
	inFile := func(text string) func(folder string) string {
		return func(folder string) string {
			must.Write(t, filepath.Join(folder, "a.lua"), text)
			return string(docURI(filepath.Join(folder, "a.lua")))
		}
	}
	nowhere := func(string) string { return "untitled:Untitled-1" }
	const closes = `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":%q}}}`
	const loses = `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":2},"contentChanges":3}}`
	for _, c := range []struct {
		name, ends string
		document   func(folder string) string
		isTold     bool
	}{
		{"untitled", closes, nowhere, true},
		{"file without globals", closes, inFile("local x = 1\n"), true},
		{"file that defines it too", closes, inFile("function defined() end\n"), false},
		{"lost", loses, nowhere, true},
		{"lost file without globals", loses, inFile("local x = 1\n"), true},
		{"lost file that defines it too", loses, inFile("function defined() end\n"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
			doc := c.document(folder)
			w := serveWire(t, Options{})
			w.send(strings.Replace(initialize, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(folder)), 1), initialized)
			w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"lua","version":1,"text":"function defined() end\n"}}}`, doc))
			w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, doc))
			w.await(`"id":2`) // what it does is known
			w.send(openIn(folder, "b.lua", "defined() nowhere()\n"))
			for !strings.Contains(w.await("b.lua"), "nowhere") { // all files have been looked at
			}
			w.send(fmt.Sprintf(c.ends, doc))
			if c.isTold {
				for !strings.Contains(w.await("b.lua"), "`defined`") {
				}
			}
			for turn := 0; ; turn++ { // until its file was looked at, if there is one
				w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"b%d","method":"textDocument/diagnostic","params":{"textDocument":{"uri":%q}}}`, turn, docURI(filepath.Join(folder, "b.lua"))))
				if got := w.await(fmt.Sprintf(`"id":"b%d"`, turn)); strings.Contains(got, "`defined`") == c.isTold {
					break
				} else if turn == lostAfter {
					t.Fatal(got)
				}
				time.Sleep(betweenCalls)
			}
			w.send(shutdown, exit)
		})
	}
}
