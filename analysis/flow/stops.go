package flow

import "luaflow/analysis/cfg"

// Liveness where control does not come past calls that never return: those raise an
// error, end the program or go on forever. Which calls those are constants tell; branches count as
// in the graph, whatever the constants say of them. In
//
//	local x = 1
//	if bad then error("no") end
//	return x
//
// the graph has an edge from the call of `error` to the last line, over which nothing comes. A
// block with such a call kills all registers, and generates what is read in front of the call's end:
// the solver's equations stay as they are.

// Stops is the calls of one function that never return, and liveness in front of them. The
// zero Stops is that of a function without any.
type Stops struct {
	ends []int32  // by block: the pc after its call that never returns, 0 if it has none
	live []uint64 // by block: the registers that are live at its end
}

// SolveStops returns liveness in front of the calls that ends names: by block the pc after its
// call that never returns, 0 if it has none. live is as many zeros as LiveRows has words, and
// becomes part of the result, as does ends.
func (f *Body) SolveStops(ends []int32, live []uint64, mem *Scratch) Stops {
	o, n := &f.operands, len(f.Graph.Blocks)
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    f.Words(),
		gen:      Zeroed(&mem.gen, len(live)),
		kill:     Zeroed(&mem.kill, len(live)),
		sets:     live,
	}
	copy(p.kill, o.Defined())
	copy(p.gen, o.exposed())
	if f.captured != nil {
		for w, observed := range f.captured.observations {
			p.gen[w] |= observed
		}
	}
	p.killOnEdges(f, mem)
	for _, b := range f.Graph.Order {
		if ends[b] > 0 {
			p.at(p.kill, int(b)).fill()
			copy(p.at(p.gen, int(b)), f.exposedUpTo(b, int(ends[b]), f.SharedAt(f.CellSets(), b))[:p.words])
		}
	}
	p.solve(Zeroed(&mem.todo, WordsFor(n)), mem.Meter)
	return Stops{ends, live}
}

// LiveFrom reports whether the value that the instructions from start to pc, exclusive, leave in
// reg may be read later, as Body.LiveFrom of f does, and not only past a call that never returns.
// Where control never comes because of such a call it claims nothing.
func (s *Stops) LiveFrom(f *Body, start, pc, reg int) bool {
	if !f.LiveFrom(start, pc, reg) {
		return false
	}
	if s.live == nil || f.FinalizersRead(pc, reg) {
		return true
	}
	pc = f.Graph.Point(pc)
	b := f.Graph.Block(pc)
	end, stops := int(f.Graph.Blocks[b].End), s.ends[b] > 0
	if stops {
		end = int(s.ends[b])
	}
	switch how, _ := f.scan(pc, end, reg); how {
	case untouched:
		return !stops && Row(s.live[int(b)*f.Words():]).Has(reg)
	case overwritten:
		return false
	}
	return true
}

// exposedUpTo returns the registers whose value at the start of block b, where s is the cells,
// something reads in front of end.
func (f *Body) exposedUpTo(b cfg.BlockID, end int, s Cells) *Set {
	exposed := f.observedUpTo(b, end, s)
	var kill Set
	for pc := int(f.Graph.Blocks[b].Start); pc < end; pc++ {
		for _, reg := range f.operands.UsesOf(pc) {
			if !kill.Has(int(reg)) {
				exposed.Add(int(reg))
			}
		}
		kill.addRegs(f.operands.DefsOf(pc))
	}
	return &exposed
}
