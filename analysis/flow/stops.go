package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Liveness where control does not come past calls that never return: those raise an
// error, end the program or go on forever. Branches count as in the graph, whatever the
// constants say of them. In
//
//	local x = 1
//	if bad then error("no") end
//	return x
//
// the graph has an edge from the call of `error` to the last line, over which nothing comes. A
// block with such a call kills all registers, and generates what is read in front of the call's end:
// the solver's equations stay as they are.

// FeasibleLiveFrom reports whether the value that the instructions from start to pc,
// exclusive, leave in reg may be read later, as LiveFrom does, and not only past a call that
// never returns. Where control never comes it is LiveFrom. Whoever asks about a program must
// always ask with the same known.
func (f *Func) FeasibleLiveFrom(known Feasible, start, pc, reg int) bool {
	if !f.LiveFrom(start, pc, reg) {
		return false
	}
	rows := f.liveBeforeStops(known)
	if rows == nil || !known.Executable(f, pc) || f.FinalizersRead(pc, reg) {
		return true
	}
	pc = f.Graph.Point(pc)
	b := f.Graph.Block(pc)
	end, stops := f.stop(known, b)
	switch how, _ := f.scan(pc, end, reg); how {
	case untouched:
		return !stops && Row(rows[int(b)*f.Words():]).Has(reg)
	case overwritten:
		return false
	}
	return true
}

// stop returns the pc after the last instruction of a block that is executed, if that is a
// call that never returns; else the end of the block. A tail call is no such call: the function
// ends with it anyway.
func (f *Func) stop(known Feasible, b cfg.BlockID) (end int, stops bool) {
	end = int(known.ExecutedEnd(f, b))
	if end > 0 && effect.IsNonTailCall(f.Proto.Code[end-1]) && known.Stops(f, end-1) {
		return end, true
	}
	return int(f.Graph.Blocks[b].End), false
}

// liveBeforeStops returns, by block, the registers that are live at its end; nil if f has no
// call that never returns.
func (f *Func) liveBeforeStops(known Feasible) []uint64 {
	if !f.knows(stopFacts) {
		f.LiveRows()
		cells, o := f.CellSets(), f.Operands()
		f.compute(stopFacts, func(mem *Memory) { f.beforeStops = f.solveBeforeStops(known, mem, o, cells) })
	}
	return f.beforeStops
}

func (f *Func) solveBeforeStops(known Feasible, mem *Memory, o *Operands, cells []uint64) []uint64 {
	var p problem
	for _, b := range f.Graph.Order {
		end, stops := f.stop(known, b)
		if !stops {
			continue
		}
		if p.graph == nil {
			p = f.problemBeforeStops(mem, o)
		}
		p.at(p.kill, int(b)).fill()
		copy(p.at(p.gen, int(b)), f.exposedUpTo(b, end, f.SharedAt(cells, b))[:p.words])
	}
	if p.graph == nil {
		return nil
	}
	p.solve(Zeroed(&mem.todo, WordsFor(len(f.Graph.Blocks))), mem.Meter)
	return p.sets
}

// problemBeforeStops returns the problem of liveness, with rows of its own.
func (f *Func) problemBeforeStops(mem *Memory, o *Operands) problem {
	n := len(f.Graph.Blocks)
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    f.Words(),
		gen:      Zeroed(&mem.gen, len(o.live())),
		kill:     Zeroed(&mem.kill, len(o.live())),
		edge:     Zeroed(&mem.edge, n),
		edgeKill: mem.edgeKill[:0],
		sets:     mem.words.Take(len(o.live())),
	}
	copy(p.kill, o.Defined())
	copy(p.gen, o.exposed())
	for _, b := range f.Graph.Order {
		p.addEdgeKill(f, b)
	}
	mem.edgeKill = p.edgeKill
	if f.captured != nil {
		for w, observed := range f.captured.observations {
			p.gen[w] |= observed
		}
	}
	return p
}

// exposedUpTo returns the registers whose value at the start of block b, where s is the cells,
// something reads in front of end.
func (f *Func) exposedUpTo(b cfg.BlockID, end int, s Cells) *Set {
	exposed := f.observedUpTo(b, end, s)
	var kill Set
	for pc := int(f.Graph.Blocks[b].Start); pc < end; pc++ {
		for _, reg := range f.operandLists.UsesOf(pc) {
			if !kill.Has(int(reg)) {
				exposed.Add(int(reg))
			}
		}
		kill.addRegs(f.operandLists.DefsOf(pc))
	}
	return &exposed
}
