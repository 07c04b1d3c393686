package guards

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Reads of one place in memory that give one value, as nothing between may have written there: global value
// numbering of loads, with a number for each state of the memory.

// place is what is read: an upvalue, or a field under a constant key of one, or of a value.
type place struct {
	of      int32 // an upvalue, or the complement of a value
	key     int32 // index of a constant, or upvalueKey
	version int32 // of the memory; 0 for what nobody writes
}

// upvalueKey stands for no key: the upvalue itself.
const upvalueKey = -1

// memory knows which reads give the same value.
type memory struct {
	isRead bool    // a value is tested that was read from it; else nothing is kept of it
	states []state // by block
	last   int32   // the highest version
	now    int32   // version where the walk is
	after  int32   // version after the next write
	holds  map[place]ssa.ValueID
	trail  []place // what was put into holds, in order
}

// state is the versions of the memory at the start of a block, before its first write, and at its end: each write
// makes the next one.
type state struct{ in, first, out int32 }

// begin numbers the states of the memory in the function that w begins with.
func (m *memory) begin(w *Walker) {
	clear(m.holds)
	if m.holds == nil {
		m.holds = map[place]ssa.ValueID{}
	}
	m.trail = m.trail[:0]
	if m.isRead = w.interest.keys != 0; !m.isRead {
		return
	}
	g := &w.f.Graph
	m.states = flow.Zeroed(&m.states, len(g.Blocks))
	m.last = 0
	for _, b := range g.Order {
		at := &m.states[b]
		at.in = m.joined(w, b)
		at.out, at.first = at.in, m.last
		for pc, last := int(g.Blocks[b].Start), g.Last(b); pc <= last; pc++ {
			if w.writes(pc) {
				at.out = m.fresh()
			}
		}
	}
}

// fresh returns a version that no other state of the memory has.
func (m *memory) fresh() int32 {
	m.last++
	return m.last
}

// joined returns the version at the start of a block: that of all edges to it, if they have one.
func (m *memory) joined(w *Walker, b cfg.BlockID) int32 {
	g := &w.f.Graph
	preds := g.Preds(b)
	if b == 0 {
		return m.fresh()
	}
	version := int32(0)
	for _, p := range preds {
		switch out := m.states[p].out; {
		case g.Rank(p) < 0 || !w.Constants.Executable(w.f, g.Last(p)):
			// control never comes from there
		case out == 0 || version != 0 && version != out:
			return m.fresh()
		default:
			version = out
		}
	}
	if version == 0 {
		return m.fresh()
	}
	return version
}

// writes reports whether the instruction at pc may change a variable that is captured, or a field.
func (w *Walker) writes(pc int) bool {
	switch effect.ReferenceOf(w.f.Proto.Code[pc]) {
	case effect.WritesUpvalue, effect.WritesField, effect.WritesUpvalueField, effect.Fills:
		return true
	case effect.Calls, effect.Iterates:
		return w.Constants.Callee(w.f, pc) != nil || w.Constants.Impact(w.f, pc) == value.Effects
	}
	return false
}

func (m *memory) mark() int { return len(m.trail) }

// undo forgets what was read since the trail had n places.
func (m *memory) undo(n int) {
	for _, p := range m.trail[n:] {
		delete(m.holds, p)
	}
	m.trail = m.trail[:n]
}

// enter: the walk is at the start of a block.
func (m *memory) enter(b cfg.BlockID) {
	if m.isRead {
		m.now, m.after = m.states[b].in, m.states[b].first+1
	}
}

// read returns the place that the instruction at pc reads, of no version, if that is an upvalue or a field under a constant key.
func (w *Walker) read(pc int) (p place, ok bool) {
	i := w.f.Proto.Code[pc]
	upvalue, _ := effect.Upvalue(i)
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		return place{of: int32(upvalue), key: upvalueKey}, true
	case effect.ReadsUpvalueField:
		p.of = int32(upvalue)
	case effect.ReadsField:
		p.of = ^int32(w.form.Uses(pc)[0])
	default:
		return place{}, false
	}
	key := effect.Key(i)
	p.key = int32(bytecode.KIndex(key))
	return p, bytecode.IsK(key)
}

// access takes up what the instruction at pc reads or writes.
func (m *memory) access(w *Walker, pc int) {
	if w.writes(pc) {
		m.now = m.after
		m.after++
	}
	if i := w.f.Proto.Code[pc]; effect.ReferenceOf(i) == effect.WritesUpvalue && !w.form.UseByClosure(pc, 0) {
		upvalue, _ := effect.Upvalue(i)
		m.put(place{int32(upvalue), upvalueKey, m.now}, w.roots[w.form.Uses(pc)[0]])
		return
	}
	from, ok := w.read(pc)
	if !ok || from.of < 0 && w.form.UseByClosure(pc, 0) {
		return
	}
	if from.of < 0 {
		from.of = ^int32(w.roots[^from.of])
	}
	isFixed := from.key == upvalueKey && w.Constants.IsFixed(w.f, int(from.of))
	if !isFixed {
		from.version = m.now
	}
	m.read(w, from, w.form.First(pc), !isFixed)
}

// read notes that a value was read from a place: it is the one that was read or written there before, if any was; unless a
// metamethod that has been called meanwhile has written there, if it is fragile.
func (m *memory) read(w *Walker, from place, v ssa.ValueID, fragile bool) {
	if !w.interest.isKey(from.key) {
		return
	}
	if held, ok := m.holds[from]; ok {
		w.roots[v], w.fragile[v] = held, fragile
		return
	}
	m.put(from, v)
}

// put notes that a place holds a value.
func (m *memory) put(at place, v ssa.ValueID) {
	if _, ok := m.holds[at]; !ok {
		m.holds[at] = v
		m.trail = append(m.trail, at)
	}
}
