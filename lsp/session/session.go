package session

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"luaflow/compile/source"
)

// A StaleError is returned for a change that is older than the document: the change is of version
// Got, and the document of version Have.
type StaleError struct{ Have, Got int32 }

// Error names both versions.
func (e *StaleError) Error() string {
	return fmt.Sprintf("change to version %d, but version %d is open", e.Got, e.Have)
}

// Session is the set of open documents. It is safe for concurrent use, but who
// applies changes must do so in the editor's order.
type Session struct {
	engine func(*source.File) *Engine // for a document; it may take its time
	slots  chan struct{}              // one for each computation that may run at a time

	mu   sync.Mutex
	docs map[string]*Snapshot // by key: the newest of each open document

	openings int64 // so far

	handOn    func(*Memory) *Memory // nil for the usual
	observe   Observer              // nil for nobody
	hasteFrom int                   // see HasteFrom
}

// New returns a session without documents. engine chooses what works on a text.
func New(engine func(*source.File) *Engine) *Session {
	return &Session{
		engine: engine,
		slots:  make(chan struct{}, runtime.GOMAXPROCS(0)),
		docs:   make(map[string]*Snapshot),

		hasteFrom: hastySize,
	}
}

// HandOn sets what becomes of the memory that a version leaves to the next: f returns what the next is made in. Tests
// find out in that way who still uses what was left. It is to be called before any document is opened.
func (s *Session) HandOn(f func(left *Memory) *Memory) { s.handOn = f }

// HasteFrom sets the length in bytes from which on a text is not checked at each key, see Snapshot.Said: tests take a
// short one. It is to be called before any document is opened.
func (s *Session) HasteFrom(size int) { s.hasteFrom = size }

// Observe calls observe for all work from now on. It is to be called before any document is opened.
func (s *Session) Observe(observe Observer) { s.observe = observe }

// Open adds a document, in place of the one that has the same key.
func (s *Session) Open(key, uri string, version int32, file *source.File) *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.docs[key]; old != nil {
		old.close()
	}
	document, end := context.WithCancel(context.Background())
	return s.put(&Snapshot{
		Key: key, URI: uri, Version: version, File: file, terms: terms{document: document}, end: end,
		opened: &opening{number: s.nextOpening(), file: file}, since: source.Unedited(file.Len()), cursor: source.NoPos, workpiece: workpiece{bench: &workbench{handOn: s.handOn}},
	})
}

// nextOpening returns the number of one more opening. Who calls it holds the lock.
func (s *Session) nextOpening() int64 {
	s.openings++
	return s.openings
}

// put makes a snapshot the newest of its document. Who calls it holds the lock.
func (s *Session) put(snap *Snapshot) *Snapshot {
	snap.slots, snap.engineFor, snap.observe, snap.hasteFrom = s.slots, s.engine, s.observe, s.hasteFrom
	if snap.text == nil {
		snap.text, snap.supersede = context.WithCancel(snap.document)
	}
	snap.newest, snap.replace = context.WithCancel(snap.document)
	s.docs[snap.Key] = snap
	return snap
}

// Change replaces the text of an open document by what edit makes of it. It
// returns ErrNotOpen, or a *StaleError if version is older than the document;
// then edit is not called.
func (s *Session) Change(key string, version int32, edit func(*source.File) *source.File) (*Snapshot, error) {
	return s.change(key, version, edit, func(_, _ *source.File) bool { return false })
}

// change does what ChangeOrRead does.
func (s *Session) change(key string, version int32, edit func(*source.File) *source.File, isRead func(was, now *source.File) bool) (*Snapshot, error) {
	old, ok := s.Snapshot(key)
	if !ok {
		return nil, ErrNotOpen
	}
	if version < old.Version {
		return nil, &StaleError{Have: old.Version, Got: version}
	}
	file := edit(old.File)
	change := file.Difference(old.File)
	isReload := isRead(old.File, file)
	s.mu.Lock()
	defer s.mu.Unlock()
	old = s.docs[key] // which may be a newer one of the same text
	next := old.next()
	next.Version, next.File = version, file
	next.text = nil
	if change.New != "" || !change.Span.Empty() {
		next.cursor = change.Span.Start + source.Pos(len(change.New))
	}
	next.since, next.recent = old.since.Edited([]source.Edit{change}), old.recent.and(old.Version, change)
	if next.read = old.read.edited(change); isReload {
		next.read, next.cursor = newReading(next.File, old.opened.number), source.NoPos
	}
	old.replace()
	put := s.put(next)
	old.supersede()
	return put, nil
}

// ChangeOrRead does what Change does. Where isRead, which is asked about the text before and after the change, reports
// that the editor has read it from its file, it counts as the text that the document was opened with, until
// the editor has saved the document.
func (s *Session) ChangeOrRead(key string, version int32, edit func(*source.File) *source.File, isRead func(was, now *source.File) bool) (*Snapshot, error) {
	return s.change(key, version, edit, isRead)
}

// Saved notes that the editor has saved a document: what seemed to have been read is what the editor itself
// may have written.
func (s *Session) Saved(key string) {
	if snap, ok := s.Snapshot(key); ok && snap.read != nil {
		snap.read.saved.Store(true)
	}
}

// Invalidate drops the cached results of an open document: another engine may be meant for it.
func (s *Session) Invalidate(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.docs[key]; ok {
		old.replace()
		next := old.next()
		next.finished.Store(nil)
		next.before = ""
		next.opened, next.read = &opening{number: old.opened.number, file: old.opened.file}, old.read.anew()
		s.put(next)
	}
}

// Settle notes that nobody is typing in the text of a snapshot any more, and reports whether there may be
// other findings for that: if the snapshot is the newest of its document, and it is not known that
// none are held back.
func (s *Session) Settle(snap *Snapshot) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, isKnown := snap.report.known()
	if s.docs[snap.Key] != snap || snap.cursor == source.NoPos || isKnown && !r.isHeld && !snap.hasty.isSaid.Load() {
		return false
	}
	snap.replace()
	next := snap.next()
	next.cursor = source.NoPos
	s.put(next)
	return true
}

// Snapshots returns the newest snapshots of all open documents, in no order.
func (s *Session) Snapshots() []*Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.docs))
}

// Len returns how many documents are open.
func (s *Session) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.docs)
}

// Close removes a document and returns its last snapshot; ok is false if it was
// not open. What is still being computed of it is stopped.
func (s *Session) Close(key string) (last *Snapshot, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last, ok = s.docs[key]; ok {
		last.close()
	}
	delete(s.docs, key)
	return last, ok
}

// Snapshot returns the newest snapshot of an open document.
func (s *Session) Snapshot(key string) (snap *Snapshot, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	snap, ok = s.docs[key]
	return snap, ok
}
