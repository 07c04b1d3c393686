package lsp

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
)

// This file shows the user what takes long, and lets him end it.

// progressInterval is how often the user is told how far something has come.
const progressInterval = 200 * time.Millisecond

// progress is work that is shown. Its zero value shows nothing.
type progress struct {
	at   atomic.Pointer[string] // how far it has come
	done chan struct{}
	once sync.Once
}

// showProgress shows work with a title, from now until its end is called, to a client that can show it; stop is
// called if the user wants no more of it. It never waits for the client.
func (s *server) showProgress(title string, stop func()) *progress {
	p := &progress{done: make(chan struct{})}
	if s.client.progress {
		token := fmt.Sprintf("luaflow/%d", s.tokens.Add(1))
		s.stops.Store(token, stop)
		s.spawn(func() {
			defer s.stops.Delete(token)
			s.tell(p, token, title)
		})
	}
	return p
}

// report notes how far the work has come, for the client.
func (p *progress) report(at string) { p.at.Store(&at) }

// end ends the work.
func (p *progress) end() { p.once.Do(func() { close(p.done) }) }

// tell tells the client of work until it ends.
func (s *server) tell(p *progress, token, title string) {
	ctx := s.publisher.ctx
	name := protocol.String(token)
	params := &protocol.WorkDoneProgressCreateParams{Token: name}
	if err := protocol.Call(ctx, s.conn, protocol.MethodWindowWorkDoneProgressCreate, params, nil); err != nil {
		return
	}
	send := func(value any) {
		if text, err := protocol.Marshal(value); err == nil {
			_ = s.conn.Notify(ctx, protocol.MethodProgress, &protocol.ProgressParams{Token: name, Value: text}) // the connection says what is wrong with it
		}
	}
	send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: new(true)})
	defer func() { send(&protocol.WorkDoneProgressEnd{Kind: "end"}) }()
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
			if at := p.at.Swap(nil); at != nil {
				send(&protocol.WorkDoneProgressReport{Kind: "report", Message: at})
			}
		}
	}
}

// cancelProgress stops work that is shown.
func (s *server) cancelProgress(params *protocol.WorkDoneProgressCancelParams) error {
	if token, ok := params.Token.(protocol.String); ok {
		if stop, ok := s.stops.LoadAndDelete(string(token)); ok {
			stop.(func())()
		}
	}
	return nil
}
