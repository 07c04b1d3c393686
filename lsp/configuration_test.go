package lsp

import (
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
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
