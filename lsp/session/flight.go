package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// PanicError is what is left of a panic: the goroutine that it ended was doing
// work for others, and they get this instead of an answer.
type PanicError struct {
	Value any
	Stack []byte
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

// flight computes a value at most once, however many ask for it, and keeps it. The
// zero value is ready for use.
//
// Those who wait can leave at any time; the computation itself cannot be stopped
// once it runs, but it does not begin if by then everybody has left.
type flight[T any] struct {
	mu      sync.Mutex
	done    chan struct{} // nil: not asked for; closed: val and err are set
	waiting int           // callers inside wait
	val     T
	err     error // a *PanicError, or nil
}

// wait returns the value, computing it if nobody has yet. slots bounds how many
// computations run at a time. The error is ctx's, or a *PanicError if compute
// panicked.
func (f *flight[T]) wait(ctx context.Context, slots chan struct{}, compute func() T) (val T, err error) {
	if err := ctx.Err(); err != nil {
		return val, err
	}
	f.mu.Lock()
	f.waiting++
	if f.done == nil {
		f.done = make(chan struct{})
		f.start(f.done, slots, compute)
	}
	done := f.done
	f.mu.Unlock()

	defer func() {
		f.mu.Lock()
		f.waiting--
		f.mu.Unlock()
	}()
	select {
	case <-done:
		return f.val, f.err
	case <-ctx.Done():
		return val, ctx.Err()
	}
}

// start runs the computation when there is a slot for it. done is closed at its
// end, or never if nobody was left to wait for it: the next to ask starts anew.
func (f *flight[T]) start(done chan struct{}, slots chan struct{}, compute func() T) {
	Go(func() {
		slots <- struct{}{}
		defer func() { <-slots }()
		if f.abandoned() {
			return
		}
		f.val = compute()
		close(done)
	}, func(e *PanicError) {
		f.err = e
		close(done)
	})
}

// abandoned forgets that the value was asked for, if nobody waits for it any more.
func (f *flight[T]) abandoned() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting > 0 {
		return false
	}
	f.done = nil
	return true
}
