package slice

import "luaflow/analysis/facts"

// How the graph is made.

// New makes the graph of a program; nil if the program is too large for it. First the nodes get
// their numbers, then it is found out which values may be which tables and functions (classes), and
// with that the edges: those inside functions, those of calls, and those of stores. From the edges
// inside functions follow the summaries.
func New(p *facts.Code) *Graph {
	g := &Graph{
		program: p, funcs: make([]function, len(p.Funcs)),
		constants: p.Constants(), names: p.Names(), objects: p.Objects(), cells: p.Cells(),
		relation: p.Relation(),
	}
	for i := range p.Funcs {
		p.Step()
		if p.SSA(&p.Funcs[i]) == nil {
			return nil
		}
		g.number(&p.Funcs[i])
		if fn := &g.funcs[i]; fn.ssa.HasByClosure() {
			fn.called = called(fn)
		}
	}
	g.findCalls()
	b := builder{Graph: g}
	b.stores = newStores()
	b.classes = newClasses(g)
	b.classes.run()
	b.findMetatables()
	for i := range g.funcs {
		p.Step()
		b.function(&g.funcs[i])
	}
	b.bindCalls()
	p.Step()
	g.on, g.of = newCSR(g.nodes, b.edges), newCSR(g.nodes, reversed(b.edges))
	p.Step()
	g.up, g.down = newCSR(g.nodes, b.upward), newCSR(g.nodes, reversed(b.upward))
	p.Step()
	b.stores.finish(g.nodes)
	g.stores = b.stores.stores
	g.summarize()
	g.joinCalls()
	return g
}
