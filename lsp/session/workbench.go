package session

import (
	"sync"

	"luaflow/analysis"
	"luaflow/compile"
)

// Memory is what the text of a document is compiled and analysed in, and then the next one. What was
// made in it may not be used any more when it is used again.
type Memory struct {
	units compile.Memory
	facts analysis.Memory
	dirty bool // a check is running in facts, or was stopped
}

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
	mu     sync.Mutex // guards all below, and of the document's snapshots what is being made
	latest *Snapshot  // the last one that was compiled and has its memory; nil if none
}

// use returns what is made of a snapshot, for one who calls leave in the end.
func (s *Snapshot) use() *making {
	b := s.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.made == nil {
		s.made = new(making)
	}
	s.made.users++
	return s.made
}

// join does what use does, for work that goes on while nobody waits for it. It reports false if what
// it is about was left to the next version; then nobody will see what it finds.
func (s *Snapshot) join(m *making) bool {
	b := s.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.made != m {
		return false
	}
	m.users++
	return true
}

func (s *Snapshot) leave(m *making) {
	b := s.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	m.users--
}

// memory returns what the snapshot is to be compiled in: what an older version has left, if it is the
// newest and there is such.
func (s *Snapshot) memory() *Memory {
	b := s.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	old := b.latest
	if old == nil || old.made.users > 0 || s.newest.Err() != nil {
		return new(Memory)
	}
	m := old.made.in
	old.made, b.latest = nil, nil
	if m.dirty {
		m.facts, m.dirty = analysis.Memory{}, false
	}
	return m
}

// keep notes that the snapshot was compiled, in some memory.
func (s *Snapshot) keep(m *making, in *Memory) {
	b := s.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	m.in = in
	if s.newest.Err() == nil {
		b.latest = s
	}
}

// clear lets go of all memory that nobody uses.
func (s *Snapshot) clear() {
	b := s.bench
	b.mu.Lock()
	defer b.mu.Unlock()
	b.latest = nil
	if s.made != nil && s.made.users == 0 {
		s.made = nil
	}
}
