package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/lsp/session"
)

// This file answers the client that asks for diagnostics. Such a client gets none by publisher: one
// that has both shows both. It must be able to be told that what it knows is old, as findings
// change with other files and with the configuration; a client that can not, like Neovim before 0.12,
// is published to.

// reports is what clients know that ask for diagnostics.
type reports struct {
	server *server

	mu      sync.Mutex
	changed chan struct{} // closed and replaced when the client is to ask again
	files   map[string]*fileReport
}

func newReports(s *server) *reports {
	return &reports{
		server:  s,
		changed: make(chan struct{}), files: map[string]*fileReport{},
	}
}

// wake wakes the requests that wait for something to change.
func (r *reports) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.changed)
	r.changed = make(chan struct{})
}

// nextChange returns a channel that is closed when something changes.
func (r *reports) nextChange() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

// documentDiagnostic answers with the diagnostics of a document, or that they are those that the client
// knows.
func (s *server) documentDiagnostic(params *protocol.DocumentDiagnosticParams) (work, error) {
	name := key(params.TextDocument.URI)
	snap, isOpen := s.session.Snapshot(name)
	return func(ctx context.Context) (any, error) {
		if !isOpen {
			return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: full(nil, "")}, nil
		}
		list, err := s.listOf(ctx, snap)
		if err != nil {
			return nil, err
		}
		id, err := resultID(list)
		if err != nil {
			return nil, err
		}
		if before := params.PreviousResultID; before != nil && *before == id {
			return &protocol.RelatedUnchangedDocumentDiagnosticReport{UnchangedDocumentDiagnosticReport: unchanged(id)}, nil
		}
		return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: full(list, id)}, nil
	}, nil
}

func full(list []protocol.Diagnostic, id string) protocol.FullDocumentDiagnosticReport {
	if list == nil {
		list = []protocol.Diagnostic{}
	}
	report := protocol.FullDocumentDiagnosticReport{Kind: string(protocol.DocumentDiagnosticReportKindFull), Items: list}
	if id != "" {
		report.ResultID = &id
	}
	return report
}

func unchanged(id string) protocol.UnchangedDocumentDiagnosticReport {
	return protocol.UnchangedDocumentDiagnosticReport{Kind: string(protocol.DocumentDiagnosticReportKindUnchanged), ResultID: id}
}

// resultID returns a name for a list of diagnostics: of equal lists the same.
func resultID(list []protocol.Diagnostic) (string, error) {
	sum := fnv.New128a()
	for i := range list {
		text, err := protocol.Marshal(&list[i])
		if err != nil {
			return "", err
		}
		_, _ = sum.Write(text) // never fails
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// listOf returns the diagnostics of a document for a client that asks. If the document changes meanwhile
// the work is given up, and the error tells the client to ask again.
func (s *server) listOf(ctx context.Context, snap *session.Snapshot) ([]protocol.Diagnostic, error) {
	if !s.configuration.watching {
		s.configuration.look()
		if now, ok := s.session.Snapshot(snap.Key); ok && now.File == snap.File {
			snap = now // for which another configuration may hold
		}
	}
	newest, done := snap.WhileNewest(ctx)
	defer done()
	list, err := s.said(newest, snap)
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		err = outdated()
	}
	return list, err
}

// outdated returns the error for a request whose answer nobody needs any more.
func outdated() error {
	data, err := json.Marshal(protocol.DiagnosticServerCancellationData{RetriggerRequest: true})
	if err != nil {
		return err
	}
	return &jsonrpc2.Error{
		Code: jsonrpc2.Code(protocol.LSPErrorCodesServerCancelled), Message: "the document has changed", Data: jsonrpc2.RawMessage(data),
	}
}

// said returns what is to be said of a document, as far as it is known: what another file could refute
// is not there before the other files have been read.
func (s *server) said(ctx context.Context, snap *session.Snapshot) ([]protocol.Diagnostic, error) {
	findings, err := snap.Findings(ctx)
	if err != nil {
		return nil, err
	}
	omitted, err := snap.Omissions(ctx)
	if err != nil {
		return nil, err
	}
	if names, err := snap.Globals(ctx); err == nil {
		s.globals.opened(snap, names)
	}
	m := mapper{snap.File, s.client.encoding}
	return append(s.diagnostics(m, snap.URI, s.globals.remaining(findings)), s.notes(m, omitted)...), nil
}

// workspaceDiagnostic answers with the diagnostics of all documents, and of the files that the option
// workspace names, in parts if the client takes parts. Where it does, and knows all that there is to
// say, the answer waits until that changes.
func (s *server) workspaceDiagnostic(params *protocol.WorkspaceDiagnosticParams) (work, error) {
	w := workspaceReport{server: s, token: params.PartialResultToken, known: map[string]string{}}
	for _, before := range params.PreviousResultIds {
		w.known[key(before.URI)] = before.Value
	}
	return w.run, nil
}

// workspaceReport is the answer to one request for the diagnostics of the workspace.
type workspaceReport struct {
	*server
	token protocol.ProgressToken // nil if the client takes no parts
	known map[string]string      // result ids, by URI
	isNew bool                   // something was said that the client does not know
	items []protocol.WorkspaceDocumentDiagnosticReport
}

func (w *workspaceReport) run(ctx context.Context) (any, error) {
	hold := w.token != nil && len(w.known) > 0
	for {
		changed := w.reports.nextChange()
		if err := w.all(ctx); err != nil {
			return nil, err
		}
		if w.isNew || !hold {
			return &protocol.WorkspaceDiagnosticReport{Items: w.rest()}, nil
		}
		w.items = nil
		select {
		case <-changed:
		case <-w.ending:
			return &protocol.WorkspaceDiagnosticReport{Items: w.rest()}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// rest returns what has not been said in parts.
func (w *workspaceReport) rest() []protocol.WorkspaceDocumentDiagnosticReport {
	if w.items == nil {
		return []protocol.WorkspaceDocumentDiagnosticReport{}
	}
	return w.items
}

// all reports on the open documents, then on files, and then on what there is no more.
func (w *workspaceReport) all(ctx context.Context) error {
	seen := map[string]bool{}
	for _, snap := range w.session.Snapshots() {
		list, err := w.said(ctx, snap)
		if errors.Is(err, session.ErrNotOpen) {
			continue // any more
		}
		if err != nil {
			return err
		}
		seen[snap.Key] = true
		if err := w.add(ctx, snap.URI, &snap.Version, list); err != nil {
			return err
		}
	}
	err := w.reports.eachFile(ctx, seen, func(name uri.URI, list []protocol.Diagnostic) error {
		return w.add(ctx, string(name), nil, list)
	})
	if err != nil {
		return err
	}
	for name := range w.known {
		if !seen[name] && w.known[name] != noneID {
			if err := w.add(ctx, name, nil, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// noneID is the result id of no diagnostics.
var noneID, _ = resultID(nil)

// add reports on one document or file.
func (w *workspaceReport) add(ctx context.Context, name string, version *int32, list []protocol.Diagnostic) error {
	id, err := resultID(list)
	if err != nil {
		return err
	}
	canonical := string(uri.URI(name))
	if before, ok := w.known[canonical]; ok && before == id {
		if version != nil {
			w.items = append(w.items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
				UnchangedDocumentDiagnosticReport: unchanged(id), URI: uri.URI(name), Version: version,
			})
		}
		return nil
	} else if !ok && len(list) == 0 && version == nil {
		return nil
	}
	w.known[canonical], w.isNew = id, true
	w.items = append(w.items, &protocol.WorkspaceFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: full(list, id), URI: uri.URI(name), Version: version,
	})
	return w.flush(ctx)
}

// flush sends what there is, to a client that takes parts.
func (w *workspaceReport) flush(ctx context.Context) error {
	if w.token == nil {
		return nil
	}
	value, err := protocol.Marshal(&protocol.WorkspaceDiagnosticReportPartialResult{Items: w.items})
	if err != nil {
		return err
	}
	w.items = nil
	return w.conn.Notify(ctx, protocol.MethodProgress, &protocol.ProgressParams{Token: w.token, Value: value})
}
