package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/compile/meter"
)

// Whether a register is a cell may depend on the path: in
//
//	if c then a = 1 else f(function() return a end) end
//
// the end of the function reads the cell where control comes from the `else`, and no
// value where it comes from the store. A problem about values that closures may read is
// solved twice then, as on a graph with two copies of each block (Reps, Horwitz and
// Sagiv, "Precise interprocedural dataflow analysis via graph reachability", POPL 1995,
// for one register at a time): in one the register is a cell, in the other it is not
// one yet. A CLOSURE that captures the register leads from the second to the first. Which of
// the copies control may be in at some point is what CellSets says.
//
// Nothing leads back from the first copy to the second: where a JMP closes the cell, the value
// counts as read, and what comes after does not matter. So the two are solved one after the other:
// first for registers that are cells, then for those that are not yet, with what the first gives
// where one becomes a cell as part of gen. For registers that no closure reads both are the same.

// pathProblem is a backward problem about values that closures may read, in a function
// in which some register is a cell on only some of the paths to a point.
type pathProblem struct {
	f    *Body
	base []uint64 // rows of what a block reads besides; nil if there is none
	// plain is the problem of registers that are no cells yet; when it is solved its sets
	// are those at the ends of the blocks.
	plain problem
	// ends and starts are, by block, the sets for registers that are cells.
	ends, starts []uint64
}

// solve solves the problem. The sets of plain are empty, and its gen is scratch memory. A block
// that captures a register and does not define it generates for the second copy what the first
// says of the register at the block's end: the value at the start is in the cell there.
func (p *pathProblem) solve(mem *Scratch, count *meter.Meter) {
	f, g := p.f, p.plain.graph
	p.starts, p.ends = Zeroed(&mem.starts, len(p.plain.sets)), Zeroed(&mem.sets, len(p.plain.sets))
	cells := p.plain
	cells.gen, cells.sets = p.starts, p.ends
	var all Cells
	for _, c := range f.captured.captures {
		all.set(int(c.reg), c.access)
	}
	for _, b := range g.Order {
		p.generate(cells.gen, b, f.observedIn(b, all))
	}
	todo := Zeroed(&mem.todo, WordsFor(len(g.Blocks)))
	cells.solve(todo, count)
	for _, b := range g.Order {
		gen := f.observedIn(b, Cells{})
		var made Cells
		f.captureIn(b, &made)
		end, kill := cells.at(p.ends, int(b)), cells.at(cells.kill, int(b))
		for w := range end {
			gen[w] |= made.Read[w] & end[w] &^ kill[w]
		}
		p.generate(p.plain.gen, b, gen)
	}
	p.plain.solve(todo, count)
	for w := range p.starts {
		p.starts[w] |= p.ends[w] &^ p.plain.kill[w]
	}
}

// generate makes what a block generates of what closures read in it.
func (p *pathProblem) generate(rows []uint64, b cfg.BlockID, observed Set) {
	row := p.plain.at(rows, int(b))
	copy(row, observed[:])
	if p.base != nil {
		for w, exposed := range p.plain.at(p.base, int(b)) {
			row[w] |= exposed
		}
	}
}

// atEnds adds, to the sets of plain, those for registers that may be cells at the end of
// the block, and fills rows with what plain alone has at the starts.
func (p *pathProblem) atEnds(cells, rows []uint64) []uint64 {
	for w, end := range p.plain.sets {
		rows[w] = p.plain.gen[w] | end&^p.plain.kill[w]
	}
	for _, b := range p.plain.graph.Order {
		s := p.f.SharedAt(cells, b)
		p.f.captureIn(b, &s)
		set := p.plain.at(p.plain.sets, int(b))
		for w, end := range p.plain.at(p.ends, int(b)) {
			set[w] |= end & s.Read[w]
		}
	}
	return rows
}

// atStarts makes the sets of plain those at the starts of the blocks, and fills rows with
// them and those for registers that may be cells there.
func (p *pathProblem) atStarts(cells, rows []uint64) []uint64 {
	for w := range p.plain.sets {
		p.plain.sets[w] = p.plain.gen[w] | p.plain.sets[w]&^p.plain.kill[w]
	}
	copy(rows, p.plain.sets)
	for _, b := range p.plain.graph.Order {
		s := p.f.SharedAt(cells, b)
		set := p.plain.at(rows, int(b))
		for w, start := range p.plain.at(p.starts, int(b)) {
			set[w] |= start & s.Read[w]
		}
	}
	return rows
}
