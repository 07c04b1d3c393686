package slice

import (
	"luaflow/analysis/effect"
)

// Jumps. Nothing depends on a `break`, `goto` or `return` in the sense of control
// dependence, as it does not choose; and yet it keeps control from what follows in
// the text. It belongs to a slice if, within the slice, control would come to another
// place without it (Agrawal, "On slicing programs with jump statements", PLDI 1994):
// if the next instruction of the slice that is always executed after the jump is not
// the one that is after the next one in the text.
//
//	while true do
//	  local line = read()
//	  if not line then break end    -- in the slice of the last line: next is that, and
//	  n = n + 1                     -- without the `break` it would be this one
//	end
//	print(n)
//
// "Always executed" is by post-dominators: from a block that has nothing of the slice the search goes
// up their tree to the first block that has.

// addJumps adds the jumps that the slice lacks, and reports whether there are any. Functions that the
// slice has nothing of need none.
func (w *sliceWalk) addJumps() (added bool) {
	for i := range w.funcs {
		fn := &w.funcs[i]
		if w.isTouched(fn) && w.addJumpsOf(fn) {
			added = true
		}
	}
	return added
}

// isTouched reports whether the slice has an instruction of a function.
func (w *sliceWalk) isTouched(fn *function) bool {
	for n := fn.code; n < fn.results; n++ {
		if w.has(n) {
			return true
		}
	}
	return false
}

// addJumpsOf adds the jumps that the slice lacks in one function, as bare nodes: what decides on
// a jump is met, what it carries is not. It reports whether there are any. What follows from
// those that it adds it may miss; whoever calls it does so until it adds none.
func (w *sliceWalk) addJumpsOf(fn *function) (added bool) {
	next := w.nextOf(fn)
	for _, b := range fn.Graph.Order {
		pc := fn.Graph.Last(b)
		n := fn.at(pc)
		if w.has(n) || !isJump(fn, pc) {
			continue
		}
		with := exit
		if succs := fn.Graph.Succs(b); len(succs) > 0 {
			with = next.from(int(fn.Graph.Blocks[succs[0]].Start))
		}
		if with == next.from(pc+1) {
			continue
		}
		// What a RETURN hands back is no matter, only that it leaves.
		w.bare[n] = true
		w.meetControl(fn, pc)
		added = true
	}
	return added
}

// isJump reports whether control never goes on to the next instruction.
func isJump(fn *function, pc int) bool {
	first, second := effect.Successors(fn.Proto, pc)
	return second < 0 && first != pc+1
}

// exit stands for the pc after the end of a function.
const exit = -1

// nexts finds the next instruction of the slice that is always executed.
type nexts struct {
	w     *sliceWalk
	fn    *function
	first []int // by block: its first instruction in the slice; exit if it has none
}

// nextOf looks at the blocks of a function once, for many questions.
func (w *sliceWalk) nextOf(fn *function) nexts {
	x := nexts{w, fn, make([]int, len(fn.Graph.Blocks))}
	for b := range fn.Graph.Blocks {
		bounds := &fn.Graph.Blocks[b]
		x.first[b] = x.inBlock(int(bounds.Start), int(bounds.End))
	}
	return x
}

// inBlock returns the first instruction of the slice from pc to end, exclusive.
func (x *nexts) inBlock(pc, end int) int {
	for ; pc < end; pc++ {
		if x.w.has(x.fn.at(pc)) {
			return pc
		}
	}
	return exit
}

// from returns the first instruction of the slice at pc or among those that are executed
// whenever the one at pc is; exit if there is none. Where control never comes it
// follows the text and the jumps.
func (x *nexts) from(pc int) int {
	g := &x.fn.Graph
	for steps := 0; pc < len(x.fn.Proto.Code) && !g.Reachable(pc); steps++ {
		first, _ := effect.Successors(x.fn.Proto, pc)
		if first < 0 || steps > len(x.fn.Proto.Code) {
			return exit
		}
		pc = first
	}
	if pc >= len(x.fn.Proto.Code) {
		return exit
	}
	b := g.Block(pc)
	if at := x.inBlock(pc, int(g.Blocks[b].End)); at != exit {
		return at
	}
	post := x.w.program.PostDominators(x.fn.Func)
	for b = post.Parent(b); b >= 0; b = post.Parent(b) {
		if x.first[b] != exit {
			return x.first[b]
		}
	}
	return exit
}
