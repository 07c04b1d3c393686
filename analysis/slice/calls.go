package slice

import (
	"luaflow/analysis/effect"
)

// Calls: which are known, what they hand over, and which functions they may call.

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
		g.program.Step()
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
