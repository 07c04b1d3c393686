package lsp

import (
	"context"
	"sync"
)

// foreground is the work that somebody waits for. Other work stands back.
type foreground struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n becomes 0; nil if nobody stands back
}

// enter begins work that somebody waits for; leave ends it.
func (f *foreground) enter() (leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.n--; f.n == 0 && f.idle != nil {
			close(f.idle)
			f.idle = nil
		}
	}
}

// standBack waits until nobody waits for anything.
func (f *foreground) standBack(ctx context.Context) {
	f.mu.Lock()
	if f.n == 0 {
		f.mu.Unlock()
		return
	}
	if f.idle == nil {
		f.idle = make(chan struct{})
	}
	idle := f.idle
	f.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
