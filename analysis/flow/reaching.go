package flow

import "luaflow/analysis/cfg"

// Reaching definitions: forward, union; one register at a time. Definitions of
// different registers never kill one another, so the problem of a function falls
// apart into those of its registers, and the rows of each are as short as its own
// definitions are few. A definition that an instruction may make generates and kills nothing; so
// does what a closure writes, for which one bit stands wherever it was written.

// The numbers of definitions of one register: the two that no instruction makes,
// then the others in the order of their events.
const (
	entryDef   = 0
	closureDef = 1
	firstDef   = 2
)

// reaching is the solution for one register.
type reaching struct {
	f      *Body
	reg    int
	events []event
	defs   []int // pcs, by number of the definition
	problem
}

// reach solves the problem of one register, of which events is allEvents.
func (f *Body) reach(reg int, events []event) *reaching {
	r := &reaching{f: f, reg: reg, events: events, defs: []int{Entry, ByClosure}}
	for _, e := range events {
		if isDef(e) {
			r.defs = append(r.defs, e.pc())
		}
	}
	words := WordsFor(len(r.defs))
	r.problem = newProblem(&f.Graph, words)
	r.fillRows()
	r.at(r.sets, 0).Add(entryDef)
	r.solve(make(Row, WordsFor(len(f.Graph.Blocks))), nil)
	return r
}

// fillRows fills gen and kill and the edge rows.
func (r *reaching) fillRows() {
	def := firstDef
	for _, e := range r.events {
		b := int(r.f.Graph.Block(e.pc()))
		if e.kind() == evEdgeDef {
			r.edgeGen = append(r.edgeGen, make([]uint64, r.words)...)
			r.edgeKill = append(r.edgeKill, make([]uint64, r.words)...)
			edge := len(r.edgeGen)/r.words - 1
			r.edge[b] = int32(edge + 1)
			r.at(r.edgeGen, edge).Add(def)
			r.at(r.edgeKill, edge).fill()
		} else {
			if e.kind() == evDef {
				r.at(r.kill, b).fill()
			}
			r.transfer(r.at(r.gen, b), e, def)
		}
		if isDef(e) {
			def++
		}
	}
}

// transfer carries a set over an event; def is the number of the definition, if the
// event is one. What happens on one edge only is no step of the block.
func (r *reaching) transfer(set Row, e event, def int) {
	switch e.kind() {
	case evDef:
		clear(set)
		set.Add(def)
	case evMayDef:
		set.Add(def)
	case evCodeWrites, evFinalizerWrites:
		set.Add(closureDef)
	}
}

// sweep visits points, ascending pcs that can be reached, with the set of the
// definitions that reach each. The set is valid during the visit.
func (r *reaching) sweep(points []int, visit func(k int, set Row)) {
	g := &r.f.Graph
	set := make(Row, r.words)
	current := cfg.None
	next, def := 0, firstDef // the next event and the number of the next definition
	for k, pc := range points {
		if b := g.Block(pc); b != current {
			current = b
			copy(set, r.at(r.sets, int(b)))
			for start := eventAt(int(g.Blocks[b].Start)); next < len(r.events) && r.events[next] < start; next++ {
				if isDef(r.events[next]) {
					def++
				}
			}
		}
		for ; next < len(r.events) && r.events[next] < eventAt(pc); next++ {
			r.transfer(set, r.events[next], def)
			if isDef(r.events[next]) {
				def++
			}
		}
		visit(k, set)
	}
}
