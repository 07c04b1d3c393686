package session

import (
	"context"
	"sync"

	"luaflow/compile"
)

// making is the compiled text of a snapshot, and the memory that it and what is known of it are in.
type making struct {
	unit  flight[*compile.Unit]
	in    *Memory // set when unit is
	users int     // who may look at the unit: it stays as it is until they are gone
}

// workbench is what the snapshots of one document have in common: a version that was compiled
// leaves its memory to the next, when nobody looks at it any more. Whoever asks about the old one
// after that has it compiled once more.
type workbench struct {
	mu     sync.Mutex            // guards all below, and of the document's versions what is being made
	latest *workpiece            // the last one that was compiled and has its memory; nil if none
	handOn func(*Memory) *Memory // see Session.HandOn
}

// workpiece is a snapshot at the workbench of its document.
type workpiece struct {
	bench  *workbench
	newest context.Context // ends when there is a newer snapshot, or the document is closed
	made   *making         // nil if nothing is made, or it was left to a newer one; see use
}

// use returns what is made of a version, for one who calls leave in the end.
func (w *workpiece) use() *making {
	b := w.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	if w.made == nil {
		w.made = new(making)
	}
	w.made.users++
	return w.made
}

// join does what use does, for work that goes on while nobody waits for it. It reports false if what
// it is about was left to the next version; then nobody will see what it finds.
func (w *workpiece) join(m *making) bool {
	b := w.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	if w.made != m {
		return false
	}
	m.users++
	return true
}

// leave ends what use or join began.
func (w *workpiece) leave(m *making) {
	b := w.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	m.users--
}

// memory returns what the version is to be compiled in: what an older version has left, if it is the
// newest and there is such.
func (w *workpiece) memory() *Memory {
	b := w.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	old := b.latest
	if old == nil || old.made.users > 0 || w.newest.Err() != nil {
		return new(Memory)
	}
	m := old.made.in
	old.made, b.latest = nil, nil
	if b.handOn != nil {
		m = b.handOn(m)
	}
	return m
}

// keep notes that the version was compiled, in some memory.
func (w *workpiece) keep(m *making, in *Memory) {
	b := w.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	m.in = in
	if w.newest.Err() == nil {
		b.latest = w
	}
}

// clear drops all memory that nobody uses.
func (w *workpiece) clear() {
	b := w.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	b.latest = nil
	if w.made != nil && w.made.users == 0 {
		w.made = nil
	}
}
