package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"luaflow/compile/meter"
)

// ErrNotOpen is returned for a document that is not open.
var ErrNotOpen = errors.New("document is not open")

// ErrChanged is returned for a text that is not that of its document any more. Nobody works for it: what
// was found out would be about places that are elsewhere now, and the next text could not be made in what
// this one leaves.
var ErrChanged = errors.New("the document has changed")

// PanicError is what is left of a panic: the goroutine that it ended was doing
// work for others, and they get this instead of an answer.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // of the goroutine that panicked, as debug.Stack prints it
}

// Error names the value that was thrown, without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// Go runs f on a new goroutine. If f panics, caught gets what is left of it; the
// process goes on. Every goroutine of the server that is not one of the
// connection's starts here.
func Go(f func(), caught func(*PanicError)) {
	go func() {
		defer func() {
			if v := recover(); v != nil {
				caught(&PanicError{Value: v, Stack: debug.Stack()})
			}
		}()
		f()
	}()
}

// terms are those on which the values of a document are computed.
type terms struct {
	slots    chan struct{}   // one for each computation that may run at a time
	document context.Context // ends when the document is closed
	text     context.Context // ends when the document has another text, or is closed
	observe  Observer        // nil for nobody
}

// Observer is told of work before it begins, and is to return what is called when it has ended. Both are called on the
// goroutine that works.
type Observer func(steps *meter.Meter) (ended func())

// flight computes a value at most once, however many ask for it, and keeps it. The
// zero value is ready for use.
//
// Those who wait can leave at any time. When the last of them leaves before the value is
// there, the computation is stopped, and whoever asks next begins anew: when the stopped one
// has ended, so that no two of a flight are ever at work, and they can use the same memory.
type flight[T any] struct {
	mu      sync.Mutex
	waiting int             // callers inside wait
	try     *attempt[T]     // nil if nobody has asked, or the last attempt was stopped
	ended   <-chan struct{} // closed when the last attempt works no more; nil before the first
}

// attempt is one computation of the value of a flight.
type attempt[T any] struct {
	steps meter.Meter
	done  chan struct{} // closed when val and err are set; never if it was stopped
	val   T
	err   error // a *PanicError, or nil
}

// wait returns the value, computing it if nobody has yet. The error is ctx's, ErrNotOpen
// if the document is closed meanwhile, ErrChanged if it gets another text, or a *PanicError if compute panicked.
// compute counts its steps, and is stopped by that.
func (f *flight[T]) wait(ctx context.Context, on *terms, compute func(*meter.Meter) T) (val T, err error) {
	if err := ctx.Err(); err != nil {
		return val, err
	}
	if err := on.ended(); err != nil {
		return val, err
	}
	f.mu.Lock()
	f.waiting++
	if f.try == nil {
		f.try = &attempt[T]{done: make(chan struct{})}
		f.ended = f.try.start(on, f.ended, compute)
	}
	try := f.try
	f.mu.Unlock()
	defer f.leave()

	select {
	case <-try.done:
		return try.val, try.err
	case <-ctx.Done():
		return val, ctx.Err()
	case <-on.text.Done():
		return val, on.ended()
	}
}

// ended returns why nobody works for a text any more; nil if somebody does.
func (t *terms) ended() error {
	switch {
	case t.document.Err() != nil:
		return ErrNotOpen
	case t.text.Err() != nil:
		return ErrChanged
	}
	return nil
}

// leave ends a wait. Nobody works for nobody.
func (f *flight[T]) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting--; f.waiting > 0 || f.try == nil {
		return
	}
	select {
	case <-f.try.done:
	default:
		f.try.steps.Stop()
		f.try = nil
	}
}

// hasBegun reports whether the value is there or being computed.
func (f *flight[T]) hasBegun() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.try != nil
}

// known returns the result, if it is there without a failure.
func (f *flight[T]) known() (val T, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.try == nil {
		return val, false
	}
	select {
	case <-f.try.done:
		return f.try.val, f.try.err == nil
	default:
		return val, false
	}
}

// value returns what was computed; some wait must have returned it.
func (f *flight[T]) value() T {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.try.val
}

// start runs the computation when before is closed, if it is not nil, and there is a slot for it. It
// returns what is closed when the computation works no more.
func (a *attempt[T]) start(on *terms, before <-chan struct{}, compute func(*meter.Meter) T) <-chan struct{} {
	slots, observe := on.slots, on.observe
	ended := make(chan struct{})
	Go(func() {
		defer close(ended)
		if before != nil {
			<-before
		}
		slots <- struct{}{}
		defer func() { <-slots }()
		if observe != nil {
			defer observe(&a.steps)()
		}
		if a.steps.Run(func() { a.val = compute(&a.steps) }) {
			close(a.done)
		}
	}, func(e *PanicError) {
		a.err = e
		close(a.done)
	})
	return ended
}
