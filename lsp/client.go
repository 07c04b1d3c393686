package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// Client is an editor without a screen: it opens documents on a server, edits
// them, and asks what an editor would ask. Documents are named by path. Its
// methods are safe for concurrent use, except that changes of one document must
// come one after the other.
type Client struct {
	conn   jsonrpc2.Conn
	served <-chan error // result of Serve; nil if the server is elsewhere
	enc    source.Encoding

	mu        sync.Mutex
	docs      map[uri.URI]*clientDoc
	messages  []string                          // to the user
	entries   []string                          // of the log
	settings  map[string]protocol.LSPAny        // by the URI of a folder, "" without one
	refreshes int                               // how often it was to ask for diagnostics again
	published chan struct{}                     // closed and replaced when diagnostics arrive
	files     map[uri.URI][]protocol.Diagnostic // of what is not open
}

// clientDoc is a document as the client has it, and what the server said of it.
type clientDoc struct {
	file        *source.File
	version     int32
	diagnostics *protocol.PublishDiagnosticsParams // the latest; nil for none yet
}

// Diagnostic is one published diagnostic.
type Diagnostic struct {
	Span     source.Span        // in the client's text
	Code     string             // ours, such as "dead-store"
	Severity analysis.Severity  // the protocol's, as package analysis calls it
	Message  string             // as it was sent
	Related  []analysis.Related // those in the same document
	Fade     source.Span        // what is shown faded; not Valid() if nothing
	Fades    []source.Span      // and besides
	Page     string             // URI of the page about the check, or ""
}

// Action is one code action that the server offers.
type Action struct {
	Title     string        // as a menu shows it
	Kind      string        // the protocol's: "quickfix", "source.fixAll.luaflow", …
	Preferred bool          // the one that a key press applies
	Edits     []source.Edit // in order of position
}

// Start runs a server in this process and connects a client to it over a pair of
// pipes. Client.Shutdown ends both.
func Start(ctx context.Context, options Options) (*Client, error) {
	return start(ctx, options, &protocol.InitializeParams{Capabilities: fullCapabilities}, nil)
}

// StartIn does what Start does, in an editor that has a folder open, which is absolute.
func StartIn(ctx context.Context, options Options, folder string) (*Client, error) {
	params := &protocol.InitializeParams{Capabilities: fullCapabilities}
	params.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{{URI: docURI(folder), Name: filepath.Base(folder)}})
	return start(ctx, options, params, nil)
}

func start(ctx context.Context, options Options, params *protocol.InitializeParams, settings map[string]protocol.LSPAny) (*Client, error) {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	ended := func(err error) {
		_ = fromServer.Close()
		_ = toServer.Close()
		served <- err
	}
	session.Go(
		func() { ended(Serve(ctx, toServer, fromServer, options)) },
		func(e *session.PanicError) { ended(e) },
	)
	c := newClient(&duplex{toClient, fromClient}, settings)
	c.served = served
	return c, c.initialize(ctx, params)
}

type duplex struct {
	io.ReadCloser
	w io.WriteCloser
}

// Write implements io.Writer.
func (d *duplex) Write(b []byte) (int, error) { return d.w.Write(b) }

// Close closes both directions.
func (d *duplex) Close() error {
	return errors.Join(d.w.Close(), d.ReadCloser.Close())
}

// fullCapabilities are those of an editor that can do all that the server offers.
var fullCapabilities = protocol.ClientCapabilities{
	General: &protocol.GeneralClientCapabilities{
		PositionEncodings: []protocol.PositionEncodingKind{protocol.PositionEncodingKindUTF8},
	},
	TextDocument: &protocol.TextDocumentClientCapabilities{
		Synchronization: &protocol.TextDocumentSyncClientCapabilities{DidSave: new(true)},
		Hover: &protocol.HoverClientCapabilities{
			ContentFormat: []protocol.MarkupKind{protocol.MarkupKindPlainText},
		},
		PublishDiagnostics: &protocol.PublishDiagnosticsClientCapabilities{
			DiagnosticsCapabilities: protocol.DiagnosticsCapabilities{
				RelatedInformation: new(true),
				TagSupport: protocol.ClientDiagnosticsTagOptions{
					ValueSet: []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary},
				},
			},
		},
		CodeAction: &protocol.CodeActionClientCapabilities{
			CodeActionLiteralSupport: protocol.ClientCodeActionLiteralOptions{
				CodeActionKind: protocol.ClientCodeActionKindOptions{
					ValueSet: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindSource},
				},
			},
			IsPreferredSupport: new(true),
		},
	},
}

func newClient(rwc io.ReadWriteCloser, settings map[string]protocol.LSPAny) *Client {
	c := &Client{
		docs:      make(map[uri.URI]*clientDoc),
		files:     make(map[uri.URI][]protocol.Diagnostic),
		published: make(chan struct{}),
		settings:  settings,
	}
	c.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(rwc), jsonrpc2.WithCodec(codec{}))
	c.conn.Go(context.Background(), c.handle)
	return c
}

// handle takes what the server says of its own accord. What it asks is answered beside
// the reader: if both ends wrote on theirs, and both pipes were full, neither would read.
func (c *Client) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	switch req.Method() {
	case protocol.MethodTextDocumentPublishDiagnostics:
	case protocol.MethodWorkspaceDiagnosticRefresh:
		c.mu.Lock()
		c.refreshes++
		c.mu.Unlock()
		jsonrpc2.Async(ctx)
		return nil, nil
	case protocol.MethodClientRegisterCapability,
		protocol.MethodWorkspaceSemanticTokensRefresh, protocol.MethodWorkspaceInlayHintRefresh:
		jsonrpc2.Async(ctx)
		return nil, nil
	case protocol.MethodWorkspaceConfiguration:
		answers, err := c.configuration(req.Params())
		jsonrpc2.Async(ctx)
		return answers, err
	case protocol.MethodWindowShowDocument:
		jsonrpc2.Async(ctx)
		return &protocol.ShowDocumentResult{Success: true}, nil
	case protocol.MethodWindowLogMessage:
		return nil, c.logged(req.Params())
	case protocol.MethodWindowShowMessage:
		return nil, c.message(req.Params())
	default:
		return jsonrpc2.MethodNotFoundHandler(context.Background(), req)
	}
	var params protocol.PublishDiagnosticsParams
	if err := protocol.Unmarshal(req.Params(), &params); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if doc := c.docs[params.URI]; doc != nil {
		doc.diagnostics = &params
	} else {
		c.files[params.URI] = params.Diagnostics
	}
	close(c.published)
	c.published = make(chan struct{})
	return nil, nil
}

// configuration answers with the settings that the server asks for.
func (c *Client) configuration(raw jsonrpc2.RawMessage) (any, error) {
	var params protocol.ConfigurationParams
	if err := protocol.Unmarshal(raw, &params); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	answers := make([]protocol.LSPAny, len(params.Items))
	for i, item := range params.Items {
		scope := ""
		if item.ScopeURI != nil {
			scope = item.ScopeURI.String()
		}
		answers[i] = protocol.LSPAny("null")
		if said, ok := c.settings[scope]; ok {
			answers[i] = said
		}
	}
	return answers, nil
}

// logged keeps what the server logs.
func (c *Client) logged(raw jsonrpc2.RawMessage) error {
	var params protocol.LogMessageParams
	if err := protocol.Unmarshal(raw, &params); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = append(c.entries, strings.Clone(params.Message))
	return nil
}

// message keeps what the server wants the user to know.
func (c *Client) message(raw jsonrpc2.RawMessage) error {
	var params protocol.ShowMessageParams
	if err := protocol.Unmarshal(raw, &params); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.messages = append(c.messages, strings.Clone(params.Message))
	return nil
}

func (c *Client) initialize(ctx context.Context, params *protocol.InitializeParams) error {
	var result protocol.InitializeResult
	if err := protocol.Call(ctx, c.conn, protocol.MethodInitialize, params, &result); err != nil {
		return fmt.Errorf("initialize: %w", err)
	}
	c.enc = encodings[result.Capabilities.PositionEncoding]
	return c.conn.Notify(ctx, protocol.MethodInitialized, &protocol.InitializedParams{})
}

// Shutdown ends the conversation in order, and the server with it. It returns the
// error of Serve if the server runs in this process.
func (c *Client) Shutdown(ctx context.Context) error {
	if err := protocol.Call(ctx, c.conn, protocol.MethodShutdown, nil, nil); err != nil {
		return fmt.Errorf("shutdown: %w", err)
	}
	if err := c.conn.Notify(ctx, protocol.MethodExit, nil); err != nil {
		return fmt.Errorf("exit: %w", err)
	}
	var err error
	if c.served != nil {
		err = <-c.served
	}
	_ = c.conn.Close()
	return err
}

// Open opens a document. It stands for the file of that path, which need not exist.
func (c *Client) Open(ctx context.Context, path, text string) error {
	doc := docURI(path)
	c.mu.Lock()
	c.docs[doc] = &clientDoc{file: source.NewFile(path, text)}
	c.mu.Unlock()
	return c.conn.Notify(ctx, protocol.MethodTextDocumentDidOpen, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: doc, LanguageID: protocol.LanguageKindLua, Text: text},
	})
}

// Edit makes the edits, which are in order of position and do not overlap.
func (c *Client) Edit(ctx context.Context, path string, edits []source.Edit) error {
	file, err := c.File(path)
	if err != nil {
		return err
	}
	m := mapper{file, c.enc}
	var changes []protocol.TextDocumentContentChangeEvent
	// The last first: then each change leaves the places of the others as they are.
	for _, e := range slices.Backward(edits) {
		changes = append(changes, &protocol.TextDocumentContentChangePartial{Range: m.rangeOf(e.Span), Text: e.New})
	}
	return c.change(ctx, path, changes)
}

// change makes changes one after the other, here and on the server.
func (c *Client) change(ctx context.Context, path string, changes []protocol.TextDocumentContentChangeEvent) error {
	doc, err := c.doc(path)
	if err != nil {
		return err
	}
	c.mu.Lock()
	doc.file = applyChanges(doc.file, c.enc, changes)
	doc.version++
	version := doc.version
	c.mu.Unlock()
	return c.conn.Notify(ctx, protocol.MethodTextDocumentDidChange, &protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: docURI(path)},
			Version:                version,
		},
		ContentChanges: changes,
	})
}

// CloseDocument closes a document.
func (c *Client) CloseDocument(ctx context.Context, path string) error {
	c.mu.Lock()
	delete(c.docs, docURI(path))
	c.mu.Unlock()
	return c.conn.Notify(ctx, protocol.MethodTextDocumentDidClose, &protocol.DidCloseTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(path)},
	})
}

// File returns an open document as it is now.
func (c *Client) File(path string) (*source.File, error) {
	doc, err := c.doc(path)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return doc.file, nil
}

// Diagnostics waits until the server has published those of the document as it is
// now, or the client has them already.
func (c *Client) Diagnostics(ctx context.Context, path string) ([]Diagnostic, error) {
	params, file, err := c.awaitDiagnostics(ctx, path)
	if err != nil {
		return nil, err
	}
	return c.diagnosticsOf(file, params), nil
}

func (c *Client) awaitDiagnostics(ctx context.Context, path string) (*protocol.PublishDiagnosticsParams, *source.File, error) {
	known, err := c.ask(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	return c.await(ctx, path, func(doc *clientDoc) bool { return doc.isCurrent() || doc.has(known) })
}

// ask asks for the diagnostics of a document, and returns them in JSON; "" if the server cannot tell.
func (c *Client) ask(ctx context.Context, path string) (string, error) {
	params := protocol.DocumentDiagnosticParams{TextDocument: protocol.TextDocumentIdentifier{URI: docURI(path)}}
	var report struct{ Items json.RawMessage }
	var raw jsonrpc2.RawMessage
	err := protocol.Call(ctx, c.conn, protocol.MethodTextDocumentDiagnostic, &params, &raw)
	var wire *jsonrpc2.Error
	if errors.As(err, &wire) {
		if wire.Code == jsonrpc2.Code(protocol.LSPErrorCodesServerCancelled) {
			return c.ask(ctx, path) // as it says
		}
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("diagnostic: %w", err)
	}
	err = json.Unmarshal(raw, &report)
	return string(report.Items), err
}

// isCurrent reports whether what was published last is about the document as it is.
func (d *clientDoc) isCurrent() bool {
	if d.diagnostics == nil {
		return false
	}
	v, ok := d.diagnostics.Version.Get()
	return ok && v == d.version
}

// has reports whether some diagnostics, in JSON, are those that were published last.
func (d *clientDoc) has(list string) bool {
	if d.diagnostics == nil {
		return false
	}
	var text []byte
	for i := range d.diagnostics.Diagnostics {
		one, err := protocol.Marshal(&d.diagnostics.Diagnostics[i])
		if err != nil {
			return false
		}
		text = append(append(text, ','), one...)
	}
	return list == "["+strings.TrimPrefix(string(text), ",")+"]"
}

// awaitNext waits until the server has published others than those before.
func (c *Client) awaitNext(ctx context.Context, path string, before *protocol.PublishDiagnosticsParams) (*protocol.PublishDiagnosticsParams, *source.File, error) {
	return c.await(ctx, path, func(doc *clientDoc) bool { return doc.diagnostics != before && doc.isCurrent() })
}

// await waits until a document is such that what was published of it will do, and returns that.
func (c *Client) await(ctx context.Context, path string, will func(*clientDoc) bool) (*protocol.PublishDiagnosticsParams, *source.File, error) {
	for {
		doc, err := c.doc(path)
		if err != nil {
			return nil, nil, err
		}
		c.mu.Lock()
		file, latest, published, does := doc.file, doc.diagnostics, c.published, will(doc)
		c.mu.Unlock()
		if does {
			return latest, file, nil
		}
		select {
		case <-published:
		case <-c.conn.Done():
			return nil, nil, errors.New("the server is gone")
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

func (c *Client) diagnosticsOf(file *source.File, params *protocol.PublishDiagnosticsParams) []Diagnostic {
	m := mapper{file, c.enc}
	var out []Diagnostic
	for i := range params.Diagnostics {
		d := diagnosticOf(m, params.URI, &params.Diagnostics[i])
		if n := len(out); n > 0 && d.fades(&out[n-1]) {
			if d.Fade.Covers(out[n-1].Fade) {
				out[n-1].Fade = d.Fade
			} else {
				out[n-1].Fades = append(out[n-1].Fades, d.Fade)
			}
			continue
		}
		out = append(out, d)
	}
	return out
}

func diagnosticOf(m mapper, doc uri.URI, d *protocol.Diagnostic) Diagnostic {
	code, _ := d.Code.(protocol.String)
	message, _ := d.Message.(protocol.String)
	out := Diagnostic{
		Span:     m.span(d.Range),
		Code:     string(code),
		Severity: severityOf(d.Severity),
		Message:  string(message),
		Fade:     source.NoSpan,
		Page:     string(d.CodeDescription.Href),
	}
	if slices.Contains(d.Tags.Slice(), protocol.DiagnosticTagUnnecessary) {
		out.Fade = out.Span
	}
	for _, r := range d.RelatedInformation {
		if r.Location.URI != doc {
			continue
		}
		out.Related = append(out.Related, analysis.Related{Span: m.span(r.Location.Range), Message: r.Message})
	}
	return out
}

// fades reports whether d is another diagnostic of the finding that before stands
// for, which is there for its tag alone: see server.diagnostics. Where that finding is
// of the lowest rank too, it may be one more of the kind.
func (d *Diagnostic) fades(before *Diagnostic) bool {
	return d.Fade.Valid() && d.Severity == analysis.Hint && before.Fade.Valid() &&
		d.Code == before.Code && d.Message == before.Message &&
		(d.Fade.Covers(before.Fade) || before.Severity != analysis.Hint)
}

// Hover returns the text that the server shows for a place, or "" if it shows none.
func (c *Client) Hover(ctx context.Context, path string, pos source.Pos) (string, error) {
	file, err := c.File(path)
	if err != nil {
		return "", err
	}
	m := mapper{file, c.enc}
	params := protocol.HoverParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(path)},
		Position:     m.position(pos),
	}}
	var result protocol.Hover
	if err := protocol.Call(ctx, c.conn, protocol.MethodTextDocumentHover, &params, &result); err != nil {
		return "", fmt.Errorf("hover: %w", err)
	}
	if content, ok := result.Contents.(*protocol.MarkupContent); ok {
		return content.Value, nil
	}
	return "", nil
}

// Actions returns the code actions that the server offers for a part of a document: those of the
// given kinds, or all.
func (c *Client) Actions(ctx context.Context, path string, at source.Span, kinds ...string) ([]Action, error) {
	file, err := c.File(path)
	if err != nil {
		return nil, err
	}
	m := mapper{file, c.enc}
	params := protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(path)},
		Range:        m.rangeOf(at),
		Context:      protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}},
	}
	for _, k := range kinds {
		params.Context.Only = append(params.Context.Only, protocol.CodeActionKind(k))
	}
	var result []protocol.CommandOrCodeAction
	if err := protocol.Call(ctx, c.conn, protocol.MethodTextDocumentCodeAction, &params, &result); err != nil {
		return nil, fmt.Errorf("code action: %w", err)
	}
	var out []Action
	for _, r := range result {
		if a, ok := r.(*protocol.CodeAction); ok {
			out = append(out, actionOf(m, a, docURI(path)))
		}
	}
	return out, nil
}

func actionOf(m mapper, a *protocol.CodeAction, doc uri.URI) Action {
	out := Action{Title: a.Title, Preferred: is(a.IsPreferred)}
	if a.Kind != nil {
		out.Kind = string(*a.Kind)
	}
	if a.Edit != nil {
		out.Edits = m.edits(a.Edit.Changes[doc])
	}
	return out
}

func (c *Client) doc(path string) (*clientDoc, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	doc := c.docs[docURI(path)]
	if doc == nil {
		return nil, fmt.Errorf("%s is not open", path)
	}
	return doc, nil
}

func docURI(path string) uri.URI {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return uri.File(path)
}

// severityOf returns our word for the protocol's; what is only told is a hint.
func severityOf(s protocol.DiagnosticSeverity) analysis.Severity {
	if i := slices.Index(severities[:], s); i >= 0 {
		return analysis.Severity(i)
	}
	return analysis.Hint
}
