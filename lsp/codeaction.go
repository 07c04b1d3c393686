package lsp

import (
	"context"
	"encoding/json"
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

// codeAction answers with the fixes of the findings that the client asks about, with the changes that are
// possible at the place, and with "fix all". A client that can ask again for the edits gets titles of what
// may be done, which takes no proof: see resolveAction. Another one gets the edits, of what is proved.
func (s *server) codeAction(params *protocol.CodeActionParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	s.publisher.look(snap.Key, params.Range.Start.Line)
	return func(ctx context.Context) (any, error) {
		a := actions{server: s, snap: snap, m: mapper{snap.File, s.client.encoding}, fixes: make(map[string]map[source.Pos][]analysis.Fix)}
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
	fixes    map[string]map[source.Pos][]analysis.Fix // by title and where they begin: what list offers, "fix all" aside
	compiled int                                      // bytes of text compiled to verify fixes
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
	begin := source.NoPos
	if len(fix.Edits) > 0 {
		begin = fix.Edits[0].Span.Start
	}
	titled := a.fixes[fix.Title]
	if titled == nil {
		titled = make(map[source.Pos][]analysis.Fix)
		a.fixes[fix.Title] = titled
	}
	known := slices.ContainsFunc(titled[begin], func(f analysis.Fix) bool {
		return slices.Equal(f.Edits, fix.Edits)
	})
	if !known {
		titled[begin] = append(titled[begin], fix)
	}
	return !known
}

// quickFixes adds the fixes of the diagnostics that the client names, or of all
// findings in its range if it names none that are still there.
func (a *actions) quickFixes(ctx context.Context, params *protocol.CodeActionParams) error {
	findings, err := a.snap.Findings(ctx)
	if err != nil {
		return err
	}
	asked, shown := a.named(findings, params.Context.Diagnostics)
	if len(asked) == 0 && namesNone(params.Context.Diagnostics) {
		at := a.m.span(params.Range)
		for i := range findings {
			if touches(findings[i].Span, at) && !a.server.globals.refutes(&findings[i]) {
				asked = append(asked, i)
				shown = append(shown, a.server.diagnostic(a.m, a.snap.URI, &findings[i]))
			}
		}
	}
	if a.server.client.resolves {
		if err := a.propose(ctx, findings, asked, shown); err != nil {
			return err
		}
	} else {
		for k, i := range asked {
			if err := a.mend(ctx, i, shown[k]); err != nil {
				return err
			}
		}
	}
	if params.Range.Start.Line != params.Range.End.Line {
		return nil
	}
	return a.suppress(ctx, findings, asked, shown)
}

// named returns the findings that some diagnostics stand for, by index, and those diagnostics.
func (a *actions) named(findings []analysis.Finding, list []protocol.Diagnostic) (asked []int, shown []protocol.Diagnostic) {
	isAsked := make(map[int]bool)
	for _, d := range list {
		if i := a.find(findings, &d); i >= 0 && !isAsked[i] {
			isAsked[i] = true
			asked = append(asked, i)
			shown = append(shown, d)
		}
	}
	return asked, shown
}

// namesNone reports whether some diagnostics, none of which stands for a finding, say nothing of what is asked for:
// there are none, or some are those of a text before this one, as the client has no others yet.
func namesNone(list []protocol.Diagnostic) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(d protocol.Diagnostic) bool {
		source, _ := d.Source.Get()
		return source == diagnosticSource
	})
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
	line := a.m.span(protocol.Range{Start: protocol.Position{Line: d.Range.Start.Line}, End: protocol.Position{Line: d.Range.Start.Line + 1}})
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
		case line.Contains(f.Span.Start) && d.Message == protocol.String(printable.Text(f.Message)):
			n = 1
		}
		if n > near {
			best, near = i, n
		}
	}
	return best
}

func touches(a, b source.Span) bool { return a.Start <= b.End && b.Start <= a.End }

// propose adds what may be done about some findings, each of which the client shows as a diagnostic.
func (a *actions) propose(ctx context.Context, findings []analysis.Finding, asked []int, shown []protocol.Diagnostic) error {
	mendings, err := a.snap.Proposals(ctx, asked)
	if err != nil {
		return err
	}
	for k, m := range mendings {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := &findings[asked[k]]
		for _, fix := range m.Fixes {
			if !a.isNew(fix) {
				continue
			}
			action := a.later(titleOf(fix, m.IsProved), protocol.CodeActionKindQuickFix, actionData{
				Mark: a.snap.Mark(f.Span), Code: f.Code, Title: fix.Title,
			})
			a.add(action, fix, shown[k])
		}
		for _, r := range m.Refused {
			if a.server.client.disabled {
				action := a.refused(r.Title, protocol.CodeActionKindQuickFix, r.Why)
				action.Diagnostics = shown[k : k+1]
				a.list = append(a.list, action)
			}
		}
	}
	return nil
}

// add adds a fix of a diagnostic.
func (a *actions) add(action *protocol.CodeAction, fix analysis.Fix, d protocol.Diagnostic) {
	action.Diagnostics = []protocol.Diagnostic{d}
	if a.server.client.preferred && fix.Preferred && fix.Level == analysis.Safe {
		action.IsPreferred = new(true)
	}
	a.list = append(a.list, action)
}

// mend adds the fixes of one finding, with their edits.
func (a *actions) mend(ctx context.Context, finding int, d protocol.Diagnostic) error {
	if !a.affords() {
		return nil
	}
	m, err := a.snap.Fixes(ctx, finding)
	if err != nil {
		return err
	}
	a.admit(m.IsPartial)
	for _, fix := range m.Fixes {
		if a.isNew(fix) {
			a.add(a.action(titleOf(fix, true), protocol.CodeActionKindQuickFix, fix.Edits), fix, d)
		}
	}
	return nil
}

// titleOf returns what a fix does, and its level: of a safe one whether it was verified, or will be before anything is changed.
func titleOf(fix analysis.Fix, isProved bool) string {
	switch {
	case fix.Level == analysis.Unsafe:
		return fix.Title + " (unsafe)"
	case fix.Level == analysis.Display:
		return fix.Title + " (changes what the program does)"
	case isProved:
		return fix.Title + " (verified)"
	}
	return fix.Title + " (if verified)"
}

// maxUnasked is up to what size in bytes of a text the refactorings at a place are proved for an editor that asks
// for all kinds of actions, as it does at each move of the cursor, and wants the edits at once: each is proved
// by compiling the text.
const maxUnasked = 100_000

// refactorings adds the changes that mend no finding. Those that cannot be done are for who asks for such
// changes, and not for a lightbulb. So are those that probably cannot, which are proved for him at once.
func (a *actions) refactorings(ctx context.Context, params *protocol.CodeActionParams) error {
	asked := params.Context.Only
	resolves := a.server.client.resolves
	if len(asked) == 0 && !resolves && a.snap.File.Len() > maxUnasked {
		return nil
	}
	isWanted := func(kind string) bool { return wanted(asked, protocol.CodeActionKind(kind)) }
	if !slices.ContainsFunc(codeActionKinds, func(k protocol.CodeActionKind) bool {
		return strings.HasPrefix(string(k), string(protocol.CodeActionKindRefactor)+".") && isWanted(string(k))
	}) {
		return nil
	}
	at := a.m.span(params.Range)
	changes, err := a.snap.Refactorings(ctx, at, isWanted, func(c *session.Refactoring) bool {
		return !resolves || c.IsDoubtful && len(asked) > 0
	})
	if err != nil {
		return err
	}
	for _, c := range changes {
		kind := protocol.CodeActionKind(c.Kind)
		fix := analysis.Fix{Title: c.Title, Edits: c.Edits, Level: analysis.Safe}
		switch {
		case c.Refusal != "" && a.server.client.disabled && len(asked) > 0:
			a.list = append(a.list, a.refused(c.Title, kind, c.Refusal))
		case c.Refusal != "", resolves && len(a.fixes[c.Title]) > 0, c.IsDoubtful && !c.IsProved:
		case resolves:
			data := actionData{Mark: a.snap.Mark(at), Kind: c.Kind, Title: c.Title}
			a.list = append(a.list, a.later(titleOf(fix, c.IsProved), kind, data))
		case a.isNew(fix):
			a.list = append(a.list, a.action(titleOf(fix, true), kind, c.Edits))
		}
	}
	return nil
}

// fixAllTitle is the title of the action that applies every verified fix.
const fixAllTitle = "apply all verified fixes of luaflow"

// fixAll adds the action that applies all verified fixes, if there is any. An editor that asks for it
// by itself, when a file is saved, gets those of what has stood in the file for a while, with the edits.
func (a *actions) fixAll(ctx context.Context, trigger protocol.CodeActionTriggerKind) error {
	fix := a.snap.FixAll
	switch {
	case trigger == protocol.CodeActionTriggerKindAutomatic:
		fix = a.snap.FixSettled
	case a.server.client.resolves:
		return a.proposeAll(ctx)
	}
	edits, omitted, err := fix(ctx)
	if err != nil {
		return err
	}
	a.server.admitAll(a.snap, omitted)
	if len(edits) > 0 {
		a.list = append(a.list, a.action(fixAllTitle, fixAllKind, edits))
	}
	return nil
}

// admitAll tells the user what was not tried to fix all of a text.
func (s *server) admitAll(snap *session.Snapshot, omitted []analysis.Omission) {
	for _, o := range omitted {
		s.configuration.admit(snap.File.Name() + ": " + o.What)
	}
}

// proposeAll adds the action that applies all verified fixes, if there may be any.
func (a *actions) proposeAll(ctx context.Context) error {
	edits, isKnown := a.snap.FixedAll()
	mayFix := len(edits) > 0
	if !isKnown {
		findings, err := a.snap.Findings(ctx)
		if err != nil {
			return err
		}
		for i := 0; i < len(findings) && !mayFix; i++ {
			if findings[i].Severity >= analysis.Hint {
				continue
			}
			m, err := a.snap.Proposals(ctx, []int{i})
			if err != nil {
				return err
			}
			mayFix = slices.ContainsFunc(m[0].Fixes, func(f analysis.Fix) bool { return f.Level == analysis.Safe && f.Preferred })
		}
	}
	if mayFix {
		a.list = append(a.list, a.later(fixAllTitle, fixAllKind, actionData{
			Mark: a.snap.Mark(source.Span{}), Kind: string(fixAllKind), Title: fixAllTitle,
		}))
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

// later returns an action whose edits the client asks for when they are wanted.
func (a *actions) later(title string, kind protocol.CodeActionKind, data actionData) *protocol.CodeAction {
	data.URI = a.snap.URI
	text, _ := json.Marshal(data) // cannot fail
	return &protocol.CodeAction{Title: printable.Text(title), Kind: &kind, Data: text}
}

// refused returns an action that cannot be done.
func (a *actions) refused(title string, kind protocol.CodeActionKind, why string) *protocol.CodeAction {
	return &protocol.CodeAction{
		Title: printable.Text(title), Kind: &kind, Disabled: protocol.CodeActionDisabled{Reason: printable.Text(why)},
	}
}

// workspaceEdit returns the edits of a document, for its version.
func (s *server) workspaceEdit(snap *session.Snapshot, edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	return s.workspaceEdits([]documentEdits{{uri.URI(snap.URI), &snap.Version, edits}})
}

// documentEdits is edits of one text.
type documentEdits struct {
	document uri.URI
	version  *int32 // that the edits are for; nil of a file that is not open
	edits    []protocol.TextEdit
}

// workspaceEdits returns the edits of several texts. They name the versions, where the client understands that.
func (s *server) workspaceEdits(of []documentEdits) *protocol.WorkspaceEdit {
	all := &protocol.WorkspaceEdit{}
	if !s.client.documentChanges {
		all.Changes = make(map[uri.URI][]protocol.TextEdit, len(of))
	}
	for _, d := range of {
		if !s.client.documentChanges {
			all.Changes[d.document] = d.edits
			continue
		}
		change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: d.document}, Version: d.version,
		}}
		for i := range d.edits {
			change.Edits = append(change.Edits, &d.edits[i])
		}
		all.DocumentChanges = append(all.DocumentChanges, change)
	}
	return all
}
