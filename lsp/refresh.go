package lsp

import (
	"sync"

	"go.lsp.dev/protocol"
)

// This file tells the client to ask again for what it shows of documents that nobody has edited: what is
// found in them changes with the configuration and with the globals of other files, and colours and hints
// with that.

// refresher tells the client so, for each kind of question beside the others.
type refresher struct {
	server *server
	mu     sync.Mutex
	stale  []chan struct{} // the client is to ask again; each holds one
}

// start begins to tell the client, when it is known what it can do and what is announced to it.
func (r *refresher) start() {
	c := &r.server.client
	for _, m := range []struct {
		method   string
		isWanted bool
	}{
		{protocol.MethodWorkspaceDiagnosticRefresh, c.pulls},
		{protocol.MethodWorkspaceSemanticTokensRefresh, c.refreshesTokens && r.server.own.Features.has("semanticTokens")},
		{protocol.MethodWorkspaceInlayHintRefresh, c.refreshesHints && r.server.own.Features.has("inlayHint")},
	} {
		if m.isWanted {
			stale := make(chan struct{}, 1)
			r.mu.Lock()
			r.stale = append(r.stale, stale)
			r.mu.Unlock()
			r.server.spawn(func() { r.run(m.method, stale) })
		}
	}
}

// renew queues that the client is to ask again for all that it knows.
func (r *refresher) renew() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, stale := range r.stale {
		signal(stale)
	}
}

// run tells the client to ask again by a request, one time after the other.
func (r *refresher) run(method string, stale <-chan struct{}) {
	ctx := r.server.publisher.ctx
	for {
		select {
		case <-stale:
		case <-ctx.Done():
			return
		}
		if err := protocol.Call(ctx, r.server.conn, method, nil, nil); err != nil && ctx.Err() == nil {
			r.server.log.Printf("the editor does not ask again: %s: %v", method, err)
		}
	}
}
