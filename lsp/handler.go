package lsp

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/lsp/session"
)

// work is the part of a call that runs beside later messages.
type work func(ctx context.Context) (result any, err error)

// call handles the first part of a call, on the reader: it decodes the parameters,
// takes its snapshot, and returns what is left to do.
type call func(s *server, params jsonrpc2.RawMessage) (work, error)

// notification handles a notification, on the reader. It must not wait for the
// client.
type notification func(s *server, params jsonrpc2.RawMessage) error

// What the server understands, except for $/cancelRequest, which
// protocol.CancelHandler handles. inOrder are the calls that are answered before
// the next message is read.
var (
	inOrder = map[string]call{
		protocol.MethodInitialize: (*server).initialize,
		protocol.MethodShutdown:   (*server).shutdown,
	}
	calls = map[string]call{
		protocol.MethodTextDocumentHover:       callOf((*server).hover),
		protocol.MethodTextDocumentCodeAction:  callOf((*server).codeAction),
		protocol.MethodCodeActionResolve:       callOf((*server).resolveAction),
		protocol.MethodWorkspaceExecuteCommand: callOf((*server).executeCommand),
		protocol.MethodTextDocumentDefinition:  callOf((*server).definition),
		protocol.MethodTextDocumentDiagnostic:  callOf((*server).documentDiagnostic),
		protocol.MethodWorkspaceDiagnostic:     callOf((*server).workspaceDiagnostic),

		protocol.MethodTextDocumentDeclaration:       callOf((*server).declaration),
		protocol.MethodTextDocumentDocumentHighlight: callOf((*server).highlight),
		protocol.MethodTextDocumentReferences:        callOf((*server).references),
		protocol.MethodTextDocumentPrepareRename:     callOf((*server).prepareRename),
		protocol.MethodTextDocumentRename:            callOf((*server).rename),
		protocol.MethodTextDocumentDocumentSymbol:    callOf((*server).documentSymbol),
		protocol.MethodTextDocumentFoldingRange:      callOf((*server).foldingRange),
		protocol.MethodTextDocumentSelectionRange:    callOf((*server).selectionRange),
		protocol.MethodTextDocumentDocumentLink:      callOf((*server).documentLink),
		protocol.MethodDocumentLinkResolve:           callOf((*server).resolveLink),
		protocol.MethodWorkspaceSymbol:               callOf((*server).workspaceSymbol),

		protocol.MethodTextDocumentPrepareCallHierarchy: callOf((*server).prepareCallHierarchy),
		protocol.MethodTextDocumentInlineValue:          callOf((*server).inlineValue),
		protocol.MethodCallHierarchyIncomingCalls:       callOf((*server).incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       callOf((*server).outgoingCalls),

		protocol.MethodTextDocumentSemanticTokensFull:      callOf((*server).semanticTokens),
		protocol.MethodTextDocumentSemanticTokensFullDelta: callOf((*server).semanticTokensDelta),
		protocol.MethodTextDocumentSemanticTokensRange:     callOf((*server).semanticTokensRange),
		protocol.MethodTextDocumentInlayHint:               callOf((*server).inlayHint),

		MethodBytecode: callOf((*server).bytecode),
		MethodGraph:    callOf((*server).graph),
		MethodWhy:      callOf((*server).why),
		MethodSlice:    callOf((*server).slice),
	}
	notifications = map[string]notification{
		protocol.MethodExit:                  (*server).exit,
		protocol.MethodTextDocumentDidOpen:   (*server).didOpen,
		protocol.MethodTextDocumentDidChange: (*server).didChange,
		protocol.MethodTextDocumentDidSave:   notificationOf((*server).didSave),
		protocol.MethodTextDocumentDidClose:  notificationOf((*server).didClose),
		protocol.MethodInitialized:           notificationOf((*server).initialized),
		protocol.MethodSetTrace:              notificationOf((*server).setTrace),

		protocol.MethodWorkspaceDidChangeWatchedFiles:  notificationOf((*server).didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeConfiguration: notificationOf((*server).didChangeConfiguration),

		protocol.MethodWindowWorkDoneProgressCancel: notificationOf((*server).cancelProgress),

		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notificationOf((*server).didChangeWorkspaceFolders),
	}
)

// callOf and notificationOf add the decoding of the parameters. What protocol
// decodes owns its bytes: it may be kept when the frame is gone.
func callOf[P any](f func(*server, *P) (work, error)) call {
	return func(s *server, raw jsonrpc2.RawMessage) (work, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return f(s, &params)
	}
}

func notificationOf[P any](f func(*server, *P) error) notification {
	return func(s *server, raw jsonrpc2.RawMessage) error {
		var params P
		if err := decode(raw, &params); err != nil {
			return err
		}
		return f(s, &params)
	}
}

func decode(raw jsonrpc2.RawMessage, params any) error {
	if err := protocol.Unmarshal(raw, params); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "invalid params: %v", err)
	}
	return nil
}

// handler returns the chain that the connection calls: the edge, and below it two ways
// for a call, in order or released.
//
// What goes through protocol.CancelHandler must be released before it returns. The
// library recycles the request of a call that was not, while a goroutine of the
// context that CancelHandler derives from it may still be about to look at it, and
// that ends the process.
func (s *server) handler() jsonrpc2.Handler {
	released := protocol.CancelHandler(s.released)
	return s.edge(func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		switch method := req.Method(); {
		case method == protocol.MethodCancelRequest:
			return released(ctx, req)
		case !req.IsCall():
			return nil, s.notify(method, req.Params())
		case s.refuses(method) != nil:
			return nil, s.refuses(method)
		case inOrder[method] != nil:
			return answer(ctx, s, inOrder[method], req.Params())
		case calls[method] != nil && s.unheard.Err() != nil:
			return nil, errUnread
		case calls[method] != nil:
			return released(ctx, req)
		default:
			return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "method not found: %q", method)
		}
	})
}

// edge returns the outermost handler. It lets no panic through, no error of a
// notification, and no context error, for which the library would make up a code.
func (s *server) edge(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		var response *announcement
		if req.IsCall() {
			response = s.track(ctx)
		}
		traced := s.trace.begin(req)
		defer func() {
			defer func() { traced.end(req, result, err) }()
			if v := recover(); v != nil {
				err = &session.PanicError{Value: v, Stack: debug.Stack()}
			}
			if err != nil {
				result, err = nil, s.wireError(req, err)
			}
		}()
		work := ofWork(ctx)
		if response != nil {
			work = context.WithValue(work, announcementKey{}, response)
		}
		return next(work, req)
	}
}

// track counts a call until the client has read its response. The library ends the
// call's context when that is queued. If there are too many calls it waits. Into what is returned, nil at the end of the
// server or if nobody will read the response, goes what is announced of the response to the outbox.
func (s *server) track(ctx context.Context) *announcement {
	select {
	case s.calling <- struct{}{}:
	case <-s.publisher.ctx.Done(): // the end of the server
		return nil
	case <-s.unheard.Done():
		return nil
	}
	s.answering.Add(1)
	queued, response := ctx.Done(), &announcement{to: s.outbox}
	s.spawn(func() {
		<-queued
		response.end()
		s.outbox.flush()
		s.answering.Done()
		<-s.calling
	})
	return response
}

// announcement is how many bytes of a response an outbox is told to expect, as long as the response is not queued and
// somebody waits for it.
type announcement struct {
	to *outbox

	mu    sync.Mutex
	size  int
	isOld bool
}

// of announces a number of bytes, unless nobody waits for them any more.
func (a *announcement) of(size int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.isOld {
		a.size = size
		a.to.announce(size)
	}
}

// end takes back what was announced.
func (a *announcement) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.isOld = true
	a.to.announce(-a.size)
}

// announcementKey is the key of what track returns in the context of a call.
type announcementKey struct{}

// errUnread is the answer to a call of a client that leaves too much unread.
var errUnread = jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "too many answers have not been read yet")

// packed returns a result as it is sent, and announces it, unless too much waits for the client, or nobody waits for the result
// any more. Only one is made at a time.
func (s *server) packed(ctx context.Context, result any) (any, error) {
	response, _ := ctx.Value(announcementKey{}).(*announcement)
	if result == nil || response == nil {
		return result, nil
	}
	s.packing <- struct{}{}
	defer func() { <-s.packing }()
	if s.outbox.holds(s.options.unread) {
		return nil, errUnread
	}
	raw, err := encoded(ctx, result, s.options.observe)
	if err != nil {
		return nil, err
	}
	response.of(len(raw))
	return jsonrpc2.RawMessage(raw), nil
}

// drain waits until every call has been answered, but not for ever.
func (s *server) drain() {
	if !s.awaitFor(s.options.drain, s.answering.Wait) {
		s.log.Printf("gave up on calls that take longer than %v", s.options.drain)
	}
}

// wireError logs what has to be logged, and gives an error that has no code of the
// protocol the right one. The error of a notification goes no further.
func (s *server) wireError(req *jsonrpc2.Request, err error) error {
	var panicked *session.PanicError
	if errors.As(err, &panicked) {
		s.log.Printf("%s: panic: %v\n%s", req.Method(), panicked.Value, panicked.Stack)
	} else if !req.IsCall() {
		s.log.Printf("%s: %v", req.Method(), err)
	}
	if !req.IsCall() {
		return nil
	}
	var coded *jsonrpc2.Error
	switch {
	case errors.As(err, &coded):
		return err
	case errors.Is(err, session.ErrNotOpen): // any more
		return jsonrpc2.NewError(protocol.CodeContentModified, "the document was closed")
	case errors.Is(err, session.ErrChanged):
		return jsonrpc2.NewError(protocol.CodeContentModified, "the document has changed")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return jsonrpc2.NewError(protocol.CodeRequestCancelled, "request cancelled")
	}
	return jsonrpc2.NewError(jsonrpc2.InternalError, err.Error())
}

// notify handles a notification. An unknown one is to be ignored, says the
// protocol, and so is one that comes out of season.
func (s *server) notify(method string, params jsonrpc2.RawMessage) error {
	handle := notifications[method]
	if handle == nil || !s.accepts(method) {
		return nil
	}
	return handle(s, params)
}

// answer handles a call on the reader from beginning to end.
func answer(ctx context.Context, s *server, c call, params jsonrpc2.RawMessage) (any, error) {
	do, err := c(s, params)
	if err != nil {
		return nil, err
	}
	return s.done(ctx, do)
}

// done returns the result of work as it is sent.
func (s *server) done(ctx context.Context, do work) (any, error) {
	result, err := do(ctx)
	if err != nil {
		return nil, err
	}
	return s.packed(ctx, result)
}

// released handles the first part of a call on the reader, and lets it go.
func (s *server) released(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	do, err := func() (work, error) {
		defer jsonrpc2.Async(ctx) // even after a panic
		return calls[req.Method()](s, req.Params())
	}()
	if err != nil {
		return nil, err
	}
	return s.done(ctx, do)
}
