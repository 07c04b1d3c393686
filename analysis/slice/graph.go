package slice

import (
	"sort"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/dataflow"
	"luaflow/analysis/effect"
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
	program   *dataflow.Program
	constants *consts.Constants
	names     *names.Names
	objects   *tables.Objects
	cells     *flow.CellTable

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
func New(p *dataflow.Program) *Graph {
	g := &Graph{
		program: p, funcs: make([]function, len(p.Funcs)),
		constants: p.Constants(), names: p.Names(), objects: p.Objects(), cells: p.Cells(),
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

// function adds the edges inside a function: data dependence from uses to definitions, by way of
// phis, and control dependence from instructions to branches.
func (b *builder) function(fn *function) {
	for _, block := range fn.Graph.Order {
		b.control(fn, block)
		bounds := &fn.Graph.Blocks[block]
		for pc := int(bounds.Start); pc < int(bounds.End); pc++ {
			b.instruction(fn, pc)
		}
	}
	for v := range fn.ssa.Values {
		b.observed(fn, ssa.ValueID(v))
	}
	for phi := fn.firstPhi; int(phi) < len(fn.ssa.Values); phi++ {
		for _, v := range fn.ssa.PhiArgs(phi) {
			b.edge(b.value(fn, phi), b.value(fn, v))
		}
	}
}

// control makes the instructions of a block depend on the branches that decide
// whether it is executed (Ferrante, Ottenstein and Warren), and on the start of the function if that
// alone decides: if the block post-dominates the entry. A loop's head depends on itself as well as on
// what leads to the loop.
func (b *builder) control(fn *function, block cfg.BlockID) {
	var on []node
	if fn.PostDominators().Dominates(block, 0) {
		on = append(on, fn.start)
	}
	for _, from := range fn.Control().Blocks(block) {
		on = append(on, fn.at(fn.Graph.Last(from)))
	}
	bounds := &fn.Graph.Blocks[block]
	for pc := bounds.Start; pc < bounds.End; pc++ {
		for _, n := range on {
			b.edge(fn.at(int(pc)), n)
		}
	}
}

// instruction makes an instruction depend on its operands, and notes what it reads
// and writes elsewhere.
func (b *builder) instruction(fn *function, pc int) {
	i := fn.Proto.Code[pc]
	n := fn.at(pc)
	operands := len(fn.ssa.Uses(pc))
	if isCall(effect.ReferenceOf(i)) {
		c := b.callAt(fn, pc)
		b.edge(c.result, n)
		if c.known {
			operands = 1 // the others are the business of the parameters
		}
	}
	for k := range operands {
		b.operand(fn, pc, k)
	}
	if upvalue, how := effect.Upvalue(i); how != 0 {
		if cell := b.cells.Of(fn.Number, upvalue); cell >= 0 {
			b.stores.access(n, b.stores.cell(cell, true), how)
			if how&effect.Read != 0 {
				b.stores.access(n, b.stores.cell(cell, false), effect.Read)
			}
		}
	}
	if effect.ReadsVarargs(i) {
		b.edge(n, fn.param(fn.params()-1))
	}
	b.heap(fn, pc)
}

// operand makes an instruction depend on what is in one of its operands: the value that the form
// tells, and, if a closure may have written to the cell since, what closures write to it.
func (b *builder) operand(fn *function, pc, k int) {
	b.edge(fn.at(pc), b.value(fn, fn.ssa.Uses(pc)[k]))
	if cell := b.writtenByClosure(fn, pc, k); cell >= 0 {
		b.stores.access(fn.at(pc), b.stores.cell(cell, true), effect.Read)
	}
}

// writtenByClosure returns the cell that an operand is read from, if a closure may have
// written to it; -1 otherwise.
func (g *Graph) writtenByClosure(fn *function, pc, k int) int {
	v := fn.ssa.Uses(pc)[k]
	if v < 0 || !fn.ssa.UseByClosure(pc, k) {
		return -1
	}
	reg := int(fn.ssa.Values[v].Reg)
	if !calledBefore(fn, fn.called, fn.Graph.Block(pc), pc, reg) {
		return -1
	}
	return g.cells.At(fn.Func, pc, reg)
}

// observed notes that closures may read a value through its cell: whoever makes the value writes
// the store of the cell. Phis make no value; those that they join are asked one by one.
func (b *builder) observed(fn *function, v ssa.ValueID) {
	d := &fn.ssa.Values[v]
	n := b.value(fn, v)
	if d.Kind == ssa.PhiValue || n == noNode || !fn.ssa.Observed(v) {
		return
	}
	if cell := b.cells.At(fn.Func, max(int(d.PC), 0), int(d.Reg)); cell >= 0 {
		b.stores.access(n, b.stores.cell(cell, false), effect.Write)
	}
}
