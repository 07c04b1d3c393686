package ssa

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Which values of a form closures may read, and which operands may be what a closure
// wrote: the solutions of flow's problems of bit vectors (SolveObserved, SolveClosureWrites),
// which are about registers at the starts of blocks, carried over the instructions to values.
//
// Here a closure captures R0 that reads and writes it:
//
//	0  LOADK 0 -1      v0: observed, as the closure may read it in pc 2
//	1  CLOSURE 1 0
//	2  CALL 1 1 1      may write R0 too
//	3  MOVE 2 0        reads v0, or what the closure wrote: ByClosure

// noteObserved fills the observed set of the form: a value is in it if closures may read its
// register while it is there, be it right after it is made, or, for what is in a register at the
// start of a block, somewhere on from there.
func (r *renamer) noteObserved() {
	s := r.s
	s.cells = &r.mem.marked.Take(1)[0]
	s.cells.observed = r.mem.words.Take(flow.WordsFor(len(s.Values)))
	for v := ValueID(0); v < s.firstDef[0]; v++ {
		r.noteIf(v, r.observed.At(0))
	}
	for _, b := range r.f.Graph.Order {
		first, n := s.Phis(b)
		for v := first; v < first+ValueID(n); v++ {
			r.noteIf(v, r.observed.At(b))
		}
		r.noteObservedIn(b)
	}
}

// noteIf adds v to the observed values if its register is in the set.
func (r *renamer) noteIf(v ValueID, set flow.Row) {
	if set.Has(int(r.s.Values[v].Reg)) {
		r.s.cells.observed.Add(int(v))
	}
}

// noteObservedIn adds the observed ones among the values that the instructions of block b make.
// A value that is overwritten in the block is observed if an instruction before that lets
// closures read its cell; one that is there at the end also if closures may read its register
// on an edge from there.
func (r *renamer) noteObservedIn(b cfg.BlockID) {
	f, s := r.f, r.s
	block := &f.Graph.Blocks[b]
	last := f.Graph.Last(b)
	if s.firstDef[block.Start] == s.firstDef[block.End] {
		return
	}
	cells := f.SharedAt(r.cells, b)
	// Within an instruction the order is that of package flow: other code runs, definitions are
	// made, finalizers run, and what it captures is a cell for the next one.
	u := unobserved{r: r, next: s.firstDef[block.Start]}
	for pc := int(block.Start); pc <= last; pc++ {
		i := f.Proto.Code[pc]
		if pc < last && (effect.Silent.Has(i) || cells.Read.Empty() && !effect.ClosureMakers.Has(i)) {
			continue // nobody looks
		}
		u.defineTo(pc)
		read := flow.Observable(i, &cells)
		u.readByClosures(&read)
		u.defineTo(pc + 1)
		allocates := effect.Actions(i)&effect.Allocates != 0
		if allocates {
			after := f.SharedWithFinalizers(pc, &cells)
			u.readByClosures(&after.Read)
		}
		if allocates || pc == last {
			f.CaptureAt(pc, &cells)
		}
	}
	for k, to := range f.Graph.Succs(b) {
		out := r.observed.Over(to, &cells)
		for v := s.firstDef[last]; k == 0 && v < s.firstDef[last+1]; v++ {
			if d := &s.Values[v]; d.Kind == EdgeValue {
				r.noteIf(v, out[:])
				out.Remove(int(d.Reg))
			}
		}
		u.readByClosures(&out)
	}
	// What FORPREP leaves as it was is seen with what it may make of it.
	maybe := effect.MayDefs(f.Proto, last)
	for k, reg := range r.o.UsesOf(last) {
		if maybe.Has(int(reg)) && s.Observed(s.Def(last, int(reg))) {
			s.cells.observed.Add(int(s.Uses(last)[k]))
		}
	}
}

// unobserved is the values that were made in one block up to some point, are still in their registers,
// and are not known to be observed.
type unobserved struct {
	r         *renamer
	registers flow.Set
	next      ValueID // the first that is made after the point
}

// defineTo moves the point on to pc.
func (u *unobserved) defineTo(pc int) {
	r := u.r
	for end := r.s.firstDef[pc]; u.next < end; u.next++ {
		if d := &r.s.Values[u.next]; d.Kind == DefValue {
			u.registers.Add(int(d.Reg))
			r.current[d.Reg] = u.next
		}
	}
}

// readByClosures notes that closures may read some registers at the point.
func (u *unobserved) readByClosures(read *flow.Set) {
	if u.registers.Empty() {
		return
	}
	for w := range read {
		for regs := u.registers[w] & read[w]; regs != 0; regs &= regs - 1 {
			u.r.s.cells.observed.Add(int(u.r.current[w<<6+bits.TrailingZeros64(regs)]))
		}
		u.registers[w] &^= read[w]
	}
}

// noteClosureWrites fills the set of operands that may be what a closure wrote. It is left nil if
// no closure writes to a register of the function.
func (r *renamer) noteClosureWrites() {
	f, s := r.f, r.s
	if r.written == nil {
		return
	}
	s.cells.byClosure = r.mem.words.Take(flow.WordsFor(len(s.uses)))
	for _, b := range f.Graph.Order {
		w := flow.ClosureWrites{Cells: f.SharedAt(r.cells, b), Reach: flow.SetOf(r.at(r.written, b))}
		block := &f.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			if !w.Reach.Empty() {
				for k, reg := range r.o.UsesOf(pc) {
					if w.Reach.Has(int(reg)) {
						s.cells.byClosure.Add(int(r.o.FirstUse[pc]) + k)
					}
				}
			}
			w.Transfer(f, pc)
		}
	}
}
