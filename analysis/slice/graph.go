package slice

import (
	"sort"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// The nodes of the graph and the edges inside of functions.

// node is a node of the graph. Those of one function follow one another: its start,
// its parameters, its extra arguments, its instructions, the results of its calls,
// its phis.
type node = int32

// noNode is what holds a value that nothing makes.
const noNode node = -1

// Graph is the dependence graph of a program. It is immutable.
type Graph struct {
	program   *facts.Code
	constants *consts.Constants
	names     *names.Names
	objects   *tables.Objects
	cells     *flow.CellTable
	relation  *depend.Relation

	funcs []function
	nodes int
	calls []call // by function, then pc

	on, of csr // inside functions: what a node depends on, and the other way
	// up is, for a start or a parameter, what it depends on in the callers; down the
	// other way.
	up, down csr
	// across is, for the results of a call, what the arguments are made of that they
	// depend on; through the other way.
	across, through csr
	stores          stores

	// passes is by function, then parameter: whether a result depends on it.
	passes [][]bool
}

// function is where the nodes of one function are.
type function struct {
	*flow.Func
	ssa      *ssa.Form
	start    node // of the whole; the node of the start
	code     node // of pc 0
	results  node // of the first call
	phis     node // of the first phi
	firstPhi ssa.ValueID
	calls    []call     // its part of Graph.calls
	called   []flow.Set // see called; nil if no closure writes to a variable of it
	returns  []int      // pcs, in code that can be reached
}

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
		if p.SSA(&p.Funcs[i]) == nil {
			return nil
		}
		g.number(&p.Funcs[i])
	}
	g.findCalls()
	b := builder{Graph: g}
	b.stores = newStores(g)
	b.classes = newClasses(g)
	b.classes.run()
	b.findMetatables()
	for i := range g.funcs {
		b.function(&g.funcs[i])
	}
	b.bindCalls()
	g.on, g.of = newCSR(g.nodes, b.edges), newCSR(g.nodes, reversed(b.edges))
	g.up, g.down = newCSR(g.nodes, b.upward), newCSR(g.nodes, reversed(b.upward))
	b.stores.finish(g.nodes)
	g.stores = b.stores.stores
	g.summarize()
	g.joinCalls()
	return g
}

// number gives numbers to the nodes of a function, after those of the functions in front of it:
//
//	start, parameters, extra arguments, instructions, results of calls, phis
//
// so that a comparison tells what a node is, and a subtraction of what. A value needs no node of its
// own: that of the instruction, call, parameter or phi which makes it stands for it. Definitions of
// one instruction are not told apart.
func (g *Graph) number(f *flow.Func) {
	fn := function{Func: f, ssa: g.program.SSA(f), start: node(g.nodes)}
	fn.code = fn.start + node(f.Proto.NumParams) + 2
	fn.results = fn.code + node(len(f.Proto.Code))
	calls := 0
	for pc, i := range f.Proto.Code {
		if isCall(effect.ReferenceOf(i)) {
			calls++
		}
		if effect.ReferenceOf(i) == effect.Returns && f.Graph.Reachable(pc) {
			fn.returns = append(fn.returns, pc)
		}
	}
	fn.phis = fn.results + node(calls)
	values := fn.ssa.Values
	fn.firstPhi = ssa.ValueID(sort.Search(len(values), func(v int) bool { return values[v].Kind == ssa.PhiValue }))
	g.nodes = int(fn.phis) + len(values) - int(fn.firstPhi)
	if fn.ssa.HasByClosure() {
		fn.called = called(&fn)
	}
	g.funcs[f.Number] = fn
}

// isCall reports whether an instruction with such a Reference calls a function.
func isCall(r effect.Reference) bool { return r == effect.Calls || r == effect.Iterates }

// param returns the node of a parameter; that of NumParams stands for the extra arguments.
func (fn *function) param(i int) node { return fn.start + 1 + node(i) }

// params returns the number of nodes of parameters.
func (fn *function) params() int { return int(fn.Proto.NumParams) + 1 }

// at returns the node of an instruction.
func (fn *function) at(pc int) node { return fn.code + node(pc) }

// value returns the node that makes a value; noNode for what is in a register that is no
// parameter when the function begins. What a call gives comes from the node of its results, which
// depends on the call, so that a slice may need the call without what its function returns.
func (g *Graph) value(fn *function, v ssa.ValueID) node {
	if v < 0 {
		return noNode
	}
	d := &fn.ssa.Values[v]
	switch d.Kind {
	case ssa.EntryValue:
		if d.Reg < fn.Proto.NumParams {
			return fn.param(int(d.Reg))
		}
		return noNode
	case ssa.PhiValue:
		return fn.phis + node(v-fn.firstPhi)
	}
	if isCall(effect.ReferenceOf(fn.Proto.Code[d.PC])) {
		return g.callAt(fn, int(d.PC)).result
	}
	return fn.at(int(d.PC))
}

// owner returns the function of a node.
func (g *Graph) owner(n node) *function {
	i := sort.Search(len(g.funcs), func(i int) bool { return g.funcs[i].start > n }) - 1
	return &g.funcs[i]
}

// instruction returns the pc of a node that is an instruction.
func (fn *function) instruction(n node) (pc int, ok bool) {
	return int(n - fn.code), n >= fn.code && n < fn.results
}

// builder collects the edges.
type builder struct {
	*Graph
	edges, upward []pair // from what depends, to what it depends on
	stores        storesBuilder
	classes       *classes
	metatables    map[int32][]int32 // by class of tables; see findMetatables
}

// edge makes n depend on a node, if there is one.
func (b *builder) edge(n, on node) {
	if on != noNode {
		b.edges = append(b.edges, pair{n, on})
	}
}

// function adds the edges inside a function: what the relation says that its instructions and
// phis need. What is executed whenever the function is called, because it post-dominates the
// entry, depends on its start.
func (b *builder) function(fn *function) {
	for _, block := range fn.Graph.Order {
		always := fn.PostDominators().Dominates(block, 0)
		bounds := &fn.Graph.Blocks[block]
		for pc := int(bounds.Start); pc < int(bounds.End); pc++ {
			if always { // the start of the function alone decides
				b.edge(fn.at(pc), fn.start)
			}
			b.instruction(fn, pc)
		}
	}
	for v := range fn.ssa.Values {
		b.observed(fn, ssa.ValueID(v))
	}
	for phi := fn.firstPhi; int(phi) < len(fn.ssa.Values); phi++ {
		for on, edge := range b.relation.Needs(depend.ValueOf(fn.Func, phi)) {
			if edge.How == depend.ByData {
				b.edge(b.value(fn, phi), b.value(fn, ssa.ValueID(on.At)))
			}
		}
	}
}

// instruction makes an instruction depend on what it needs, and notes what it reads and writes
// elsewhere.
func (b *builder) instruction(fn *function, pc int) {
	n := fn.at(pc)
	operands := len(fn.ssa.Uses(pc))
	if isCall(effect.ReferenceOf(fn.Proto.Code[pc])) {
		c := b.callAt(fn, pc)
		b.edge(c.result, n)
		if c.known {
			operands = 1 // the others are the business of the parameters
		}
	}
	for on, edge := range b.relation.Needs(depend.At(fn.Func, pc)) {
		if int(edge.Operand) < operands {
			b.need(fn, pc, on, int(edge.Operand))
		}
	}
	for made := range b.relation.Serves(depend.At(fn.Func, pc)) {
		switch made.Kind {
		case depend.Cell:
			b.stores.access(n, b.stores.cell(int(made.At), true), effect.Write)
		case depend.Slot:
			b.stores.access(n, b.slot(tables.SlotID(made.At)), effect.Write)
		}
	}
	if effect.ReadsVarargs(fn.Proto.Code[pc]) {
		b.edge(n, fn.param(fn.params()-1))
	}
	b.heap(fn, pc)
}

// need makes an instruction depend on what it needs, as an operand if that is not negative. What
// happens in a function that it makes is up to the calls.
func (b *builder) need(fn *function, pc int, on depend.Node, operand int) {
	n := fn.at(pc)
	switch on.Kind {
	case depend.Value:
		b.edge(n, b.value(fn, ssa.ValueID(on.At)))
	case depend.Exit:
		b.edge(n, fn.at(fn.Graph.Last(cfg.BlockID(on.At))))
	case depend.Cell:
		if operand < 0 {
			b.stores.access(n, b.stores.cell(int(on.At), false), effect.Read)
		}
		if operand < 0 || b.writtenByClosure(fn, pc, operand) {
			b.stores.access(n, b.stores.cell(int(on.At), true), effect.Read)
		}
	case depend.Slot:
		b.stores.access(n, b.slot(tables.SlotID(on.At)), effect.Read)
	}
}

// writtenByClosure reports whether a call may have run a closure that writes to an operand.
func (g *Graph) writtenByClosure(fn *function, pc, k int) bool {
	v := fn.ssa.Uses(pc)[k]
	return v >= 0 && fn.ssa.UseByClosure(pc, k) &&
		calledBefore(fn, fn.called, fn.Graph.Block(pc), pc, int(fn.ssa.Values[v].Reg))
}

// observed notes that closures may read a value through its cell: whoever makes the value writes
// the store of the cell. Phis make no value; those that they join are asked one by one.
func (b *builder) observed(fn *function, v ssa.ValueID) {
	n := b.value(fn, v)
	if fn.ssa.Values[v].Kind == ssa.PhiValue || n == noNode || !fn.ssa.Observed(v) {
		return
	}
	for reader := range b.relation.Serves(depend.ValueOf(fn.Func, v)) {
		if reader.Kind == depend.Cell {
			b.stores.access(n, b.stores.cell(int(reader.At), false), effect.Write)
		}
	}
}
