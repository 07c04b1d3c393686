package slice

import (
	"fmt"
	"strings"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
)

// Slices: what a walk from a criterion meets.

// Criterion is where a slice begins.
type Criterion struct {
	Func int // its number in the program
	// PC is an instruction; flow.Entry is the start of the function, with Reg a
	// parameter.
	PC int
	// Reg, if it is not negative, is a register that the instruction reads: a
	// backward slice is then about its value, and not about the others.
	Reg int
}

// Slice is the instructions that a criterion depends on, or that depend on it.
type Slice struct{ w *sliceWalk }

// Has reports whether the instruction at pc of a function is in the slice.
func (s *Slice) Has(fn, pc int) bool { return s.w.has(s.w.funcs[fn].at(pc)) }

// String returns the instructions of the slice as FUNCTION:PC, in the order of the code, for messages of tests.
func (s *Slice) String() string {
	var b strings.Builder
	for i := range s.w.funcs {
		for pc := range s.w.funcs[i].Proto.Code {
			if s.Has(i, pc) {
				fmt.Fprintf(&b, " %d:%d", i, pc)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// HasParameter reports whether the value that a function gets for a parameter is in
// the slice; that of NumParams stands for the extra arguments.
func (s *Slice) HasParameter(fn, i int) bool { return s.w.has(s.w.funcs[fn].param(i)) }

// Backward returns what the criteria depend on, themselves included, and the jumps that
// keep control from what they do not depend on. A jump that is added may bring along the branches
// that decide on it, and these what they depend on, which may ask for more jumps; that ends because
// the slice only grows.
func (g *Graph) Backward(criteria ...Criterion) *Slice {
	w := g.newSliceWalk()
	w.within = g.bound(criteria, false)
	for _, c := range criteria {
		fn := &g.funcs[c.Func]
		switch {
		case c.PC == flow.Entry:
			w.meet(fn.param(c.Reg), free)
		case c.Reg < 0:
			w.meet(fn.at(c.PC), free)
		default:
			w.meetOperand(fn, c.PC, c.Reg)
		}
	}
	w.back()
	for w.addJumps() {
		w.back()
	}
	return &Slice{w}
}

// Forward returns what depends on the criteria, themselves included.
func (g *Graph) Forward(criteria ...Criterion) *Slice {
	w := g.newSliceWalk()
	w.within = g.bound(criteria, true)
	for _, c := range criteria {
		fn := &g.funcs[c.Func]
		if c.PC == flow.Entry {
			w.meet(fn.param(c.Reg), free)
		} else {
			w.meet(fn.at(c.PC), free)
		}
	}
	w.forward()
	return &Slice{w}
}

// bound returns what may be executed before, or after, criteria that are all in main; nil
// if some are not. Blocks that are met on the way, in a loop also those of the criteria, belong to it
// as a whole, a criterion's block else from its start to the criterion, or from there to its end.
func (g *Graph) bound(criteria []Criterion, forward bool) *reach {
	main := &g.funcs[0]
	r := &reach{fn: main, blocks: make([]bool, len(main.Graph.Blocks)),
		first: make([]int, len(main.Graph.Blocks)), last: make([]int, len(main.Graph.Blocks))}
	var todo []cfg.BlockID
	next := func(b cfg.BlockID) []cfg.BlockID {
		if forward {
			return main.Graph.Succs(b)
		}
		return main.Graph.Preds(b)
	}
	for b := range r.first {
		r.first[b] = len(main.Proto.Code)
	}
	for _, c := range criteria {
		if c.Func != 0 {
			return nil
		}
		b := main.Graph.Block(max(c.PC, 0))
		r.first[b], r.last[b] = min(r.first[b], c.PC), max(r.last[b], c.PC+1)
		todo = append(todo, next(b)...)
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !r.blocks[b] {
			r.blocks[b] = true
			todo = append(todo, next(b)...)
		}
	}
	for b := range r.first { // the block of a criterion belongs to it in part
		bounds := &main.Graph.Blocks[b]
		if forward {
			r.last[b] = int(bounds.End)
		} else {
			r.first[b] = int(bounds.Start)
		}
	}
	return r
}
