package facts

import (
	"sync"
	"sync/atomic"
)

// Fact keeps one fact: what somebody found out who asked for it first. The zero Fact is ready. It is
// safe for concurrent use, and is the one way in which packages above this one share what they find
// out about a file.
//
// Facts rest on one another as imports do: what finds one may ask for those below it, never for one
// above, so that no two can wait for each other.
type Fact[T any] struct {
	known atomic.Pointer[T]
	mu    sync.Mutex // held while somebody looks for it
}

// Known returns the fact if somebody has asked for it; else nil.
func (f *Fact[T]) Known() *T { return f.known.Load() }

// Get returns the fact, which find returns if nobody has asked before. Whoever asks meanwhile waits. If
// the work is stopped by the Meter of the one who looks for it, or panics, nothing is kept: the next
// one looks anew, in his own time.
func (f *Fact[T]) Get(find func() *T) *T {
	if known := f.known.Load(); known != nil {
		return known
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	known := f.known.Load()
	if known == nil {
		known = find()
		f.known.Store(known)
	}
	return known
}

// GetIn returns what Get does, for a fact that find makes in mem, which nobody else uses meanwhile. If
// find does not return, what it has left there is dropped.
func GetIn[T, M any](f *Fact[T], mem *M, find func(*M) *T) *T {
	if known := f.known.Load(); known != nil {
		return known
	}
	return f.Get(func() *T { return within(mem, find) })
}

// within returns what find makes in mem. If find does not return, mem is left empty: what others have
// made in it before stays as it is, since they hold on to it themselves.
func within[T, M any](mem *M, find func(*M) T) T {
	done := false
	defer func() {
		if !done {
			var none M
			*mem = none
		}
	}()
	found := find(mem)
	done = true
	return found
}
