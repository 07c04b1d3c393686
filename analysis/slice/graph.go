package slice

import (
	"sort"

	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// What the graph consists of: functions, calls, and the numbers of nodes.

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

// call is a CALL, TAILCALL or TFORCALL in code that can be reached, or not.
type call struct {
	fn     int32 // the function that it stands in
	pc     int32
	result node // stands for its results
	// known: it calls the one function in callees, and nothing else.
	known   bool
	callees []int32 // functions that get its arguments
	// callbacks is functions among the arguments of a call of something that is not
	// in the program: it may call them, with anything.
	callbacks []int32
	name      value.Name // of the standard function that it calls
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

// callAt returns the call at pc.
func (g *Graph) callAt(fn *function, pc int) *call {
	k := sort.Search(len(fn.calls), func(i int) bool { return int(fn.calls[i].pc) >= pc })
	return &fn.calls[k]
}

// callOf returns the call of which a node stands for the results.
func (fn *function) callOf(result node) *call { return &fn.calls[result-fn.results] }

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
	g.funcs[f.Number] = fn
}
