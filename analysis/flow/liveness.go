package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Liveness of registers: backward, union. A register is live at a point if its
// value there may be read later, by an instruction or through a cell. With LiveOut for in and
// LiveIn for out of the solver's equations, which are named along the flow of facts:
//
//	LiveIn(b)  = exposed(b) ∪ observed(b) ∪ (LiveOut(b) − defined(b))
//	LiveOut(b) = ⋃ (LiveIn(s) − what the edge to s defines), over the successors s
//
// Kept are the rows of LiveOut alone; LiveIn is computed from them, a word at a time, and what
// holds in the middle of a block by a look at the instructions between.

// LiveOut returns the registers that are live at the end of block b, after the
// definitions of its last instruction: on some edge, and not defined by that edge.
// It is empty for blocks that cannot be reached.
func (f *Body) LiveOut(b cfg.BlockID) Set {
	words := f.Words()
	return SetOf(f.LiveRows()[int(b)*words : int(b+1)*words])
}

// LiveIn returns the registers that are live at the start of block b.
func (f *Body) LiveIn(b cfg.BlockID) Set {
	var live Set
	words := f.Words()
	for w := range words {
		live[w] = f.LiveWord(int(b)*words + w)
	}
	return live
}

// LiveWord returns one word of the rows of LiveIn.
func (f *Body) LiveWord(w int) uint64 {
	o := &f.operands
	n := len(o.rows) / 3
	live := o.rows[w] | o.rows[2*n+w]&^o.rows[n+w]
	if f.captured != nil {
		live |= f.captured.observations[w]
	}
	return live
}

// LiveRows returns the sets of LiveOut by block, the words of each after one another.
func (f *Body) LiveRows() []uint64 { return f.operands.live() }

// solveLiveness fills the rows of the operands that wait for it: those of LiveOut, and if closures
// access registers those of captured, observations and plain.
func (f *Body) solveLiveness(mem *Memory) {
	o, cells := &f.operands, f.CellSets()
	if cells == nil && len(f.Graph.Order) == 1 && len(f.Graph.Succs(0)) == 0 {
		return // nothing is live at the end
	}
	p := f.livenessProblem(mem, o, cells)
	if cells != nil && f.captured.byPath {
		by := pathProblem{f: f, base: o.exposed(), plain: p}
		by.solve(&mem.Scratch, mem.Meter)
		f.captured.plain = by.atEnds(cells, mem.words.Take(len(p.sets)))
		return
	}
	p.solve(Zeroed(&mem.todo, WordsFor(len(f.Graph.Blocks))), mem.Meter)
}

// livenessProblem returns the problem of liveness: a block generates what it reads first, and
// what it lets closures read; it kills what it defines.
func (f *Body) livenessProblem(mem *Memory, o *Operands, cells []uint64) problem {
	words := f.Words()
	n := len(f.Graph.Blocks)
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    words,
		gen:      o.exposed(),
		kill:     o.Defined(),
		sets:     o.live(),
	}
	p.killOnEdges(f, &mem.Scratch)
	if cells == nil {
		return p
	}
	f.captured.observations = mem.words.Take(words * n)
	p.gen = Zeroed(&mem.gen, words*n)
	for _, b := range f.Graph.Order {
		gen := f.observedIn(b, f.SharedAt(cells, b))
		p.at(f.captured.observations, int(b)).assign(&gen)
		for w, exposed := range p.at(o.exposed(), int(b)) {
			p.at(p.gen, int(b))[w] = exposed | gen[w]
		}
	}
	return p
}

// killOnEdges gives the blocks edge rows whose last instruction defines registers on an edge.
func (p *problem) killOnEdges(f *Body, mem *Scratch) {
	if !f.Opcodes.HasAny(effect.EdgeDefiners) {
		return
	}
	p.edge, p.edgeKill = Zeroed(&mem.edge, len(f.Graph.Blocks)), mem.edgeKill[:0]
	for _, b := range f.Graph.Order {
		if last := f.Graph.Last(b); effect.EdgeDefiners.Has(f.Proto.Code[last]) {
			var kill Set
			kill.AddAll(effect.EdgeDefs(f.Proto, last))
			p.edgeKill = append(p.edgeKill, kill[:p.words]...)
			p.edge[b] = int32(len(p.edgeKill) / p.words)
		}
	}
	mem.edgeKill = p.edgeKill
}

// AddAll puts registers in.
func (s *Set) AddAll(regs effect.Regs) {
	for ; regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		s.addRun(first, n)
	}
}

// LiveAt reports whether the value that reg holds at pc may be read later; at the
// point before the instruction there, finalizers that the one in front of it has
// set off may still be running. A store whose register is not live after it is
// dead. Where control never comes LiveAt claims nothing: it is true.
func (f *Body) LiveAt(pc, reg int) bool {
	if !f.Graph.Reachable(pc) || f.FinalizersRead(pc, reg) {
		return true
	}
	if to := f.Graph.Point(pc); to != pc {
		return f.liveInto(f.Graph.Block(to), reg, f.isReadable(pc, reg))
	}
	b := f.Graph.Block(pc)
	switch how, _ := f.scan(pc, int(f.Graph.Blocks[b].End), reg); how {
	case untouched:
		return Row(f.LiveRows()[int(b)*f.Words():]).Has(reg)
	case overwritten:
		return false
	}
	return true
}

// LiveFrom reports whether the value that the instructions from start to pc, exclusive,
// leave in reg may be read later; it is LiveAt if there are none. Other paths may lead to
// pc as well, on which closures have captured reg.
func (f *Body) LiveFrom(start, pc, reg int) bool {
	if !f.leavesBlock(start, pc) || !f.Graph.Reachable(pc) || f.FinalizersRead(pc, reg) {
		return f.LiveAt(pc, reg)
	}
	return f.liveInto(f.Graph.Block(pc), reg, f.IsReadableFrom(start, pc, reg))
}

// leavesBlock reports whether pc begins another block than the instructions from start to
// pc, exclusive, end in.
func (f *Body) leavesBlock(start, pc int) bool {
	return start < pc && f.Graph.Block(pc-1) != f.Graph.Block(pc)
}

// IsReadableFrom reports whether closures may read the cell reg at pc, if control comes
// there from the instructions from start to pc, exclusive.
func (f *Body) IsReadableFrom(start, pc, reg int) bool {
	if readable := f.isReadable(pc, reg); !readable || !f.leavesBlock(start, pc) {
		return readable
	}
	for _, from := range f.Graph.Preds(f.Graph.Block(pc)) {
		if last := f.Graph.Last(from); start <= last && last < pc && f.isReadableAtEnd(from, reg) {
			return true
		}
	}
	return false
}

// isReadableAtEnd reports whether closures may read the cell reg at the end of a block.
func (f *Body) isReadableAtEnd(b cfg.BlockID, reg int) bool {
	last := f.Graph.Last(b)
	if closed := effect.Closes(f.Proto.Code[last]); closed >= 0 && closed <= reg {
		return false
	}
	return f.CellAt(last, reg)&effect.Read != 0 ||
		effect.Closure(f.Proto.Code[last]) >= 0 && f.CapturedBy(last, reg)&effect.Read != 0
}

// liveInto reports whether the value of reg at the start of block b may be read later, if
// control comes there on a path on which closures may read it as a cell, or on one on
// which none has captured it.
func (f *Body) liveInto(b cfg.BlockID, reg int, readable bool) bool {
	w := int(b)*f.Words() + reg>>6
	if !readable && f.captured != nil && f.captured.byPath {
		return f.captured.plain[w]>>(reg&63)&1 != 0
	}
	return f.LiveWord(w)>>(reg&63)&1 != 0
}

// ReadsOver reports whether the value that reg has at the end of a block may be read once
// control has come from there to another one, at the start of which it is live.
func (f *Body) ReadsOver(from, to cfg.BlockID, reg int) bool {
	return f.captured == nil || !f.captured.byPath || f.isReadableAtEnd(from, reg) || f.liveInto(to, reg, false)
}

// LiveAfter reports whether the value that the instruction at pc gives to reg, one
// of those that it defines or may define, is read later.
func (f *Body) LiveAfter(pc, reg int) bool {
	if !f.Graph.Reachable(pc) {
		return true
	}
	b := f.Graph.Block(pc)
	if pc < f.Graph.Last(b) {
		return f.LiveAt(pc+1, reg)
	}
	if f.FinalizersReadAfter(pc, reg, f.isReadable(pc, reg)) {
		return true
	}
	readable := f.isReadableAtEnd(b, reg)
	for k, to := range f.Graph.Succs(b) {
		if k > 0 && effect.EdgeDefs(f.Proto, pc).Has(reg) {
			break
		}
		if f.liveInto(to, reg, readable) {
			return true
		}
	}
	return false
}
