package lsp

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

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
// there when the document was opened; what is typed never does, in whatever order the editor writes the file,
// says what was typed and says that it has saved it. Each step is handled before the next one is made, and each
// document begins as 5 lines in its file, one of which can be fixed, and is in all texts.
func TestReload(t *testing.T) {
	const (
		opened  = "a\ndead\nb\nc\ne\n"
		others  = "a\ndead\ndead\nx\ndead y\n"  // written by something else
		typed   = "a\ndead\nb\ndead\nc\ne\n"    // a line more
		longer  = opened + "x\ndead\ny\ndead\n" // many
		shorter = "a\ndead\n"
	)
	for _, c := range []struct {
		name  string
		steps string // see reloading.do
		want  int    // edits
	}{
		{"opened", "", 1},
		{"read", "write others, whole others", 3},
		{"read in parts", "write others, lines others", 3},
		{"read and typed", "write others, lines others, type, type", 3},
		{"read twice", "write others, lines others, write again, whole again", 5},
		{"read and closed", "write others, whole others, close, open opened", 1},
		{"read after a save", "whole typed, write typed, save, write others, whole others", 3},
		{"read and saved", "write others, whole others, type, save", 1},
		{"read, saved and read", "write others, whole others, save, write again, lines again", 5},

		{"saved", "whole typed, write typed, save", 1},
		{"saved as it was", "write opened, save", 1},
		{"said late", "write typed, whole typed, save", 1},
		{"said late in parts", "write typed, lines typed, save", 1},
		{"not said to be saved", "whole typed, write typed", 1},
		{"said late, and not to be saved", "write typed, whole typed", 1},
		{"pasted", "write longer, whole longer", 1},
		{"pasted and saved", "write longer, lines longer, save", 1},
		{"pasted over all and saved", "whole others, write others, save", 1},
		{"pasted over all, said late", "write others, whole others, save", 1},
		{"pasted over all, said late, and more", "write others, whole others, type, save", 1},
		{"pasted over all and not saved", "whole others, write others, type", 1},
		{"typed and pasted over all", "type, write others, whole others", 1},
		{"deleted", "write shorter, whole shorter", 1},
		{"in several changes", "write others, changes others", 1},
		{"written by others, and not read", "write others, type", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, client := startFake(t, Options{})
			r := &reloading{t: t, ctx: ctx, c: client, path: filepath.Join(t.TempDir(), "a.lua"), texts: map[string]string{
				"opened": opened, "others": others, "typed": typed, "longer": longer, "shorter": shorter,
				"again": "a\ndead\nz\nz\nz\ndead dead\ndead dead\n",
			}}
			r.do("write opened, open opened")
			if c.steps != "" {
				r.do(c.steps)
			}
			if n := fixedAutomatically(t, client, r.path); n != c.want {
				t.Errorf("%d edits, want %d", n, c.want)
			}
			must.Do(t, client.Shutdown(ctx))
		})
	}
}

// TestReloadUnsaid: of a client that does not say when it saves nothing is taken for read.
func TestReloadUnsaid(t *testing.T) {
	ctx := testContext(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	silent := fullCapabilities
	described := *silent.TextDocument
	described.Synchronization = nil
	silent.TextDocument = &described
	client, err := start(ctx, Options{engine: fakeEngine()}, &protocol.InitializeParams{Capabilities: silent}, nil)
	must.Do(t, err)
	r := &reloading{t: t, ctx: ctx, c: client, path: filepath.Join(t.TempDir(), "a.lua"), texts: map[string]string{
		"opened": "a\ndead\nb\nc\ne\n", "others": "a\ndead\ndead\nx\ndead y\n",
	}}
	r.do("write opened, open opened, write others, whole others")
	if n := fixedAutomatically(t, client, r.path); n != 1 {
		t.Errorf("%d edits, want 1", n)
	}
	must.Do(t, client.Shutdown(ctx))
}

// reloading is an editor with one document, and what else writes its file.
type reloading struct {
	t     *testing.T
	ctx   context.Context
	c     *Client
	path  string
	texts map[string]string // by name
}

// do makes steps: "open", "close" and "save" say so, "write" writes a text into the file, "type" puts a word after
// the document. The others make a text of it: "whole" in one change, "lines" in one of the lines that differ,
// "changes" in one of each line.
func (r *reloading) do(steps string) {
	r.t.Helper()
	for step := range strings.SplitSeq(steps, ", ") {
		what, name, _ := strings.Cut(step, " ")
		text := r.texts[name]
		switch what {
		case "write":
			must.Write(r.t, r.path, text)
			continue
		case "open":
			must.Do(r.t, r.c.Open(r.ctx, r.path, text))
		case "close":
			must.Do(r.t, r.c.CloseDocument(r.ctx, r.path))
			continue
		case "save":
			must.Do(r.t, r.c.conn.Notify(r.ctx, protocol.MethodTextDocumentDidSave, &protocol.DidSaveTextDocumentParams{
				TextDocument: protocol.TextDocumentIdentifier{URI: docURI(r.path)},
			}))
		case "type":
			end := source.Pos(len(r.text()))
			must.Do(r.t, r.c.Edit(r.ctx, r.path, []source.Edit{{Span: source.Span{Start: end, End: end}, New: " dead"}}))
		case "whole":
			must.Do(r.t, r.c.change(r.ctx, r.path, []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text}}))
		case "lines":
			d := source.NewFile("", text).DifferentLines(source.NewFile("", r.text()))
			must.Do(r.t, r.c.Edit(r.ctx, r.path, []source.Edit{{Span: d.Was, New: text[d.Now.Start:d.Now.End]}}))
		case "changes":
			was := r.text()
			middle := source.Pos(strings.Index(was, "\n") + 1)
			must.Do(r.t, r.c.Edit(r.ctx, r.path, []source.Edit{{Span: source.Span{End: middle}}, {Span: source.Span{Start: middle, End: source.Pos(len(was))}, New: text}}))
		default:
			r.t.Fatalf("no step %q", step)
		}
		fixedAutomatically(r.t, r.c, r.path) // which is answered when the step has been handled
	}
}

func (r *reloading) text() string {
	file, err := r.c.File(r.path)
	must.Do(r.t, err)
	return file.Text()
}
