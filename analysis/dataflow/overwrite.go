package dataflow

import (
	"cmp"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// Fields that are overwritten before anything reads them, or whose table is dropped:
// of a table that one instruction makes, as long as it is in one register and nothing
// else can hold it. What becomes of the table later does not matter. Each field is
// followed on all paths, as dead stores are (Muchnick, section 18.10), from one
// instruction that has to do with its table to the next, up to a bound: the fields of
// a long function take time proportional to its length.

// FieldOverwrite is a write to a constant field of a table whose value nothing reads,
// since on every path the field is written again first, or the table is gone.
type FieldOverwrite struct {
	PC int
	By []int // the instructions that write the field again, ascending
	// Dropped: on some path the field is not written again before the table is gone.
	Dropped bool
}

// maxFieldWalk is how many blocks are looked at for one write, maxFieldSteps how many
// instructions that have to do with tables are looked at for all writes of a function,
// as a multiple of its length; but at least minFieldSteps, since for n fields that are
// written one after the other it is the square of n.
const (
	maxFieldWalk  = 256
	maxFieldSteps = 8
	minFieldSteps = 10_000
)

// OverwrittenFields is those writes in f, ascending.
func (f *Func) OverwrittenFields() []FieldOverwrite {
	s := f.SSA()
	if s == nil || !f.opcodes.hasAny(makingTables) || !f.opcodes.hasAny(fillingTables) {
		return nil
	}
	var found []FieldOverwrite
	walk := fieldWalk{f: f, s: s, steps: max(maxFieldSteps*len(f.Proto.Code), minFieldSteps), write: fieldWrite{table: NoValue}}
	writes := f.program.takeFieldWrites()
	defer func() { f.program.leaveFieldWrites(writes) }()
	writes = s.fieldWrites(writes)
	for _, w := range writes {
		walk.begin(w)
		if walk.isOverwritten() {
			found = append(found, FieldOverwrite{w.pc, walk.by, walk.dropped})
		}
	}
	slices.SortFunc(found, func(a, b FieldOverwrite) int { return cmp.Compare(a.PC, b.PC) })
	return found
}

// fillingTables is the opcodes that write to fields of tables.
var fillingTables = opcodes(bytecode.SETTABLE)

// fieldWrite is a write to a constant field of a table that is made here.
type fieldWrite struct {
	table ValueID
	key   fieldKey
	pc    int
}

// fieldWrites is the writes to fields that more than one instruction writes, and all
// those to fields of tables that do not escape. They are appended to an empty list.
func (s *SSA) fieldWrites(writes []fieldWrite) []fieldWrite {
	var filled map[ValueID]bool
	tables := madeTables{s: s, last: NoValue}
	for pc, i := range s.f.Proto.Code {
		how := effect.ReferenceOf(i)
		if how != effect.WritesField && how != effect.Fills {
			continue
		}
		uses := s.Uses(pc)
		if len(uses) == 0 || !tables.has(uses[0]) {
			continue
		}
		if how == effect.Fills {
			if filled == nil {
				filled = make(map[ValueID]bool)
			}
			filled[uses[0]] = true
		} else if k, ok := s.constant(pc, effect.Key(i), 1); ok {
			if key := keyOf(k); key != anyKey {
				writes = append(writes, fieldWrite{uses[0], key, pc})
			}
		}
	}
	slices.SortStableFunc(writes, func(a, b fieldWrite) int {
		if a.table != b.table {
			return cmp.Compare(a.table, b.table)
		}
		return a.key.compare(&b.key)
	})
	repeated := func(k int) bool {
		w := &writes[k]
		return k > 0 && w.isTo(&writes[k-1]) || k+1 < len(writes) && w.isTo(&writes[k+1]) ||
			w.key.kind == bytecode.KInt && filled[w.table]
	}
	objects := s.f.program.Objects()
	found := writes[:0] // no longer than what has been looked at: repeated reads what is left of that
	for k := range writes {
		if repeated(k) || objects.Of(s.f, writes[k].table) != NoObject {
			found = append(found, writes[k])
		}
	}
	return found
}

// takeFieldWrites takes the scratch list of writes, until it is left again.
func (p *Program) takeFieldWrites() []fieldWrite {
	p.mu.Lock()
	defer p.mu.Unlock()
	writes := p.mem.fieldWrites[:0]
	p.mem.fieldWrites = nil
	return writes
}

func (p *Program) leaveFieldWrites(writes []fieldWrite) {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(writes) // of text
	p.mem.fieldWrites = writes
}

func (w *fieldWrite) isTo(v *fieldWrite) bool { return w.table == v.table && w.key == v.key }

// madeTables remembers of which values isMade holds.
type madeTables struct {
	s      *SSA
	known  map[ValueID]bool
	last   ValueID
	isMade bool // the last one
}

func (m *madeTables) has(v ValueID) bool {
	if v == m.last {
		return m.isMade
	}
	m.last, m.isMade = v, false
	d := &m.s.Values[v]
	if d.Kind != DefValue {
		return false
	}
	if how := effect.ReferenceOf(m.s.f.Proto.Code[d.PC]); how != effect.Copies {
		m.isMade = how == effect.Makes
		return m.isMade
	}
	var ok bool
	if m.isMade, ok = m.known[v]; !ok {
		if m.known == nil {
			m.known = make(map[ValueID]bool)
		}
		m.isMade = m.s.isMade(v)
		m.known[v] = m.isMade
	}
	return m.isMade
}

// isMade reports whether the value of a definition is a new table that nothing else holds when the
// instruction that gives it is done: a NEWTABLE, or a MOVE behind a constructor.
func (s *SSA) isMade(v ValueID) bool {
	d := &s.Values[v]
	switch effect.ReferenceOf(s.f.Proto.Code[d.PC]) {
	case effect.Makes:
		return true
	case effect.Copies:
		from := s.Uses(int(d.PC))[0]
		made := &s.Values[from]
		return made.Kind == DefValue && effect.ReferenceOf(s.f.Proto.Code[made.PC]) == effect.Makes &&
			!s.Observed(from) && s.isConstructed(from, int(d.PC))
	}
	return false
}

// isConstructed reports whether a table is used for nothing but to be filled and then
// copied once, by the instruction at pc.
func (s *SSA) isConstructed(table ValueID, pc int) bool {
	for _, u := range s.Users(table) {
		at := u.PC()
		switch {
		case at == pc:
		case at < 0 || at > pc:
			return false
		default:
			how := effect.ReferenceOf(s.f.Proto.Code[at])
			uses := s.Uses(at)
			if how != effect.WritesField && how != effect.Fills || slices.Contains(uses[1:], table) {
				return false
			}
		}
	}
	return true
}

// fieldWalk follows one field.
type fieldWalk struct {
	f     *Func
	s     *SSA
	steps int // instructions that may still be looked at
	write fieldWrite
	made  int           // the instruction that gives the table
	pcs   []int         // the instructions that have to do with the table, ascending
	todo  []cfg.BlockID // the blocks that the walk has come to
	seen  map[cfg.BlockID]bool

	by      []int
	dropped bool
}

// fieldEnd is what happens to the field.
type fieldEnd uint8

const (
	fieldStays fieldEnd = iota
	fieldOverwritten
	fieldSeen // it is read, or the table can be from now on
)

// begin turns to another write.
func (w *fieldWalk) begin(write fieldWrite) {
	same := w.write.table == write.table
	w.write, w.by, w.dropped = write, nil, false
	if same {
		return
	}
	table := &w.s.Values[write.table]
	w.made = int(table.PC)
	w.pcs = append(w.pcs[:0], w.made)
	for _, u := range w.s.Users(write.table) {
		if u.PC() >= 0 {
			w.pcs = append(w.pcs, u.PC())
		}
	}
	if w.s.Observed(write.table) {
		w.pcs = w.f.capturing(int(table.Reg), w.pcs)
	}
	slices.Sort(w.pcs)
	w.pcs = slices.Compact(w.pcs)
}

// between is the instructions from start to end, exclusive, that have to do with the
// table. ok is false if too many have been looked at.
func (w *fieldWalk) between(start, end int) (pcs []int, ok bool) {
	first, _ := slices.BinarySearch(w.pcs, start)
	n, _ := slices.BinarySearch(w.pcs[first:], end)
	return w.pcs[first : first+n], w.steps > 0
}

// isOverwritten finds the instructions that overwrite the field, and reports whether
// nothing may read it.
func (w *fieldWalk) isOverwritten() bool {
	if w.isShared() {
		return false
	}
	w.todo, w.seen = w.todo[:0], nil
	if b := w.f.Graph.Block(w.write.pc); !w.forward(b, w.write.pc+1) {
		return false
	}
	for n := 0; n < len(w.todo); n++ {
		b := w.todo[n]
		if n == maxFieldWalk || !w.forward(b, int(w.f.Graph.Blocks[b].Start)) {
			return false
		}
	}
	slices.Sort(w.by)
	w.by = slices.Compact(w.by)
	return len(w.by) > 0 || w.dropped
}

// forward looks from pc to the end of block b, and reports whether the field is not
// read there.
func (w *fieldWalk) forward(b cfg.BlockID, pc int) bool {
	g := &w.f.Graph
	pcs, ok := w.between(pc, int(g.Blocks[b].End))
	if !ok {
		return false
	}
	for _, pc := range pcs {
		w.steps--
		if pc == w.made {
			w.dropped = true
			return true
		}
		switch w.at(pc) {
		case fieldSeen:
			return false
		case fieldOverwritten:
			w.by = append(w.by, pc)
			return true
		}
	}
	w.dropped = w.dropped || len(g.Succs(b)) == 0
	for k, to := range g.Succs(b) {
		if w.isJoined(b, k) {
			return false
		}
		w.come(to)
	}
	return true
}

// maxListed is how many blocks are searched one by one.
const maxListed = 16

// come notes that the walk comes to a block.
func (w *fieldWalk) come(b cfg.BlockID) {
	if len(w.todo) >= maxListed {
		if w.seen == nil {
			w.seen = make(map[cfg.BlockID]bool)
			for _, b := range w.todo {
				w.seen[b] = true
			}
		}
		if w.seen[b] {
			return
		}
		w.seen[b] = true
	} else if slices.Contains(w.todo, b) {
		return
	}
	w.todo = append(w.todo, b)
}

// isShared reports whether something else may hold the table when the field is
// written: on the way from where the table is made.
func (w *fieldWalk) isShared() bool {
	g := &w.f.Graph
	reg := int(w.s.Values[w.write.table].Reg)
	if w.s.Observed(w.write.table) && w.f.cellAt(w.write.pc, reg)&effect.Read != 0 {
		return true
	}
	w.todo, w.seen = w.todo[:0], nil
	first := g.Block(w.write.pc)
	if w.sharedIn(first, w.write.pc) {
		return true
	}
	for n := 0; n < len(w.todo); n++ {
		b := w.todo[n]
		if n == maxFieldWalk || w.sharedIn(b, int(g.Blocks[b].End)) {
			return true
		}
	}
	return false
}

// sharedIn looks from end back to the start of block b, or to where the table is made,
// and then on to the predecessors.
func (w *fieldWalk) sharedIn(b cfg.BlockID, end int) bool {
	g := &w.f.Graph
	pcs, ok := w.between(int(g.Blocks[b].Start), end)
	if !ok {
		return true
	}
	for _, pc := range slices.Backward(pcs) {
		w.steps--
		if pc == w.made {
			return false
		}
		if w.at(pc) == fieldSeen && !w.reads(pc) {
			return true
		}
	}
	for _, from := range g.Preds(b) {
		if g.Rank(from) < 0 {
			continue
		}
		for k, to := range g.Succs(from) {
			if to == b && w.isJoined(from, k) {
				return true
			}
		}
		w.come(from)
	}
	return false
}

// isJoined reports whether edge k of a block leads to a phi that joins the table with
// other values.
func (w *fieldWalk) isJoined(b cfg.BlockID, k int) bool {
	to := w.f.Graph.Succs(b)[k]
	first, n := w.s.Phis(to)
	if n == 0 {
		return false
	}
	edge := w.f.edgeNumber(b, k)
	for phi := first; phi < first+ValueID(n); phi++ {
		if w.s.PhiArgs(phi)[edge] == w.write.table {
			return true
		}
	}
	return false
}

// at is what the instruction at pc does with the field.
func (w *fieldWalk) at(pc int) fieldEnd {
	i := w.f.Proto.Code[pc]
	if effect.Closure(i) >= 0 && w.s.Observed(w.write.table) &&
		w.f.capturedBy(pc, int(w.s.Values[w.write.table].Reg))&effect.Read != 0 {
		return fieldSeen
	}
	uses := w.s.Uses(pc)
	k := slices.Index(uses, w.write.table)
	if k < 0 {
		return fieldStays
	}
	if k > 0 || slices.Contains(uses[1:], w.write.table) || w.s.UseByClosure(pc, 0) {
		return fieldSeen
	}
	switch effect.ReferenceOf(i) {
	case effect.Forgets:
		return fieldStays
	case effect.WritesField:
		if key, ok := w.s.constant(pc, effect.Key(i), 1); ok && keyOf(key) == w.write.key {
			return fieldOverwritten
		}
		return fieldStays
	case effect.Fills:
		if w.isFilled(i) {
			return fieldOverwritten
		}
		return fieldStays
	case effect.ReadsField:
		_, n := w.s.Defs(pc)
		if key, ok := w.s.constant(pc, effect.Key(i), 1); ok && n == 1 && keyOf(key) != w.write.key {
			return fieldStays
		}
	case effect.Measures:
		if w.write.key.kind != bytecode.KInt {
			return fieldStays
		}
	}
	return fieldSeen
}

// reads reports whether the instruction at pc reads a field of the table or its length
// and lets nothing else hold it.
func (w *fieldWalk) reads(pc int) bool {
	uses := w.s.Uses(pc)
	if len(uses) == 0 || uses[0] != w.write.table || slices.Contains(uses[1:], w.write.table) || w.s.UseByClosure(pc, 0) {
		return false
	}
	how := effect.ReferenceOf(w.f.Proto.Code[pc])
	_, n := w.s.Defs(pc)
	return how == effect.Measures || how == effect.ReadsField && n == 1
}

// isFilled reports whether a SETLIST writes the field. Of an open list nobody knows
// how long it is.
func (w *fieldWalk) isFilled(i bytecode.Instruction) bool {
	if w.write.key.kind != bytecode.KInt || effect.TakesOpen(i) || i.C() == 0 {
		return false
	}
	last := i.C()*bytecode.FieldsPerFlush - bytecode.FieldsPerFlush + i.B()
	index := int64(w.write.key.bits)
	return int64(last-i.B()) < index && index <= int64(last)
}
