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
	couriers map[string]*courier // by the document's key; until they have left
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
			before.sent.reopened()
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

// closed ends a document's courier, which says last what is to be said of the file on disk.
func (p *publisher) closed(last *session.Snapshot) {
	if p.server.client.pulls {
		if uri.URI(last.Key).IsFile() {
			p.server.spawn(func() { p.server.files.closed(p.ctx, last.File.Name()) })
		}
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
	c.takeOver()
	for c.wait() {
		if c.last.Load() == nil && !c.server.configuration.watching {
			c.server.configuration.look()
		}
		snap, ok := c.server.session.Snapshot(c.key)
		// If it is that of a later opening, this one has ended.
		if last := c.last.Load(); last != nil {
			c.leave(last)
			return
		}
		if ok {
			c.check(snap)
		} else if lost := c.server.lost.of(c.key); lost != nil {
			c.takeBack(lost)
		}
	}
}

// takeBack clears what was said of a document that is lost, unless it is open again.
func (c *courier) takeBack(last *session.Snapshot) {
	isLost := func() bool {
		if c.server.lost.of(c.key) != last {
			return false
		}
		c.sent.note("", nil, func() bool { return true })
		return true
	}
	c.send(onlyIf(context.Background(), isLost), &published{URI: last.URI})
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
	findings, omitted, err := s.findings(ctx, snap)
	var panicked *session.PanicError
	if errors.As(err, &panicked) {
		// Nothing is known; what was said of an older version would be wrong.
		s.log.Printf("check of %s: panic: %v\n%s", snap.URI, panicked.Value, panicked.Stack)
	} else if err != nil {
		return
	}
	if c.isLastCall() {
		s.globals.await(ctx, findings)
	}
	m := mapper{snap.File, s.client.encoding}
	list, left := c.sent.nearest(s.diagnostics(m, snap.URI, s.globals.remaining(findings)))
	if left > 0 {
		list = append(list, leftOut(left))
	}
	c.publish(snap, append(list, s.notes(m, omitted)...))
	s.files.start()
}

// publish sends the diagnostics of a snapshot that is still the newest, unless the client has them.
func (c *courier) publish(snap *session.Snapshot, list []protocol.Diagnostic) {
	text, err := saidOf(list)
	if err != nil {
		c.server.log.Printf("diagnostics of %s: %v", snap.URI, err)
		return
	}
	id := idOf(packedOf(snap.URI, list))
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
	c.send(onlyIf(context.Background(), noted), &published{URI: snap.URI, Version: &snap.Version, Diagnostics: text})
}

// takeOver begins to speak of a document. What was said of the file under another URI is cleared.
func (c *courier) takeOver() {
	s := c.server
	snap, ok := s.session.Snapshot(c.key)
	if !ok {
		return
	}
	path := snap.File.Name()
	if was := s.published.all()[path]; was.uri != "" && was.uri != snap.URI {
		s.published.note(path, "", noneID)
		c.send(context.Background(), &published{URI: was.uri})
	}
}

// leave sends what is to be said of the file on disk, of which somebody else speaks from then on: see
// reports.publishFiles. It is sent also if the same was said of the document: editors, like Neovim, forget that with
// the text. Where there was nothing there is nothing to forget.
func (c *courier) leave(last *session.Snapshot) {
	s := c.server
	var list said
	id := noneID
	if uri.URI(last.Key).IsFile() {
		path := last.File.Name()
		report := s.files.closed(c.ctx, path)
		id = report.id(s.globals)
		list = report.list(s)
		s.published.note(path, last.URI, id)
	}
	if id != noneID || !c.sent.has(noneID) {
		c.send(context.Background(), &published{URI: last.URI, Diagnostics: list})
	}
	c.mu.Lock()
	if c.couriers[c.key] == c {
		delete(c.couriers, c.key)
	}
	c.mu.Unlock()
	signal(s.reports.stale)
}

// isCarried reports whether a courier speaks of a document.
func (p *publisher) isCarried(key string) bool {
	return p.courier(key) != nil
}

// published is the parameters of a notification.
type published struct {
	URI         string `json:"uri"`
	Version     *int32 `json:"version,omitzero"`
	Diagnostics said   `json:"diagnostics"`
}

func (p *publisher) send(ctx context.Context, params *published) {
	if params.Diagnostics == nil {
		params.Diagnostics = said{}
	}
	err := p.server.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, params)
	if err != nil && p.ctx.Err() == nil {
		p.server.log.Printf("publish diagnostics of %s: %v", params.URI, err)
	}
}
