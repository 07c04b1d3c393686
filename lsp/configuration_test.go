package lsp

import (
	"path/filepath"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestSettingsAreNewOnce: what the editor says again changes nothing, for a folder that
// stays in the workspace neither.
func TestSettingsAreNewOnce(t *testing.T) {
	c := newConfiguration(&server{})
	c.arrange([]uri.URI{uri.File("/a")})
	say := func(settings string, want bool) {
		t.Helper()
		loader := c.folders[0].loader
		if isNew := c.set(c.folders[0], protocol.LSPAny(settings)); isNew != want {
			t.Errorf("%s: new is %t", settings, isNew)
		}
		if isOther := c.folders[0].loader != loader; isOther != want {
			t.Errorf("%s: another loader is %t", settings, isOther)
		}
	}
	say(`null`, true)
	say(`{}`, false)
	say(`{"luaflow":{"std":"lua51"}}`, true)
	say(`{"std":"lua51"}`, false)
	c.arrange([]uri.URI{uri.File("/b"), uri.File("/a/inner"), uri.File("/a")})
	for _, f := range c.folders {
		if known := f.path == "/a"; c.set(f, protocol.LSPAny(`{"std":"lua51"}`)) == known {
			t.Errorf("%q: new is %t", f.path, known)
		}
	}
}

// TestNewConfigurationIsSeen: a document is checked anew when its configuration file has changed, though something else was made
// of what is in that just before somebody looked.
func TestNewConfigurationIsSeen(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.lua")
	file := filepath.Join(folder, ".luaflow.json")
	must.Write(t, file, `{"std":"lua53"}`)
	s := newServer(Options{})
	defer s.publisher.stop()
	s.client.pulls = true // nobody asks beside the test, and there is no workspace in which something else could change
	s.configuration.initialize(&protocol.InitializeParams{}, &s.own)
	snap := s.session.Open(key(uri.File(path)), path, 1, source.NewFile(path, "return 1 // 2"))
	isRenewed := func() bool {
		s.configuration.look()
		now, _ := s.session.Snapshot(snap.Key)
		return now != snap
	}
	if isRenewed() {
		t.Error("checked anew before it was checked")
	}
	_, err := snap.Findings(t.Context())
	must.Do(t, err)
	if isRenewed() {
		t.Error("checked anew though nothing has changed")
	}
	must.Write(t, file, `{"std":"lua51","ignore":["unused-local"]}`)
	s.configuration.loaderOf(path).Refresh()
	s.configuration.engine(snap.File) // of which nobody is told who has the document
	if !isRenewed() {
		t.Error("not checked anew")
	}

	snap, _ = s.session.Snapshot(snap.Key)
	_, err = snap.Findings(t.Context())
	must.Do(t, err)
	must.Write(t, file, `{"std":"lua51"}`)
	snap, err = s.session.Change(snap.Key, 2, func(f *source.File) *source.File { return source.NewFile(f.Name(), "return (") })
	must.Do(t, err)
	if !isRenewed() {
		t.Error("what was found in the text before is kept")
	}
}
