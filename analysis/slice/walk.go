package slice

import (
	"luaflow/analysis/effect"
)

// Walks: what can be reached in the graph from some nodes. A walk is in one of two
// contexts at a node. Coming from outside of its function, or in the function of the
// criterion, it may leave to any caller; having entered it at a call, it may not
// leave, since the summary of that call has been followed instead. Stores lead to
// functions of which the caller is not known.
//
// These are the two phases of Horwitz, Reps and Binkley, first to callers and then to callees, on one
// list. The contexts are ordered, unmet below entered below free, and a node is put on the list when
// its context rises: twice at most.

// context says how a walk came to a node. Whoever may leave to any caller has been
// everywhere where those have been who may not.
type context uint8

const (
	unmet context = iota
	entered
	free
)

// sliceWalk is a slice in the making.
type sliceWalk struct {
	*Graph
	contexts []context // by node: the freest one that it was met in
	todo     []node
	// bare is instructions that are in the slice without what their operands depend
	// on: criteria that are about one of them, and jumps.
	bare []bool
	// within bounds what is met in main, which is executed once: nil if there is no
	// bound.
	within *reach
}

// newSliceWalk returns a walk that has met nothing.
func (g *Graph) newSliceWalk() *sliceWalk {
	return &sliceWalk{Graph: g, contexts: make([]context, g.nodes), bare: make([]bool, g.nodes)}
}

// has reports whether a node is in the slice, with what it depends on or without.
func (w *sliceWalk) has(n node) bool { return w.contexts[n] != unmet || w.bare[n] }

// meet puts a node on the list, unless it has been there in as free a context.
func (w *sliceWalk) meet(n node, c context) {
	if n == noNode || w.contexts[n] >= c || w.within != nil && !w.within.hasNode(w.Graph, n) {
		return
	}
	w.contexts[n] = c
	w.todo = append(w.todo, n)
}

// take takes a node from the list, with the freest context in which it was met.
func (w *sliceWalk) take() (n node, c context) {
	w.program.Step()
	n = w.todo[len(w.todo)-1]
	w.todo = w.todo[:len(w.todo)-1]
	return n, w.contexts[n]
}

// meetOperand begins with the value of one register that an instruction reads, and
// with what decides that the instruction is executed. The instruction itself is in the slice, without
// its other operands.
func (w *sliceWalk) meetOperand(fn *function, pc, reg int) {
	n := fn.at(pc)
	for k, v := range fn.ssa.Uses(pc) {
		if v >= 0 && int(fn.ssa.Values[v].Reg) == reg {
			w.meet(w.value(fn, v), free)
			if w.writtenByClosure(fn, pc, k) {
				w.backOverStores(n)
			}
		}
	}
	w.meetControl(fn, pc)
	w.bare[n] = true
}

// meetControl meets what decides that the instruction at pc is executed: the branches that its block is
// control dependent on, and the start of the function if the block is executed in every call of it.
func (w *sliceWalk) meetControl(fn *function, pc int) {
	block := fn.Graph.Block(pc)
	if w.program.PostDominators(fn.Func).Dominates(block, 0) {
		w.meet(fn.start, free)
	}
	for _, from := range w.program.Control(fn.Func).Blocks(block) {
		w.meet(fn.at(fn.Graph.Last(from)), free)
	}
}

// back follows dependences to what is depended on. From the results of a call that is, in the
// context of the call, the arguments that its function passes on, and, entered there, the RETURNs of
// all functions that it may call.
func (w *sliceWalk) back() {
	for len(w.todo) > 0 {
		n, c := w.take()
		for _, on := range w.on.of(n) {
			w.meet(on, c)
		}
		if c == free {
			for _, on := range w.up.of(n) {
				w.meet(on, free)
			}
		}
		w.backOverStores(n)
		if fn := w.owner(n); n >= fn.results && n < fn.phis {
			call := fn.callOf(n)
			for _, on := range w.across.of(n) {
				w.meet(on, c)
			}
			w.calleesOf(call, func(callee *function) {
				for _, pc := range callee.returns {
					w.meet(callee.at(pc), entered)
				}
			})
		}
	}
}

// backOverStores meets whoever writes what a node reads. On the way there control may have left any
// number of functions, so that the context is free again.
func (w *sliceWalk) backOverStores(n node) {
	for _, store := range w.stores.read.of(n) {
		for _, writer := range w.stores.writer.of(store) {
			w.meet(writer, free)
		}
	}
}

// forward follows dependences to what depends: over the summary of a call in the context of the call,
// and into its function as entered, from where it comes back only to what stores lead to.
func (w *sliceWalk) forward() {
	for len(w.todo) > 0 {
		n, c := w.take()
		for _, to := range w.of.of(n) {
			w.meet(to, c)
		}
		for _, result := range w.through.of(n) {
			w.meet(result, c)
		}
		for _, to := range w.down.of(n) {
			w.meet(to, entered)
		}
		for _, store := range w.stores.written.of(n) {
			for _, reader := range w.stores.readers.of(store) {
				w.meet(reader, free)
			}
		}
		if c == free {
			w.returnFrom(n)
		}
	}
}

// returnFrom goes on from a RETURN to the results of all calls of its function: of all that may call it,
// as it is not known which one the walk has come by.
func (w *sliceWalk) returnFrom(n node) {
	fn := w.owner(n)
	if pc, ok := fn.instruction(n); ok && effect.ReferenceOf(fn.Proto.Code[pc]) == effect.Returns {
		w.callersOf(fn, func(c *call) { w.meet(c.result, free) })
	}
}

// reach is the instructions of main from which control comes to some of its
// instructions, or to which it comes from there. Main is executed once: what it writes to a store
// after the criterion was not there for it. Of other functions that is not known.
type reach struct {
	fn     *function
	blocks []bool // as a whole
	first  []int  // by block: the first pc that belongs to it, for others
	last   []int  // by block: the pc after the last one
}

// hasNode reports whether a node is not in main, or may be executed within the bound. The results of
// a call are where the call is; phis, and what there is at main's start, are always within.
func (r *reach) hasNode(g *Graph, n node) bool {
	if n >= r.fn.phis {
		return true
	}
	pc, ok := r.fn.instruction(n)
	if !ok {
		if n < r.fn.code {
			return true
		}
		pc = int(r.fn.callOf(n).pc)
	}
	b := r.fn.Graph.Block(pc)
	return r.blocks[b] || r.first[b] <= pc && pc < r.last[b]
}
