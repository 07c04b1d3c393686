package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// What closures do with the values of registers, as two problems of bit vectors:
// which values they may read as long as these are in a cell, backward; and where
// the value that they wrote into a cell may still be there, forward. The first is liveness
// with no reader but closures, the second reaching definitions with no definition but theirs, of
// which it is not asked which one it is. Package ssa makes of both a set of values and a set of
// operands.

// Observation says which values closures may read as long as these are in a cell.
type Observation struct {
	// starts has, by block, the registers whose value at the start closures may read.
	starts []uint64
	words  int
	byPath *pathProblem // nil if paths make no difference
}

// SolveObserved solves the problem of what closures read: an instruction generates the
// cells that it lets others read, and kills what it defines. The function must have cells,
// and its liveness be known. The result is scratch memory.
func (f *Body) SolveObserved(o *Operands, cells []uint64, mem *Scratch) Observation {
	n, words := len(f.Graph.Blocks), f.Words()
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    words,
		gen:      f.captured.observations,
		kill:     o.Defined(),
		sets:     Zeroed(&mem.observed, words*n),
	}
	p.killOnEdges(f, mem)
	if f.captured.byPath {
		p.gen = Zeroed(&mem.gen, words*n)
		by := &pathProblem{f: f, plain: p}
		by.solve(mem, mem.Meter)
		return Observation{by.atStarts(cells, Zeroed(&mem.atStarts, words*n)), words, by}
	}
	p.solve(Zeroed(&mem.todo, WordsFor(n)), mem.Meter)
	for w := range p.sets { // from the ends of the blocks to their starts
		p.sets[w] = p.gen[w] | p.sets[w]&^p.kill[w]
	}
	return Observation{starts: p.sets, words: words}
}

// At returns the registers whose value at the start of block b closures may read.
func (o *Observation) At(b cfg.BlockID) Row { return o.starts[int(b)*o.words:][:o.words] }

// Over returns the registers whose value at the start of block to, if control comes
// there from a point at which some registers are cells, closures may read.
func (o *Observation) Over(to cfg.BlockID, cells *Cells) (out Set) {
	if o.byPath == nil {
		return SetOf(o.At(to))
	}
	plain := &o.byPath.plain
	ifCell := plain.at(o.byPath.starts, int(to))
	for w, there := range plain.at(plain.sets, int(to)) {
		out[w] = there | ifCell[w]&cells.Read[w]
	}
	return out
}

// SolveClosureWrites returns, by block, the registers that at the start may hold what a
// closure wrote: an instruction generates the cells that others may write
// meanwhile, and kills what it defines. It is nil if no closure writes. The function must
// have cells. The result is scratch memory.
func (f *Body) SolveClosureWrites(o *Operands, cells []uint64, mem *Scratch) []uint64 {
	n, words := len(f.Graph.Blocks), f.Words()
	if f.captured.writable.Empty() {
		return nil
	}
	p := problem{
		graph: &f.Graph,
		words: words,
		gen:   Zeroed(&mem.gen, words*n),
		kill:  o.Defined(),
		sets:  Zeroed(&mem.written, words*n),
	}
	for _, b := range f.Graph.Order {
		w := ClosureWrites{Cells: f.SharedAt(cells, b)}
		block := &f.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			w.Transfer(f, pc)
		}
		p.at(p.gen, int(b)).assign(&w.Reach)
	}
	p.killOnEdges(f, mem)
	p.solve(Zeroed(&mem.todo, WordsFor(n)), mem.Meter)
	return p.sets
}

// ClosureWrites is what closures have written, up to some point of a block.
type ClosureWrites struct {
	Cells Cells // the registers that are cells at the point
	Reach Set   // the registers that may hold what a closure wrote
}

// Transfer carries w over the instruction at pc, in the order in which things happen: other code
// writes, the instruction defines, which replaces what was written, finalizers write, and from then
// on what the instruction captures is a cell.
func (w *ClosureWrites) Transfer(f *Body, pc int) {
	i := f.Proto.Code[pc]
	if w.Reach.Empty() && (effect.Silent.Has(i) || w.Cells.written.Empty() && !effect.ClosureMakers.Has(i)) {
		return // nothing is written, and nothing that was written is there
	}
	actions := effect.Actions(i)
	if actions&effect.RunsCode != 0 {
		w.Reach.addAllOf(&w.Cells.written)
	}
	if !w.Reach.Empty() {
		for regs := effect.Defs(f.Proto, pc); regs != 0; regs = regs.Rest() {
			first, n := regs.Run()
			for reg := first; reg < first+n; reg++ {
				w.Reach.Remove(reg)
			}
		}
	}
	if actions&effect.Allocates != 0 {
		after := f.SharedWithFinalizers(pc, &w.Cells)
		w.Reach.addAllOf(&after.written)
	}
	if changingCells.Has(i) {
		f.CaptureAt(pc, &w.Cells)
	}
}
