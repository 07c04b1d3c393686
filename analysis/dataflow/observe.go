package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// What closures do with the values of registers, as two problems of bit vectors:
// which values they may read as long as these are in a cell, backward; and where
// the value that they wrote into a cell may still be there, forward.

// solveObserved is, by block, the registers whose value at the start closures may
// read: an instruction generates the cells that it lets others read, and kills what
// it defines.
func (r *renamer) solveObserved() []uint64 {
	f, mem, n := r.f, r.mem, len(r.f.Graph.Blocks)
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    r.words,
		gen:      f.captured.observations,
		kill:     r.o.defined(),
		edge:     zeroed(&mem.edge, n),
		edgeKill: mem.edgeKill[:0],
		sets:     zeroed(&mem.observed, r.words*n),
	}
	for _, b := range f.Graph.Order {
		p.addEdgeKill(f, b)
	}
	mem.edgeKill = p.edgeKill
	if f.captured.byPath {
		p.gen = zeroed(&mem.gen, r.words*n)
		r.byPath = &pathProblem{f: f, plain: p}
		r.byPath.solve(mem)
		return r.byPath.atStarts(r.cells, zeroed(&mem.seen, r.words*n))
	}
	p.solve(zeroed(&mem.todo, wordsFor(n)), mem.Meter)
	for w := range p.sets { // from the ends of the blocks to their starts
		p.sets[w] = p.gen[w] | p.sets[w]&^p.kill[w]
	}
	return p.sets
}

// observedOver is the registers whose value at the start of block to, if control comes
// there from a point at which some registers are cells, closures may read.
func (r *renamer) observedOver(to cfg.BlockID, cells *shared) (out Set) {
	if r.byPath == nil {
		copy(out[:], r.at(r.observed, to))
		return out
	}
	ifCell := r.at(r.byPath.starts, to)
	for w, plain := range r.at(r.byPath.plain.sets, to) {
		out[w] = plain | ifCell[w]&cells.read[w]
	}
	return out
}

// observedIn is the registers whose value at the start of block b closures may read
// in the block, if s is the cells there.
func (f *Func) observedIn(b cfg.BlockID, s shared) Set {
	return f.observedUpTo(b, int(f.Graph.Blocks[b].End), s)
}

// observedUpTo is observedIn for the part of the block in front of end.
func (f *Func) observedUpTo(b cfg.BlockID, end int, s shared) Set {
	var gen, kill Set
	for pc := int(f.Graph.Blocks[b].Start); pc < end; pc++ {
		i := f.Proto.Code[pc]
		actions := effect.Actions(i)
		if actions == 0 && effect.Closes(i) < 0 {
			kill.addRegs(f.operandLists.defsOf(pc))
			continue
		}
		seen := observable(i, &s)
		gen.addWithout(&seen, &kill)
		kill.addAll(effect.Defs(f.Proto, pc))
		if actions&effect.Allocates != 0 {
			behind := f.sharedWithFinalizers(pc, &s)
			gen.addWithout(&behind.read, &kill)
		}
		f.captureAt(pc, &s)
	}
	return gen
}

// noteObserved fills the observed set of the form.
func (r *renamer) noteObserved() {
	s := r.s
	s.cells = &r.mem.marked.Take(1)[0]
	s.cells.observed = r.mem.words.Take(wordsFor(len(s.Values)))
	for v := ValueID(0); v < s.firstDef[0]; v++ {
		r.noteIf(v, r.at(r.observed, 0))
	}
	for _, b := range r.f.Graph.Order {
		first, n := s.Phis(b)
		for v := first; v < first+ValueID(n); v++ {
			r.noteIf(v, r.at(r.observed, b))
		}
		r.noteObservedIn(b)
	}
}

// noteIf adds v to the observed values if its register is in the set.
func (r *renamer) noteIf(v ValueID, set row) {
	if set.has(int(r.s.Values[v].Reg)) {
		r.s.cells.observed.add(int(v))
	}
}

// noteObservedIn sees to the values that the instructions of block b make.
func (r *renamer) noteObservedIn(b cfg.BlockID) {
	f, s := r.f, r.s
	block := &f.Graph.Blocks[b]
	last := f.Graph.Last(b)
	if s.firstDef[block.Start] == s.firstDef[block.End] {
		return
	}
	cells := f.sharedAt(r.cells, b)
	fresh := Set{} // registers whose current value is of this block and not known to be observed
	see := func(seen Set) {
		for w := range seen {
			seen[w] &= fresh[w]
			fresh[w] &^= seen[w]
		}
		for reg := range seen.All {
			s.cells.observed.add(int(r.current[reg]))
		}
	}
	for pc := int(block.Start); pc <= last; pc++ {
		actions := effect.Actions(f.Proto.Code[pc])
		if actions != 0 || pc == last {
			see(observable(f.Proto.Code[pc], &cells))
		}
		for v := s.firstDef[pc]; v < s.firstDef[pc+1]; v++ {
			if d := &s.Values[v]; d.Kind == DefValue {
				fresh.Add(int(d.Reg))
				r.current[d.Reg] = v
			}
		}
		if actions&effect.Allocates != 0 {
			see(f.sharedWithFinalizers(pc, &cells).read)
		}
		if actions&effect.Allocates != 0 || pc == last {
			f.captureAt(pc, &cells)
		}
	}
	for k, to := range f.Graph.Succs(b) {
		out := r.observedOver(to, &cells)
		for v := s.firstDef[last]; k == 0 && v < s.firstDef[last+1]; v++ {
			if d := &s.Values[v]; d.Kind == EdgeValue {
				r.noteIf(v, out[:])
				out.remove(int(d.Reg))
			}
		}
		see(out)
	}
	// What FORPREP leaves as it was is seen with what it may make of it.
	maybe := effect.MayDefs(f.Proto, last)
	for k, reg := range r.o.usesOf(last) {
		if maybe.Has(int(reg)) && s.Observed(s.Def(last, int(reg))) {
			s.cells.observed.add(int(s.Uses(last)[k]))
		}
	}
}

// noteClosureWrites fills the set of operands that may be what a closure wrote.
func (r *renamer) noteClosureWrites() {
	f, s := r.f, r.s
	if r.written == nil {
		return
	}
	s.cells.byClosure = r.mem.words.Take(wordsFor(len(s.uses)))
	for _, b := range f.Graph.Order {
		w := writes{cells: f.sharedAt(r.cells, b)}
		copy(w.reach[:], r.at(r.written, b))
		block := &f.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			for k, reg := range r.o.usesOf(pc) {
				if w.reach.Has(int(reg)) {
					s.cells.byClosure.add(int(s.firstUse[pc]) + k)
				}
			}
			w.step(f, pc)
		}
	}
}

// solveClosureWrites is, by block, the registers that at the start may hold what a
// closure wrote: an instruction generates the cells that others may write
// meanwhile, and kills what it defines. It is nil if no closure writes.
func (r *renamer) solveClosureWrites() []uint64 {
	f, mem, n := r.f, r.mem, len(r.f.Graph.Blocks)
	if f.captured.writable.Empty() {
		return nil
	}
	p := problem{
		graph:    &f.Graph,
		words:    r.words,
		gen:      zeroed(&mem.phis, r.words*n),
		kill:     r.o.defined(),
		edge:     zeroed(&mem.edge, n),
		edgeKill: mem.edgeKill[:0],
		sets:     zeroed(&mem.written, r.words*n),
	}
	for _, b := range f.Graph.Order {
		w := writes{cells: f.sharedAt(r.cells, b)}
		block := &f.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			w.step(f, pc)
		}
		copy(r.at(p.gen, b), w.reach[:])
		p.addEdgeKill(f, b)
	}
	mem.edgeKill = p.edgeKill
	p.solve(zeroed(&mem.todo, wordsFor(n)), mem.Meter)
	return p.sets
}

// writes is what closures have written, up to some point of a block.
type writes struct {
	cells shared
	reach Set
}

// step carries w over the instruction at pc.
func (w *writes) step(f *Func, pc int) {
	actions := effect.Actions(f.Proto.Code[pc])
	if actions&effect.RunsCode != 0 {
		w.reach.addAllOf(&w.cells.written)
	}
	if !w.reach.Empty() {
		for regs := effect.Defs(f.Proto, pc); regs != 0; regs = regs.Rest() {
			first, n := regs.Run()
			for reg := first; reg < first+n; reg++ {
				w.reach.remove(reg)
			}
		}
	}
	if actions&effect.Allocates != 0 {
		behind := f.sharedWithFinalizers(pc, &w.cells)
		w.reach.addAllOf(&behind.written)
	}
	f.captureAt(pc, &w.cells)
}
