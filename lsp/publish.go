package lsp

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/lsp/session"
)

// publisher tells the client the diagnostics of the open documents, if it does not ask for them (see
// reports).
//
// Each document has a courier, a goroutine that waits until the text is quiet, has
// the newest snapshot checked, and sends the result. What the courier sends for
// one document is thereby in order, the clearing at the end included, and neither
// the reader nor another document ever waits for it.
type publisher struct {
	server   *server
	delay    time.Duration
	ctx      context.Context // ends with stop
	stop     context.CancelFunc
	lastCall chan struct{} // closed by finish

	couriering sync.WaitGroup // couriers that run

	mu       sync.Mutex
	couriers map[string]*courier // by the document's key; closed ones stay until reopened
}

func newPublisher(s *server) *publisher {
	ctx, stop := context.WithCancel(context.Background())
	return &publisher{
		server:   s,
		delay:    s.options.delay,
		ctx:      ctx,
		stop:     stop,
		lastCall: make(chan struct{}),
		couriers: make(map[string]*courier),
	}
}

// courier carries the diagnostics of one document from its opening to its closing.
type courier struct {
	*publisher
	key     string
	edited  chan struct{} // the text has changed; holds one
	now     chan struct{} // do not wait for quiet; holds one
	last    atomic.Pointer[session.Snapshot]
	sent    sent
	done    chan struct{}
	follows <-chan struct{} // done of the courier before, for the same document
}

// opened starts a courier for a document.
func (p *publisher) opened(key string) {
	if p.server.client.pulls {
		p.server.reports.wake()
		return
	}
	c := &courier{
		publisher: p,
		key:       key,
		edited:    make(chan struct{}, 1),
		now:       make(chan struct{}, 1),
		done:      make(chan struct{}),
	}
	p.mu.Lock()
	if before := p.couriers[key]; before != nil {
		if before.last.Load() == nil { // opened twice
			p.mu.Unlock()
			signal(before.now)
			return
		}
		c.follows = before.done
	}
	p.couriers[key] = c
	p.mu.Unlock()

	signal(c.now)
	p.couriering.Add(1)
	p.server.spawn(c.run)
}

// changed starts a check of the document when it has been quiet for a while.
func (p *publisher) changed(key string, changes []protocol.TextDocumentContentChangeEvent) {
	if c := p.courier(key); c != nil {
		c.sent.edited(changes)
		signal(c.edited)
	}
}

// look notes a line of the document that the user is interested in.
func (p *publisher) look(key string, line uint32) {
	if c := p.courier(key); c != nil {
		c.sent.look(line)
	}
}

// again starts another check of the document, about which there is something else to say, or has the
// client ask; for colours and hints it asks in any case.
func (p *publisher) again(key string) {
	p.server.refresher.renew()
	if p.server.client.pulls {
		p.server.reports.wake()
		return
	}
	p.saved(key)
}

// saved starts a check of the document at once.
func (p *publisher) saved(key string) {
	if c := p.courier(key); c != nil {
		signal(c.now)
	}
}

// closed clears the document's diagnostics, and ends its courier.
func (p *publisher) closed(last *session.Snapshot) {
	if p.server.client.pulls {
		p.server.reports.wake()
		return
	}
	if c := p.courier(last.Key); c != nil {
		c.last.Store(last)
		signal(c.now)
	}
}

// finish makes the couriers publish what is due, and waits for them, but not longer than the end
// of the server may take. No document may be opened after it.
func (p *publisher) finish() {
	close(p.lastCall)
	p.server.awaitFor(p.server.options.drain, p.couriering.Wait)
	p.stop()
}

func (p *publisher) courier(key string) *courier {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.couriers[key]
}

// signal fills a channel that holds one; it never blocks.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (c *courier) run() {
	defer c.couriering.Done()
	defer close(c.done)
	if c.follows != nil {
		<-c.follows
	}
	for c.wait() {
		if last := c.last.Load(); last != nil {
			c.send(context.Background(), &protocol.PublishDiagnosticsParams{URI: uri.URI(last.URI)})
			return
		}
		if !c.server.configuration.watching {
			c.server.configuration.look()
		}
		if snap, ok := c.server.session.Snapshot(c.key); ok {
			c.check(snap)
		}
	}
}

// wait waits until it is time to look at the document, and reports whether it is, and not
// the end of the server. A text that never rests is looked at now and then.
func (c *courier) wait() bool {
	select {
	case <-c.ctx.Done():
		return false
	case <-c.now:
		return true
	case <-c.lastCall:
		return c.hasWork()
	case <-c.edited:
	}
	quiet, enough := time.NewTimer(c.delay), time.NewTimer(10*c.delay)
	defer quiet.Stop()
	defer enough.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return false
		case <-c.now:
			return true
		case <-c.lastCall:
			return true
		case <-enough.C:
			return true
		case <-quiet.C:
			return true
		case <-c.edited:
			quiet.Reset(c.delay)
		}
	}
}

// isLastCall reports whether nothing can be said later.
func (c *courier) isLastCall() bool {
	select {
	case <-c.lastCall:
		return true
	default:
		return false
	}
}

// hasWork reports whether there is something left to look at.
func (c *courier) hasWork() bool {
	select {
	case <-c.now:
		return true
	case <-c.edited:
		return true
	default:
		return false
	}
}

// check sends what is to be said of a snapshot, if it is still the newest when that
// is known.
func (c *courier) check(snap *session.Snapshot) {
	s := c.server
	ctx, done := snap.WhileNewest(c.ctx)
	defer done()
	findings, err := snap.Findings(ctx)
	omitted, _ := snap.Omissions(ctx) // the error is the same
	var panicked *session.PanicError
	if errors.As(err, &panicked) {
		// Nothing is known; what was said of an older version would be wrong.
		s.log.Printf("check of %s: panic: %v\n%s", snap.URI, panicked.Value, panicked.Stack)
	} else if err != nil {
		return
	}
	if names, err := snap.Globals(ctx); err == nil {
		s.globals.opened(snap, names)
	}
	if c.isLastCall() {
		s.globals.await(ctx, findings)
	}
	m := mapper{snap.File, s.client.encoding}
	list, left := c.sent.near(s.diagnostics(m, snap.URI, s.globals.remaining(findings)))
	if left > 0 {
		list = append(list, leftOut(left))
	}
	c.publish(snap, append(list, s.notes(m, omitted)...))
}

// publish sends the diagnostics of a snapshot that is still the newest, unless the client has them.
func (c *courier) publish(snap *session.Snapshot, list []protocol.Diagnostic) {
	id, err := resultID(list)
	if err != nil {
		c.server.log.Printf("diagnostics of %s: %v", snap.URI, err)
		return
	}
	if c.sent.has(id) {
		return
	}
	isNewest := func() bool {
		now, ok := c.server.session.Snapshot(c.key)
		return ok && now == snap
	}
	// It is noted before the client can answer with a change.
	noted := func() bool {
		if !isNewest() {
			return false
		}
		c.sent.note(id, list, isNewest)
		return true
	}
	c.send(onlyIf(context.Background(), noted), &protocol.PublishDiagnosticsParams{
		URI: uri.URI(snap.URI), Version: protocol.NewOptional(snap.Version), Diagnostics: list,
	})
}

func (c *courier) send(ctx context.Context, params *protocol.PublishDiagnosticsParams) {
	err := c.server.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, params)
	if err != nil && c.ctx.Err() == nil {
		c.server.log.Printf("publish diagnostics of %s: %v", params.URI, err)
	}
}
