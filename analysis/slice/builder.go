package slice

import (
	"luaflow/analysis/effect"
)

// What collects the edges, and those of calls, between functions.

// builder is the graph in the making: it collects the edges.
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

// bindCalls adds the edges of all calls, from the starts and parameters of functions upward. That a
// function is executed depends on the calls that may call it, and on the CLOSURE that makes it. One
// that is handed to code outside of the program depends on that call with all of its parameters.
func (b *builder) bindCalls() {
	for i := range b.calls {
		b.program.Step()
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
