package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// What closures do with the values of registers, as two problems of bit vectors:
// which values they may read as long as these are in a cell, backward; and where
// the value that they wrote into a cell may still be there, forward.

// observation says which values closures may read as long as these are in a cell.
type observation struct {
	// starts has, by block, the registers whose value at the start closures may read.
	starts []uint64
	words  int
	byPath *pathProblem // nil if paths make no difference
}

// solveObserved solves the problem of what closures read: an instruction generates the
// cells that it lets others read, and kills what it defines. The function must have cells,
// and its liveness be known. The result is scratch memory.
func (f *Func) solveObserved(o *operands, cells []uint64, mem *scratch) observation {
	n, words := len(f.Graph.Blocks), f.words()
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    words,
		gen:      f.captured.observations,
		kill:     o.defined(),
		edge:     zeroed(&mem.edge, n),
		edgeKill: mem.edgeKill[:0],
		sets:     zeroed(&mem.observed, words*n),
	}
	for _, b := range f.Graph.Order {
		p.addEdgeKill(f, b)
	}
	mem.edgeKill = p.edgeKill
	if f.captured.byPath {
		p.gen = zeroed(&mem.gen, words*n)
		by := &pathProblem{f: f, plain: p}
		by.solve(mem, f.program.meter())
		return observation{by.atStarts(cells, zeroed(&mem.seen, words*n)), words, by}
	}
	p.solve(zeroed(&mem.todo, wordsFor(n)), f.program.meter())
	for w := range p.sets { // from the ends of the blocks to their starts
		p.sets[w] = p.gen[w] | p.sets[w]&^p.kill[w]
	}
	return observation{starts: p.sets, words: words}
}

// at returns the registers whose value at the start of block b closures may read.
func (o *observation) at(b cfg.BlockID) row { return o.starts[int(b)*o.words:][:o.words] }

// over returns the registers whose value at the start of block to, if control comes
// there from a point at which some registers are cells, closures may read.
func (o *observation) over(to cfg.BlockID, cells *shared) (out Set) {
	if o.byPath == nil {
		copy(out[:], o.at(to))
		return out
	}
	plain := &o.byPath.plain
	ifCell := plain.at(o.byPath.starts, int(to))
	for w, there := range plain.at(plain.sets, int(to)) {
		out[w] = there | ifCell[w]&cells.read[w]
	}
	return out
}

// solveClosureWrites returns, by block, the registers that at the start may hold what a
// closure wrote: an instruction generates the cells that others may write
// meanwhile, and kills what it defines. It is nil if no closure writes. The function must
// have cells. The result is scratch memory.
func (f *Func) solveClosureWrites(o *operands, cells []uint64, mem *scratch) []uint64 {
	n, words := len(f.Graph.Blocks), f.words()
	if f.captured.writable.Empty() {
		return nil
	}
	p := problem{
		graph:    &f.Graph,
		words:    words,
		gen:      zeroed(&mem.gen, words*n),
		kill:     o.defined(),
		edge:     zeroed(&mem.edge, n),
		edgeKill: mem.edgeKill[:0],
		sets:     zeroed(&mem.written, words*n),
	}
	for _, b := range f.Graph.Order {
		w := writes{cells: f.sharedAt(cells, b)}
		block := &f.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			w.step(f, pc)
		}
		copy(p.at(p.gen, int(b)), w.reach[:])
		p.addEdgeKill(f, b)
	}
	mem.edgeKill = p.edgeKill
	p.solve(zeroed(&mem.todo, wordsFor(n)), f.program.meter())
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
