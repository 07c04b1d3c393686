package slice

import (
	"sort"

	"luaflow/analysis/effect"
	"luaflow/analysis/value"
)

// Calls: which functions of the program they may call, and the edges between the
// two.

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

// findCalls lists the calls, by function and pc, and asks the constants for those that are known. Those
// that control never comes to are listed too, as number has given their results nodes, but call
// nothing.
func (g *Graph) findCalls() {
	total := 0
	for i := range g.funcs {
		total += int(g.funcs[i].phis - g.funcs[i].results)
	}
	g.calls = make([]call, 0, total)
	for i := range g.funcs {
		fn := &g.funcs[i]
		first := len(g.calls)
		for pc, ins := range fn.Proto.Code {
			ref := effect.ReferenceOf(ins)
			if !isCall(ref) {
				continue
			}
			c := call{fn: int32(i), pc: int32(pc), result: fn.results + node(len(g.calls)-first)}
			if fn.Graph.Reachable(pc) {
				if ref == effect.Calls {
					c.name = g.names.Of(fn.Func, fn.ssa.Uses(pc)[0])
				}
				if callee := g.constants.Callee(fn.Func, pc); callee != nil {
					c.known, c.callees = true, []int32{int32(callee.Number)}
				}
			}
			g.calls = append(g.calls, c)
		}
		fn.calls = g.calls[first:]
	}
}

// callAt returns the call at pc.
func (g *Graph) callAt(fn *function, pc int) *call {
	k := sort.Search(len(fn.calls), func(i int) bool { return int(fn.calls[i].pc) >= pc })
	return &fn.calls[k]
}

// callOf returns the call of which a node stands for the results.
func (fn *function) callOf(result node) *call { return &fn.calls[result-fn.results] }

// arguments calls visit for the operands of a call that parameter i of callee may be
// given: one, or none, or several in the place of an open result or of extra
// arguments. In `f(a, g())` parameter 0 is given operand 1, and all others operand 2.
func (g *Graph) arguments(c *call, callee *function, i int, visit func(operand int)) {
	fn := &g.funcs[c.fn]
	pc := int(c.pc)
	n := len(fn.ssa.Uses(pc))
	last := n
	if effect.TakesOpen(fn.Proto.Code[pc]) {
		last = n - 1 // stands for all from there on
	}
	if i+1 < last && i < int(callee.Proto.NumParams) {
		visit(i + 1)
		return
	}
	if i == int(callee.Proto.NumParams) { // the extra arguments
		for k := i + 1; k < last; k++ {
			visit(k)
		}
	}
	if last < n {
		visit(last)
	}
}

// bindCalls adds the edges of all calls, from the starts and parameters of functions upward. That a
// function is executed depends on the calls that may call it, and on the CLOSURE that makes it. One
// that is handed to code outside of the program depends on that call with all of its parameters.
func (b *builder) bindCalls() {
	for i := range b.calls {
		c := &b.calls[i]
		fn := &b.funcs[c.fn]
		n := fn.at(int(c.pc))
		for _, k := range c.callees {
			b.bind(c, &b.funcs[k])
		}
		for _, k := range c.callbacks {
			callee := &b.funcs[k]
			b.up(callee.start, n)
			for p := range callee.params() {
				b.up(callee.param(p), n)
			}
		}
	}
	for i := range b.funcs {
		fn := &b.funcs[i]
		for pc, ins := range fn.Proto.Code {
			if child := effect.Closure(ins); child >= 0 && fn.Graph.Reachable(pc) {
				b.up(b.funcs[fn.Child(child).Number].start, fn.at(pc))
			}
		}
	}
}

// up makes a start or parameter depend on something in a caller.
func (b *builder) up(n, on node) {
	if on != noNode {
		b.upward = append(b.upward, pair{n, on})
	}
}

// bind adds the edges from the arguments of a call to the parameters of a function.
func (b *builder) bind(c *call, callee *function) {
	fn := &b.funcs[c.fn]
	b.up(callee.start, fn.at(int(c.pc)))
	for p := range callee.params() {
		b.arguments(c, callee, p, func(operand int) {
			b.up(callee.param(p), b.value(fn, fn.ssa.Uses(int(c.pc))[operand]))
		})
	}
}

// calleesOf calls visit for the functions that a call may call.
func (g *Graph) calleesOf(c *call, visit func(*function)) {
	for _, k := range c.callees {
		visit(&g.funcs[k])
	}
	for _, k := range c.callbacks {
		visit(&g.funcs[k])
	}
}

// callersOf calls visit for the calls that may call a function; not for the CLOSUREs on which its
// start depends too.
func (g *Graph) callersOf(fn *function, visit func(*call)) {
	for _, n := range g.up.of(fn.start) {
		caller := g.owner(n)
		pc, _ := caller.instruction(n)
		if isCall(effect.ReferenceOf(caller.Proto.Code[pc])) {
			visit(g.callAt(caller, pc))
		}
	}
}
