package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/lsp/session"
)

// This file answers the client that asks for diagnostics. Such a client gets none by publisher: one
// that has both shows both. It must be able to be told that what it knows is old, as findings
// change with other files and with the configuration; a client that can not, like Neovim before 0.12,
// is published to.

// reports keeps what clients know up to date: those that ask for diagnostics are told to ask again, and
// others are told of files that are not open.
type reports struct {
	server *server
	stale  chan struct{} // what the client knows of files that are not open is old; holds one

	mu      sync.Mutex
	changed chan struct{} // closed and replaced when there is something else to say
	waiting int           // requests that wait for that
}

func newReports(s *server) *reports {
	return &reports{server: s, stale: make(chan struct{}, 1), changed: make(chan struct{})}
}

// start tells a client that does not ask from now on what is new of files that are not open.
func (r *reports) start() {
	if !r.server.client.pulls {
		r.server.spawn(r.publishFiles)
	}
}

// changedFiles: there is something else to say of files that are not open.
func (r *reports) changedFiles() {
	r.mu.Lock()
	isAsked := r.waiting > 0
	r.mu.Unlock()
	r.wake()
	switch {
	case !r.server.client.pulls:
		signal(r.stale)
	case !isAsked:
		r.server.refresher.renew()
	}
}

// soFar: there is something else to say of some files while others are still being looked at. Who waits for an answer
// gets it, nobody is asked to ask.
func (r *reports) soFar() {
	r.wake()
	if !r.server.client.pulls {
		signal(r.stale)
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

// documentReport is the answer about one document or file, if the client knows the rest.
type documentReport struct {
	Kind     protocol.DocumentDiagnosticReportKind `json:"kind"`
	ResultID string                                `json:"resultId"`
}

// fullReport is a report that says all.
type fullReport struct {
	documentReport
	Items said `json:"items"`
}

// full returns a report that says all.
func full(list said, id string) fullReport {
	if list == nil {
		list = said{}
	}
	return fullReport{documentReport{protocol.DocumentDiagnosticReportKindFull, id}, list}
}

// reportItem says of which document a report of the workspace is.
type reportItem struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"` // nil for a file
}

// fullItem and unchangedItem are reports on one document or file of the workspace.
type (
	fullItem struct {
		fullReport
		reportItem
	}
	unchangedItem struct {
		documentReport
		reportItem
	}
)

// documentDiagnostic answers with the diagnostics of a document, or that they are those that the client
// knows. Of one that is not open it says what the file is reported on, if it is: so clients ask when they
// close it.
func (s *server) documentDiagnostic(params *protocol.DocumentDiagnosticParams) (work, error) {
	name := key(params.TextDocument.URI)
	snap, isOpen := s.session.Snapshot(name)
	return func(ctx context.Context) (any, error) {
		list, id := said(nil), noneID
		if isOpen {
			var err error
			if list, id, err = s.listOf(ctx, snap); err != nil {
				return nil, err
			}
			s.files.start()
		} else if params.TextDocument.URI.IsFile() && s.lost.of(name) == nil {
			report := s.files.closed(ctx, fileName(params.TextDocument.URI))
			id = report.id(s.globals) // of nothing newer than the list
			list = report.list(s)
		}
		if before := params.PreviousResultID; before != nil && *before == id {
			return documentReport{protocol.DocumentDiagnosticReportKindUnchanged, id}, nil
		}
		return full(list, id), nil
	}, nil
}

// listOf returns the diagnostics of a document for a client that asks. If the document changes meanwhile
// the work is given up, and the error tells the client to ask again.
func (s *server) listOf(ctx context.Context, snap *session.Snapshot) (list said, id string, err error) {
	if !s.configuration.watching {
		s.configuration.look()
		if now, ok := s.session.Snapshot(snap.Key); ok && now.File == snap.File {
			snap = now // for which another configuration may hold
		}
	}
	newest, done := snap.WhileNewest(ctx)
	defer done()
	list, id, err = s.said(newest, snap)
	if isOutdated(ctx, err) {
		err = outdated()
	}
	return list, id, err
}

// isOutdated reports whether work in a context of WhileNewest ended as the document has changed, and not the
// context around it.
func isOutdated(ctx context.Context, err error) bool {
	return errors.Is(err, session.ErrChanged) || errors.Is(err, context.Canceled) && ctx.Err() == nil
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

// said returns what is to be said of a document, and its id, as far as it is known: what another file could refute
// is not there before the other files have been read.
func (s *server) said(ctx context.Context, snap *session.Snapshot) (text said, id string, err error) {
	findings, omitted, err := s.findings(ctx, snap)
	if err != nil {
		return nil, "", err
	}
	m := mapper{snap.File, s.client.encoding}
	list := append(s.diagnostics(m, snap.URI, s.globals.remaining(findings)), s.notes(m, omitted)...)
	text, err = saidOf(list)
	return text, idOf(packedOf(snap.URI, list)), err
}

// findings returns what is found in a document and what was not looked at, before all other work.
func (s *server) findings(ctx context.Context, snap *session.Snapshot) (found []analysis.Finding, omitted []analysis.Omission, err error) {
	defer s.foreground.enter()()
	said, err := snap.Said(ctx)
	if err != nil {
		return nil, nil, err
	}
	if said.IsHeld {
		s.spawn(func() { s.settle(snap) })
	}
	if !said.IsHasty {
		if names, err := snap.Globals(ctx); err == nil {
			s.globals.opened(snap, names)
		}
		s.spawn(func() { s.links.summarize(snap) })
	}
	return said.Findings, said.Omitted, nil
}

// settle tells the client what was held back of a document while somebody typed in it, when the text has been at
// rest for a while.
func (s *server) settle(snap *session.Snapshot) {
	newest, done := snap.WhileNewest(s.publisher.ctx)
	defer done()
	select {
	case <-time.After(s.options.rest):
		if s.session.Settle(snap) {
			s.publisher.again(snap.Key)
		}
	case <-newest.Done():
	}
}

// workspaceDiagnostic answers with the diagnostics of all documents, and of the files that the option
// workspace names, in parts if the client takes parts. Where it does, and knows all that there is to
// say, the answer waits until that changes.
func (s *server) workspaceDiagnostic(params *protocol.WorkspaceDiagnosticParams) (work, error) {
	w := &workspaceReport{server: s, token: params.PartialResultToken, known: map[string]string{}, at: map[string]int{}, named: map[string]bool{}}
	for _, before := range params.PreviousResultIds {
		w.known[key(before.URI)] = before.Value
	}
	if w.token == nil { // else the client asks all the time, whatever the user wants
		s.files.resume()
	}
	return w.run, nil
}

// workspaceReport is the answer to one request for the diagnostics of the workspace. Documents and files
// have their canonical URIs for names.
type workspaceReport struct {
	*server
	token protocol.ProgressToken // nil if the client takes no parts
	known map[string]string      // by name: result ids, of what the client had and what it was told
	named map[string]bool        // by name: it was told of these
	isNew bool                   // something was said that the client does not know
	items []any                  // that have not been sent
	size  int                    // of the items, in bytes
	at    map[string]int         // by name: the index in items
}

// partSize is how many bytes of diagnostics are sent in a part, or a few more: there may be any number of files.
const partSize = 256 << 10

// workspaceItems is the answer, or a part of it.
type workspaceItems struct {
	Items []any `json:"items"`
}

func (w *workspaceReport) run(ctx context.Context) (any, error) {
	for {
		changed := w.reports.nextChange()
		isComplete, err := w.all(ctx)
		if err != nil {
			return nil, err
		}
		if isComplete && (w.isNew || w.token == nil) {
			return w.rest(), nil
		}
		if isComplete {
			w.forget()
		}
		if ends, err := w.wait(ctx, changed); err != nil {
			return nil, err
		} else if ends {
			return w.rest(), nil
		}
	}
}

// wait waits until something changes, and reports whether the client wants no more.
func (w *workspaceReport) wait(ctx context.Context, changed <-chan struct{}) (ends bool, err error) {
	w.reports.wait(1)
	defer w.reports.wait(-1)
	select {
	case <-changed:
		return false, nil
	case <-w.ending:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// wait counts requests that wait for something to change.
func (r *reports) wait(by int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting += by
}

// rest returns what has not been said in parts.
func (w *workspaceReport) rest() workspaceItems {
	if w.items == nil {
		return workspaceItems{[]any{}}
	}
	return workspaceItems{w.items}
}

// all reports on the open documents, then on files, and then on what there is no more. It is not complete if
// files are still being looked at.
func (w *workspaceReport) all(ctx context.Context) (isComplete bool, err error) {
	handled := map[string]bool{}
	for _, snap := range w.session.Snapshots() {
		snap, list, id, err := w.saidNow(ctx, snap)
		if errors.Is(err, session.ErrNotOpen) {
			continue // any more
		}
		if err != nil {
			return false, err
		}
		handled[snap.Key] = true
		w.add(snap.Key, reportItem{snap.URI, &snap.Version}, id, func() said { return list })
	}
	for _, last := range w.lost.all() {
		handled[last.Key] = true
		w.add(last.Key, reportItem{URI: last.URI}, noneID, func() said { return nil })
	}
	if err := w.flush(ctx); err != nil {
		return false, err
	}
	w.files.start()
	isComplete = w.files.isComplete()
	if err := w.onDisk(ctx, handled); err != nil {
		return false, err
	}
	for name := range w.known {
		if isComplete && !handled[name] {
			w.add(name, reportItem{URI: name}, noneID, func() said { return nil })
		}
	}
	for name, doc := range w.files.documents() {
		if _, isKnown := w.known[name]; isComplete && !handled[name] && !isKnown {
			w.clear(name, doc)
		}
	}
	return isComplete, w.flush(ctx)
}

// saidNow returns the newest version of a document, what is to be said of that, and the id of it.
func (w *workspaceReport) saidNow(ctx context.Context, snap *session.Snapshot) (now *session.Snapshot, list said, id string, err error) {
	for {
		list, id, err := w.said(ctx, snap)
		if !errors.Is(err, session.ErrChanged) {
			return snap, list, id, err
		}
		now, ok := w.session.Snapshot(snap.Key)
		if !ok {
			return nil, nil, "", session.ErrNotOpen
		}
		snap = now
	}
}

// onDisk reports on the files that have not been handled.
func (w *workspaceReport) onDisk(ctx context.Context, handled map[string]bool) error {
	for _, path := range w.files.reported() {
		name := key(uri.File(path))
		if report := w.files.reportOn(path); report != nil && !handled[name] {
			handled[name] = true
			w.add(name, reportItem{URI: w.files.uriOf(path)}, report.id(w.globals), func() said { return report.list(w.server) })
		}
		if w.size >= partSize {
			if err := w.flush(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// add reports on one document or file, unless the client knows; of a document it is said once that it does.
func (w *workspaceReport) add(name string, at reportItem, id string, list func() said) {
	before, isKnown := w.known[name]
	isDocument := at.Version != nil
	var item any
	switch {
	case isKnown && before == id && (w.named[name] || !isDocument), !isKnown && id == noneID && !isDocument:
		return
	case isKnown && before == id:
		item = unchangedItem{documentReport{protocol.DocumentDiagnosticReportKindUnchanged, id}, at}
	default:
		w.known[name], w.isNew = id, true
		diagnostics := list()
		for _, d := range diagnostics {
			w.size += len(d)
		}
		item = fullItem{full(diagnostics, id), at}
	}
	w.named[name] = true
	if i, ok := w.at[name]; ok {
		w.items[i] = item
		return
	}
	w.at[name] = len(w.items)
	w.items = append(w.items, item)
}

// clear adds a report that there is nothing to be said of a document that was closed. Some clients forget which
// result they had of it when they close it, and still show that.
func (w *workspaceReport) clear(name, doc string) {
	w.known[name], w.isNew = noneID, true
	w.items = append(w.items, fullItem{full(nil, noneID), reportItem{URI: doc}})
}

// forget drops what was sent, or need not be.
func (w *workspaceReport) forget() {
	w.items, w.size = nil, 0
	clear(w.at)
}

// flush sends what there is that the client does not know, to a client that takes parts.
func (w *workspaceReport) flush(ctx context.Context) error {
	if w.token == nil || !w.isNew || len(w.items) == 0 {
		return nil
	}
	value, err := protocol.Marshal(w.rest())
	if err != nil {
		return err
	}
	w.forget()
	return w.conn.Notify(ctx, protocol.MethodProgress, &protocol.ProgressParams{Token: w.token, Value: value})
}
