package lsp

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"
)

// outbox is an output that nobody waits for: what is written waits in memory until the client reads what was written
// before. Who could do something else than write asks first whether much waits.
type outbox struct {
	out    io.Writer
	spawn  func(func())
	failed func(error) // called when out does not take anything any more

	mu        sync.Mutex
	waiting   [][]byte
	size      int   // bytes that wait, and those announced
	queued    int64 // bytes so far
	written   int64
	isWriting bool // somebody writes what waits
	err       error
	progress  chan struct{} // closed, and made anew, when any of this has changed
}

func newOutbox(out io.Writer, spawn func(func()), failed func(error)) *outbox {
	return &outbox{out: out, spawn: spawn, failed: failed, progress: make(chan struct{})}
}

// Write queues bytes. The error is that of an earlier write.
func (o *outbox) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	o.waiting = append(o.waiting, bytes.Clone(b))
	o.size += len(b)
	o.queued += int64(len(b))
	if !o.isWriting {
		o.isWriting = true
		o.spawn(o.writeWaiting)
	}
	return len(b), nil
}

// writeWaiting writes what waits, until nothing does.
func (o *outbox) writeWaiting() {
	for next := o.next(); next != nil; next = o.next() {
		_, err := o.out.Write(next)
		o.wrote(len(next), err)
	}
}

// next takes what is to be written next; nil if nothing is.
func (o *outbox) next() (next []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.waiting) == 0 {
		o.isWriting, o.waiting = false, nil
		return nil
	}
	next, o.waiting[0] = o.waiting[0], nil
	o.waiting = o.waiting[1:]
	return next
}

// wrote notes what has become of bytes that were taken.
func (o *outbox) wrote(n int, err error) {
	if err != nil {
		if o.close(err) {
			o.failed(err)
		}
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.size -= n
	o.written += int64(n)
	o.changed()
}

// close makes all writes from now on fail, and forgets what waits. It reports whether nobody did so before.
func (o *outbox) close(err error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return false
	}
	o.err, o.waiting = err, nil
	o.changed()
	return true
}

// changed wakes all who wait. Who calls it holds the lock.
func (o *outbox) changed() {
	close(o.progress)
	o.progress = make(chan struct{})
}

// announce adds bytes that will be written to those that wait; fewer than none takes them off again.
func (o *outbox) announce(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.size += n
	o.changed()
}

// holds reports whether at least so many bytes wait.
func (o *outbox) holds(n int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.size >= n
}

// awaitLess waits until fewer than so many bytes wait, the context ends, or the output does.
func (o *outbox) awaitLess(ctx context.Context, n int) {
	o.await(ctx, func() bool { return o.size < n })
}

// flush waits until all is written that is queued, or the output has ended.
func (o *outbox) flush() {
	o.mu.Lock()
	all := o.queued
	o.mu.Unlock()
	o.await(context.Background(), func() bool { return o.written >= all })
}

// isRead reports whether the client reads: whether, for some time, nothing waits or anything is written.
func (o *outbox) isRead(within time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	o.mu.Lock()
	before := o.written
	o.mu.Unlock()
	o.await(ctx, func() bool { return o.written > before || o.written == o.queued })
	return ctx.Err() == nil
}

// await waits until something holds, which is asked for under the lock, the context ends, or the output does.
func (o *outbox) await(ctx context.Context, isSo func() bool) {
	for {
		o.mu.Lock()
		isOver, progress := o.err != nil || isSo(), o.progress
		o.mu.Unlock()
		if isOver {
			return
		}
		select {
		case <-progress:
		case <-ctx.Done():
			return
		}
	}
}
