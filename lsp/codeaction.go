package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/printable"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// fixAllKind is the kind of the action that applies every verified fix.
const fixAllKind protocol.CodeActionKind = "source.fixAll.luaflow"

// codeActionKinds are all kinds that the server offers.
var codeActionKinds = []protocol.CodeActionKind{
	protocol.CodeActionKindQuickFix,
	protocol.CodeActionKindRefactorExtract,
	protocol.CodeActionKindRefactorInline,
	protocol.CodeActionKindRefactorRewrite,
	fixAllKind,
}

// codeAction answers with the fixes of the findings that the client asks about,
// with the changes that are possible at the place, and with "fix all".
func (s *server) codeAction(params *protocol.CodeActionParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	s.publisher.look(snap.Key, params.Range.Start.Line)
	return func(ctx context.Context) (any, error) {
		a := actions{server: s, snap: snap, m: mapper{snap.File, s.client.encoding}}
		if !s.client.literals {
			// What is left are commands, which such a client could run but not preview.
			return a.list, nil
		}
		if wanted(params.Context.Only, protocol.CodeActionKindQuickFix) {
			if err := a.quickFixes(ctx, params); err != nil {
				return nil, err
			}
		}
		if err := a.refactorings(ctx, params); err != nil {
			return nil, err
		}
		if wantsFixAll(&params.Context) {
			if err := a.fixAll(ctx, params.Context.TriggerKind); err != nil {
				return nil, err
			}
		}
		return a.list, nil
	}, nil
}

func notOpen(doc uri.URI) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%v: %s", session.ErrNotOpen, doc)
}

// wanted reports whether a kind is asked for: no list asks for all, and each entry
// for itself and what is below it.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// wantsFixAll reports whether an editor asks for such an action: else it does not get one that takes the
// whole file to compute.
func wantsFixAll(c *protocol.CodeActionContext) bool {
	return len(c.Only) > 0 && wanted(c.Only, fixAllKind)
}

// actions collects the answer.
type actions struct {
	server   *server
	snap     *session.Snapshot
	m        mapper
	list     []protocol.CommandOrCodeAction
	fixes    []analysis.Fix // what list offers, "fix all" aside
	compiled int            // bytes of text compiled to verify fixes
}

// affords reports whether the fixes of one more finding can be made, and notes it:
// each is verified by compiling the whole text. Who asks for all of a long text gets
// what fits, not an answer after minutes.
func (a *actions) affords() bool {
	if a.compiled > a.server.options.fixWork {
		return false
	}
	a.compiled += a.snap.File.Len()
	if a.compiled > a.server.options.fixWork {
		a.server.configuration.admit(a.snap.File.Name() + ": too long to make the fixes of more findings at a time")
	}
	return true
}

// admit tells the user of fixes that were not tried.
func (a *actions) admit(isPartial bool) {
	if isPartial {
		a.server.configuration.admit(a.snap.File.Name() + ": " + fix.NotTried)
	}
}

// isNew reports whether a change is not in the list yet, and notes it. Two findings
// may be mended by one change, and a change may be possible at a place that has a
// finding too.
func (a *actions) isNew(fix analysis.Fix) bool {
	known := slices.ContainsFunc(a.fixes, func(f analysis.Fix) bool {
		return f.Title == fix.Title && slices.Equal(f.Edits, fix.Edits)
	})
	if !known {
		a.fixes = append(a.fixes, fix)
	}
	return !known
}

// quickFixes adds the fixes of the diagnostics that the client names, or of all
// findings in its range if it names none.
func (a *actions) quickFixes(ctx context.Context, params *protocol.CodeActionParams) error {
	findings, err := a.snap.Findings(ctx)
	if err != nil {
		return err
	}
	if len(params.Context.Diagnostics) == 0 {
		at := a.m.span(params.Range)
		for i := range findings {
			if touches(findings[i].Span, at) && !a.server.globals.refutes(&findings[i]) {
				d := a.server.diagnostic(a.m, a.snap.URI, &findings[i])
				if err := a.mend(ctx, i, d); err != nil {
					return err
				}
			}
		}
		return nil
	}
	asked := make(map[int]bool)
	for _, d := range params.Context.Diagnostics {
		i := a.find(findings, &d)
		if i < 0 || asked[i] {
			continue
		}
		asked[i] = true
		if err := a.mend(ctx, i, d); err != nil {
			return err
		}
	}
	return nil
}

// find returns the index of the finding that a diagnostic of the client stands for, or
// -1. Clients lose the source, the data or the severity on the way; the code stays.
// The range may have moved while the text was edited, and Neovim 0.7 hands it back
// in bytes whatever was agreed: then the line and the message have to do.
func (a *actions) find(findings []analysis.Finding, d *protocol.Diagnostic) int {
	code, ok := d.Code.(protocol.String)
	if !ok {
		return -1
	}
	at := a.m.span(d.Range)
	best, near := -1, 0
	for i := range findings {
		f := &findings[i]
		n := 0
		switch {
		case f.Code != string(code):
		case f.Span == at || f.Fade == at || slices.Contains(f.Fades, at):
			n = 3
		case f.Span.Overlaps(at):
			n = 2
		case a.m.position(f.Span.Start).Line == d.Range.Start.Line && d.Message == protocol.String(printable.Text(f.Message)):
			n = 1
		}
		if n > near {
			best, near = i, n
		}
	}
	return best
}

func touches(a, b source.Span) bool { return a.Start <= b.End && b.Start <= a.End }

// mend adds the fixes of one finding.
func (a *actions) mend(ctx context.Context, finding int, d protocol.Diagnostic) error {
	if !a.affords() {
		return nil
	}
	fixes, isPartial, err := a.snap.Fixes(ctx, finding)
	if err != nil {
		return err
	}
	a.admit(isPartial)
	for _, fix := range fixes {
		if !a.isNew(fix) {
			continue
		}
		action := a.action(titleOf(fix), protocol.CodeActionKindQuickFix, fix.Edits)
		action.Diagnostics = []protocol.Diagnostic{d}
		if a.server.client.preferred && fix.Preferred && fix.Verified {
			action.IsPreferred = new(true)
		}
		a.list = append(a.list, action)
	}
	return nil
}

// titleOf returns what a fix does, and whether it was verified.
func titleOf(fix analysis.Fix) string {
	if fix.Verified {
		return fix.Title + " (verified)"
	}
	return fix.Title + " (not verified)"
}

// maxUnasked is up to what size in bytes of a text the refactorings at a place are proved for an editor that asks
// for all kinds of actions, as it does at each move of the cursor: each is proved by compiling the text.
const maxUnasked = 100_000

// refactorings adds the changes that mend no finding. Those that cannot be done are for who asks for such
// changes, and not for a lightbulb.
func (a *actions) refactorings(ctx context.Context, params *protocol.CodeActionParams) error {
	asked := params.Context.Only
	if len(asked) == 0 && a.snap.File.Len() > maxUnasked {
		return nil
	}
	isWanted := func(kind string) bool { return wanted(asked, protocol.CodeActionKind(kind)) }
	if !slices.ContainsFunc(codeActionKinds, func(k protocol.CodeActionKind) bool {
		return strings.HasPrefix(string(k), string(protocol.CodeActionKindRefactor)+".") && isWanted(string(k))
	}) {
		return nil
	}
	changes, err := a.snap.Refactorings(ctx, a.m.span(params.Range), isWanted)
	if err != nil {
		return err
	}
	for _, c := range changes {
		kind := protocol.CodeActionKind(c.Kind)
		if c.Refusal != "" {
			if a.server.client.disabled && len(asked) > 0 {
				a.list = append(a.list, &protocol.CodeAction{
					Title: printable.Text(c.Title), Kind: &kind, Disabled: protocol.CodeActionDisabled{Reason: printable.Text(c.Refusal)},
				})
			}
			continue
		}
		if fix := (analysis.Fix{Title: c.Title, Edits: c.Edits, Verified: true}); a.isNew(fix) {
			a.list = append(a.list, a.action(titleOf(fix), kind, c.Edits))
		}
	}
	return nil
}

// fixAll adds the action that applies all verified fixes, if there is any. An editor that asks for it
// by itself, when a file is saved, gets those of what has stood in the file for a while.
func (a *actions) fixAll(ctx context.Context, trigger protocol.CodeActionTriggerKind) error {
	fix := a.snap.FixAll
	if trigger == protocol.CodeActionTriggerKindAutomatic {
		fix = a.snap.FixSettled
	}
	edits, omitted, err := fix(ctx)
	if err != nil {
		return err
	}
	for _, o := range omitted {
		a.server.configuration.admit(a.snap.File.Name() + ": " + o.What)
	}
	if len(edits) > 0 {
		a.list = append(a.list, a.action("apply all verified fixes of luaflow", fixAllKind, edits))
	}
	return nil
}

func (a *actions) action(title string, kind protocol.CodeActionKind, edits []source.Edit) *protocol.CodeAction {
	return &protocol.CodeAction{
		Title: printable.Text(title),
		Kind:  &kind,
		Edit:  a.server.workspaceEdit(a.snap, a.m.textEdits(edits)),
	}
}

// workspaceEdit returns the edits of a document. It names the version that the edits are for, where the client
// understands that.
func (s *server) workspaceEdit(snap *session.Snapshot, edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	doc := uri.URI(snap.URI)
	if !s.client.documentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{doc: edits}}
	}
	change := &protocol.TextDocumentEdit{
		TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: doc},
			Version:                &snap.Version,
		},
	}
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
}
