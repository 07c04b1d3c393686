package lsp

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// fixedAutomatically returns the edits of what an editor gets that fixes all when it saves.
func fixedAutomatically(t *testing.T, c *Client, path string) int {
	t.Helper()
	params := protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(path)},
		Context: protocol.CodeActionContext{
			Diagnostics: []protocol.Diagnostic{}, Only: []protocol.CodeActionKind{fixAllKind},
			TriggerKind: protocol.CodeActionTriggerKindAutomatic,
		},
	}
	var result []protocol.CommandOrCodeAction
	must.Do(t, protocol.Call(testContext(t), c.conn, protocol.MethodTextDocumentCodeAction, &params, &result))
	edits := 0
	for _, a := range result {
		edits += len(editsOf(a.(*protocol.CodeAction), docURI(path)))
	}
	return edits
}

// TestReload: what an editor reads again from a file that something else has written counts as what was
// there when the document was opened; what is typed does not, nor what was saved.
func TestReload(t *testing.T) {
	ctx, c := startFake(t, Options{})
	path := filepath.Join(t.TempDir(), "a.lua")
	must.Write(t, path, "dead\n")
	must.Do(t, c.Open(ctx, path, "dead\n"))
	if n := fixedAutomatically(t, c, path); n != 1 {
		t.Fatalf("%d edits of what was opened", n)
	}
	typeIn := func(text string) {
		must.Do(t, c.Edit(ctx, path, []source.Edit{{New: text}}))
	}
	typeIn("dead ")
	if n := fixedAutomatically(t, c, path); n != 1 {
		t.Errorf("%d edits of what was opened and typed", n)
	}
	must.Write(t, path, "dead dead dead\n")
	typeIn("dead ") // as the file now is
	for deadline := time.Now().Add(patience); fixedAutomatically(t, c, path) != 3; {
		if time.Now().After(deadline) {
			t.Fatal("what was read again is not taken")
		}
	}
	typeIn("dead ")
	must.Write(t, path, "dead dead dead dead\n")
	later := time.Now().Add(time.Hour) // the time of a file is not exact
	must.Do(t, os.Chtimes(path, later, later))
	must.Do(t, c.conn.Notify(ctx, protocol.MethodTextDocumentDidSave, &protocol.DidSaveTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(path)},
	}))
	typeIn("x")
	must.Do(t, c.Edit(ctx, path, []source.Edit{{Span: source.Span{End: 1}}})) // taken back
	for range 20 {
		if n := fixedAutomatically(t, c, path); n != 3 {
			t.Fatalf("%d edits of what was read again, typed and saved", n)
		}
		time.Sleep(time.Millisecond)
	}
	must.Do(t, c.Shutdown(ctx))
}
