package flow

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/compile/meter"
)

// One definition or one use at a time, by a search over the blocks: what an editor
// asks. Each question costs at most the size of the function, however many
// definitions there are (compare reaching.go). Backward for the definitions of a use, which is a search of
// its own, forward for the uses of a definition, which is a walk. A path ends where the value is replaced,
// and each block is entered once, so that both end: what a block adds does not depend on how it is entered.

// What stands in the place of a pc for definitions that no instruction of the
// function makes.
const (
	Entry     = -1 // the value at the start of the function: a parameter, or none
	ByClosure = -2 // the value that a closure gave to the cell
)

// Reaching returns the definitions of reg that reach the point before the instruction
// at pc: their pcs in ascending order, with ByClosure and Entry in front. It is
// empty where control never comes.
func (f *Body) Reaching(pc, reg int) []int {
	if !f.Graph.Reachable(pc) {
		return nil
	}
	s := search{f: f, reg: reg, events: f.eventsOf(reg), to: len(f.Proto.Code)}
	return s.back(pc)
}

// Definitions finds definitions that reach places of a function, any number, after it has looked at the function
// once.
type Definitions struct {
	f      *Body
	events events
}

// Definitions returns what finds the definitions of all registers of f. To make it is counted in steps; nil if nobody counts.
func (f *Body) Definitions(steps *meter.Meter) *Definitions {
	if f.captured != nil && f.captured.events.first != nil {
		return &Definitions{f, f.captured.events}
	}
	return &Definitions{f, f.findEvents(&Memory{Scratch: Scratch{Meter: steps}})}
}

// ReachingFrom returns what Reaching does, but of paths that lead through the instructions from start on, up to pc,
// alone: Reaching itself if start is 0. It takes time for these.
func (d *Definitions) ReachingFrom(start, pc, reg int) []int {
	if !d.f.Graph.Reachable(pc) {
		return nil
	}
	s := search{f: d.f, reg: reg, events: d.events.of(reg), from: start, to: len(d.f.Proto.Code)}
	if start > 0 {
		s.to = pc
	}
	return s.back(pc)
}

// UsesOf returns the pcs, ascending, of the instructions that read the value which the
// instruction at pc, or Entry, gives to reg.
func (f *Body) UsesOf(pc, reg int) []int {
	s := search{f: f, reg: reg, events: f.eventsOf(reg)}
	g := &f.Graph
	start, first := pc, pc+1 // where the walk begins, and from where on the value is there
	switch {
	case pc == Entry:
		start = 0
	case !g.Reachable(pc):
		return nil
	case s.definesOnEdge(pc):
		start = int(g.Blocks[g.Succs(g.Block(pc))[0]].Start)
		first = start
	}
	edgeDef := false // the block in work ends in a definition on its first edge
	f.WalkRegister(start, false, len(g.Blocks)+1, func(step, pc int, _ bool) (Next, bool) {
		end := int(g.Blocks[g.Block(pc)].End)
		if step == 0 {
			pc = first
		}
		edgeDef = false
		for _, e := range eventsBetween(s.events, pc, end) {
			switch e.kind() {
			case evUse:
				s.found = append(s.found, e.pc())
			case evDef:
				return EndPath, false
			case evEdgeDef:
				edgeDef = true
			}
		}
		return GoOn, false
	}, func(_ int, edge cfg.Branch) bool { return edge.Succ > 0 || !edgeDef })
	return s.result()
}

// search goes back from block to block, each once as a whole.
type search struct {
	f      *Body
	reg    int
	events []event // its uses and definitions, ascending
	// from and to are between which instructions the search stays, to exclusive.
	from, to int
	// visited is blocks that have been added; nil until one is. The block that the search begins in
	// the middle of is not among them until a path leads back to it.
	visited Row
	todo    []cfg.BlockID
	found   []int
}

// back returns the definitions that reach pc.
func (s *search) back(pc int) []int {
	s.backFrom(s.f.Graph.Block(pc), pc)
	for len(s.todo) > 0 {
		b := s.take()
		s.backFrom(b, int(s.f.Graph.Blocks[b].End))
	}
	return s.result()
}

// add puts a block on the list unless it has been there, or its end is out of bounds.
func (s *search) add(b cfg.BlockID) {
	if end := int(s.f.Graph.Blocks[b].End); end <= s.from || s.to < end {
		return
	}
	if s.visited == nil {
		s.visited = make(Row, WordsFor(len(s.f.Graph.Blocks)))
	}
	if !s.visited.Has(int(b)) {
		s.visited.Add(int(b))
		s.todo = append(s.todo, b)
	}
}

// take takes a block from the list, the last one.
func (s *search) take() cfg.BlockID {
	b := s.todo[len(s.todo)-1]
	s.todo = s.todo[:len(s.todo)-1]
	return b
}

// result returns what was found, ascending and each once.
func (s *search) result() []int {
	slices.Sort(s.found)
	return slices.Compact(s.found)
}

// backFrom collects the definitions in block b in front of pc, last to first, up to
// one that hides those before it; without one it goes on to the predecessors.
func (s *search) backFrom(b cfg.BlockID, pc int) {
	g := &s.f.Graph
	if last := g.Last(b); last < pc && pc < int(g.Blocks[b].End) && s.definesOnEdge(last) {
		s.found = append(s.found, last) // pc is the JMP, on the edge
		return
	}
	write, isWritten := s.f.lastClosureWrite(s.reg, b, pc)
	for _, e := range slices.Backward(eventsBetween(s.events, max(s.from, int(g.Blocks[b].Start)), pc)) {
		switch e.kind() {
		case evDef:
			s.found = append(s.found, e.pc())
			if isWritten && write > e {
				s.found = append(s.found, ByClosure)
			}
			return
		case evMayDef:
			s.found = append(s.found, e.pc())
		}
	}
	if isWritten {
		s.found = append(s.found, ByClosure)
	}
	if s.from > 0 && int(g.Blocks[b].Start) <= s.from {
		return
	}
	if b == 0 {
		s.found = append(s.found, Entry)
	}
	for _, p := range g.Preds(b) { // those that cannot be reached have no events
		s.backOver(p, b)
	}
}

// definesOnEdge reports whether the instruction at pc defines the register on one edge.
func (s *search) definesOnEdge(pc int) bool {
	_, ok := slices.BinarySearch(s.events, eventAt(pc)|evEdgeDef)
	return ok
}

// backOver goes back over the edges from block p to block b.
func (s *search) backOver(p, b cfg.BlockID) {
	last := s.f.Graph.Last(p)
	edgeDef := s.definesOnEdge(last)
	for k, to := range s.f.Graph.Succs(p) {
		switch {
		case to != b:
		case k == 0 && edgeDef:
			s.found = append(s.found, last)
		default:
			s.add(p)
		}
	}
}
