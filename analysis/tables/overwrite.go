package tables

import (
	"cmp"
	"iter"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/bytecode"
)

// Fields that are overwritten before anything reads them, or whose table is dropped:
// of a table that one instruction makes, as long as it is in one register and nothing
// else can hold it. What becomes of the table later does not matter. Each field is
// followed on all paths, as dead stores are (Muchnick, section 18.10), from one
// instruction that may have to do with it to the next, up to a bound: the fields of a long
// function take time proportional to its length.
//
//	local t = {}
//	t.x = 1          -- overwritten: by the store to t.x in both arms
//	t.y = 1          -- not: one arm reads it
//	if c then
//	  t.x = t.y
//	else
//	  t.x = 2
//	end
//	return t
//
// For a write at pc that is two searches of the graph. Backward, to where the table is made:
// nothing on the way may have got hold of it (isShared). Forward, until each path comes to another
// write to the field, to where the table is gone, or to something that may read the field
// (isOverwritten). Both look at a block once, and at that of the write once more, and so end. Only
// one value holds the table all that while: where a phi would join it with others, nothing is
// claimed.

// FieldOverwrite is a write to a constant field of a table whose value nothing reads,
// since on every path the field is written again first, or the table is gone.
type FieldOverwrite struct {
	PC int   // of the write that nothing reads
	By []int // the instructions that write the field again, ascending
	// Dropped: on some path the field is not written again before the table is gone.
	Dropped bool
}

// maxFieldWalk is how many blocks are looked at for one write, maxFieldSteps how many
// instructions are looked at for all writes of a function, as a multiple of its length; but
// at least minFieldSteps, since where m fields are read between the first and the second
// writes to n others it is the product of m and n.
const (
	maxFieldWalk  = 256
	maxFieldSteps = 8
	minFieldSteps = 10_000
)

// OverwrittenFields returns those writes in f, ascending. The scratch may be used again
// afterwards.
func (o *Objects) OverwrittenFields(f *flow.Func, s *ssa.Form, scratch *Writes) []FieldOverwrite {
	if s == nil || !f.Opcodes.HasAny(effect.TableMakers) || !f.Opcodes.HasAny(effect.FieldWriters) {
		return nil
	}
	var found []FieldOverwrite
	walk := fieldWalk{f: f, s: s, steps: max(maxFieldSteps*len(f.Proto.Code), minFieldSteps), table: ssa.NoValue}
	// They come table by table, and of each table field by field, so that begin has little to do.
	writes := scratch.find(f, s, o)
	for i := range writes {
		walk.begin(writes, i)
		if walk.isOverwritten() {
			found = append(found, FieldOverwrite{walk.pc, walk.overwriters, walk.dropped})
		}
	}
	slices.SortFunc(found, func(a, b FieldOverwrite) int { return cmp.Compare(a.PC, b.PC) })
	return found
}

// fieldWalk follows one field of one table at a time, over the instructions that have to do with
// them: it keeps lists of these, so that it costs nothing to pass over others.
type fieldWalk struct {
	f     *flow.Func
	s     *ssa.Form
	steps int           // instructions that may still be looked at
	table ssa.ValueID   // whose field it is
	key   fieldKey      // the field
	pc    int           // the instruction that writes it
	made  int           // the instruction that gives the table
	other []int         // what has to do with the table and writes no constant field, ascending
	same  []fieldWrite  // the writes to the field, ascending
	todo  []cfg.BlockID // the blocks that the walk has come to
	// visited is the blocks of todo once they are more than maxListed, else nil.
	visited map[cfg.BlockID]bool

	overwriters []int
	dropped     bool
}

// fieldEffect is what an instruction does to the field.
type fieldEffect uint8

const (
	fieldStays fieldEffect = iota
	fieldOverwritten
	fieldRead // it may be read, by the instruction or by what it hands the table to
)

// begin turns to write i of a list in which those to one field are neighbours.
func (w *fieldWalk) begin(writes []fieldWrite, i int) {
	w.overwriters, w.dropped = nil, false
	w.pc = int(writes[i].pc)
	w.key, _ = fieldAt(w.s, w.pc)
	if i > 0 && writes[i].id() == writes[i-1].id() {
		return
	}
	w.same = writes[i:]
	for n := range w.same {
		if w.same[n].id() != writes[i].id() {
			w.same = w.same[:n]
			break
		}
	}
	if w.table != writes[i].table {
		w.turnTo(writes[i].table)
	}
}

// turnTo turns to another table: it lists what has to do with it. To capture the register is of
// interest only if a closure may read the table there.
func (w *fieldWalk) turnTo(table ssa.ValueID) {
	w.table = table
	v := &w.s.Values[table]
	w.made = int(v.PC)
	w.other = append(w.other[:0], w.made)
	for _, u := range w.s.Users(table) {
		if pc := u.PC(); pc >= 0 && !w.writesConstant(pc) {
			w.other = append(w.other, pc)
		}
	}
	if w.s.Observed(table) {
		w.other = w.f.Capturing(int(v.Reg), w.other)
	}
	slices.Sort(w.other)
	w.other = slices.Compact(w.other)
}

// writesConstant reports whether the instruction at pc does nothing with the table but
// write to a constant field.
func (w *fieldWalk) writesConstant(pc int) bool {
	i := w.f.Proto.Code[pc]
	uses := w.s.Uses(pc)
	if effect.ReferenceOf(i) != effect.WritesField || uses[0] != w.table || slices.Contains(uses[1:], w.table) || w.s.UseByClosure(pc, 0) {
		return false
	}
	index, ok := w.s.ConstantIndex(pc, effect.Key(i), 1)
	return ok && fieldHash(w.f.Proto, index) != 0
}

// ascending yields the instructions from start to end, exclusive, that may have to do with the
// field, by pc: two lists merged. One that is in both, as `t.x = t` is, may come twice.
func (w *fieldWalk) ascending(start, end int) iter.Seq[int] {
	return func(yield func(int) bool) {
		i, _ := slices.BinarySearch(w.other, start)
		k, _ := slices.BinarySearchFunc(w.same, start, fieldWrite.compareTo)
		for {
			pc := end
			if i < len(w.other) {
				pc = min(pc, w.other[i])
			}
			if k < len(w.same) && int(w.same[k].pc) < pc {
				pc = int(w.same[k].pc)
				k++
			} else {
				i++
			}
			if pc == end || !yield(pc) {
				return
			}
		}
	}
}

// descending yields them from the last to the first.
func (w *fieldWalk) descending(start, end int) iter.Seq[int] {
	return func(yield func(int) bool) {
		i, _ := slices.BinarySearch(w.other, end)
		k, _ := slices.BinarySearchFunc(w.same, end, fieldWrite.compareTo)
		for {
			pc := start - 1
			if i > 0 {
				pc = max(pc, w.other[i-1])
			}
			if k > 0 && int(w.same[k-1].pc) > pc {
				k--
				pc = int(w.same[k].pc)
			} else {
				i--
			}
			if pc < start || !yield(pc) {
				return
			}
		}
	}
}

// isOverwritten finds the instructions that overwrite the field, and reports whether
// nothing may read it: none that the write may reach. If the search comes to a bound it claims
// nothing. On a path without an end, such as an empty loop for ever, nothing reads the field, but
// if there are only such paths nothing is claimed either.
func (w *fieldWalk) isOverwritten() bool {
	if w.isShared() {
		return false
	}
	w.todo, w.visited = w.todo[:0], nil
	if b := w.f.Graph.Block(w.pc); !w.forward(b, w.pc+1) {
		return false
	}
	for n := 0; n < len(w.todo); n++ {
		b := w.todo[n]
		if n == maxFieldWalk || !w.forward(b, int(w.f.Graph.Blocks[b].Start)) {
			return false
		}
	}
	slices.Sort(w.overwriters)
	w.overwriters = slices.Compact(w.overwriters)
	return len(w.overwriters) > 0 || w.dropped
}

// forward looks from pc to the end of block b, and reports whether the field is not
// read there. It goes on to the successors unless the path ends in the block. Back where the table
// is made, in the next turn of a loop, there is a new one, and the old one is gone.
func (w *fieldWalk) forward(b cfg.BlockID, pc int) bool {
	g := &w.f.Graph
	if w.steps <= 0 {
		return false
	}
	for pc := range w.ascending(pc, int(g.Blocks[b].End)) {
		w.steps--
		if pc == w.made {
			w.dropped = true
			return true
		}
		switch w.at(pc) {
		case fieldRead:
			return false
		case fieldOverwritten:
			w.overwriters = append(w.overwriters, pc)
			return true
		}
	}
	w.dropped = w.dropped || len(g.Succs(b)) == 0
	for k, to := range g.Succs(b) {
		if w.isJoined(b, k) {
			return false
		}
		w.enqueue(to)
	}
	return true
}

// maxListed is how many blocks are searched one by one.
const maxListed = 16

// enqueue adds a block to those that the walk has to look at, unless it is there.
func (w *fieldWalk) enqueue(b cfg.BlockID) {
	if len(w.todo) >= maxListed {
		if w.visited == nil {
			w.visited = make(map[cfg.BlockID]bool)
			for _, b := range w.todo {
				w.visited[b] = true
			}
		}
		if w.visited[b] {
			return
		}
		w.visited[b] = true
	} else if slices.Contains(w.todo, b) {
		return
	}
	w.todo = append(w.todo, b)
}

// isShared reports whether something else may hold the table when the field is
// written: on the way from where the table is made, something other than a read or a write of a
// field was done with it. The value of the table dominates its uses, so that all ways back lead
// there.
func (w *fieldWalk) isShared() bool {
	g := &w.f.Graph
	reg := int(w.s.Values[w.table].Reg)
	if w.s.Observed(w.table) && w.f.CellAt(w.pc, reg)&effect.Read != 0 {
		return true
	}
	w.todo, w.visited = w.todo[:0], nil
	first := g.Block(w.pc)
	if w.sharedIn(first, w.pc) {
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

// sharedIn reports whether others may look at the field from end back to the start of block b, or to where
// the table is made. It queues the predecessors.
func (w *fieldWalk) sharedIn(b cfg.BlockID, end int) bool {
	g := &w.f.Graph
	if w.steps <= 0 {
		return true
	}
	for pc := range w.descending(int(g.Blocks[b].Start), end) {
		w.steps--
		if pc == w.made {
			return false
		}
		if w.at(pc) == fieldRead && !w.reads(pc) {
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
		w.enqueue(from)
	}
	return false
}

// isJoined reports whether edge k of a block leads to a phi that joins the table with
// other values: what is done with the phi is done with the table, and is not listed.
func (w *fieldWalk) isJoined(b cfg.BlockID, k int) bool {
	to := w.f.Graph.Succs(b)[k]
	first, n := w.s.Phis(to)
	if n == 0 {
		return false
	}
	edge := w.f.EdgeNumber(b, k)
	for phi := first; phi < first+ssa.ValueID(n); phi++ {
		if w.s.PhiArgs(phi)[edge] == w.table {
			return true
		}
	}
	return false
}

// at returns what the instruction at pc does with the field: the transfer function. A write to a
// key that is not constant may be to the field or not, so that the field stays; a read of such a
// key may read it. A `#t` asks for the integer keys alone. Where a closure may have put another
// table into the register, all counts as a read.
func (w *fieldWalk) at(pc int) fieldEffect {
	i := w.f.Proto.Code[pc]
	if effect.Closure(i) >= 0 && w.s.Observed(w.table) &&
		w.f.CapturedBy(pc, int(w.s.Values[w.table].Reg))&effect.Read != 0 {
		return fieldRead
	}
	uses := w.s.Uses(pc)
	k := slices.Index(uses, w.table)
	if k < 0 {
		return fieldStays
	}
	if k > 0 || slices.Contains(uses[1:], w.table) || w.s.UseByClosure(pc, 0) {
		return fieldRead
	}
	switch effect.ReferenceOf(i) {
	case effect.Forgets:
		return fieldStays
	case effect.WritesField:
		if key, ok := fieldAt(w.s, pc); ok && key == w.key {
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
		if key, ok := fieldAt(w.s, pc); ok && n == 1 && key != w.key {
			return fieldStays
		}
	case effect.Measures:
		if w.key.kind != bytecode.KInt {
			return fieldStays
		}
	}
	return fieldRead
}

// reads reports whether the instruction at pc reads a field of the table or its length
// and lets nothing else hold it.
func (w *fieldWalk) reads(pc int) bool {
	uses := w.s.Uses(pc)
	if len(uses) == 0 || uses[0] != w.table || slices.Contains(uses[1:], w.table) || w.s.UseByClosure(pc, 0) {
		return false
	}
	how := effect.ReferenceOf(w.f.Proto.Code[pc])
	_, n := w.s.Defs(pc)
	return how == effect.Measures || how == effect.ReadsField && n == 1
}

// isFilled reports whether a SETLIST writes the field: it stores B items from index
// (C-1)*FieldsPerFlush+1 on. Of an open list nobody knows how long it is.
func (w *fieldWalk) isFilled(i bytecode.Instruction) bool {
	if w.key.kind != bytecode.KInt || effect.TakesOpen(i) || i.C() == 0 {
		return false
	}
	last := i.C()*bytecode.FieldsPerFlush - bytecode.FieldsPerFlush + i.B()
	index := int64(w.key.bits)
	return int64(last-i.B()) < index && index <= int64(last)
}
