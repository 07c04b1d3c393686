package cfg

import "iter"

// Loops as data: a forest of strongly connected parts of the graph, and the edges
// over which control enters each, goes round and leaves it. nest.go finds them,
// forest.go makes the data.

// Loop is a strongly connected part of the graph: each of its blocks leads to each
// of them without leaving it, over one edge at least. Two loops are disjoint, or
// one is nested in the other.
type Loop struct {
	// Header is the entry with the lowest rank: the first block of the loop that
	// the depth-first search after Graph.Order comes to. All ways round that go
	// through no header of a nested loop go through this one.
	Header BlockID
	Parent int32 // the loop that it is directly nested in; -1 for none
	Depth  int32 // how many loops it is nested in, itself included: from 1
	End    int32 // the loops nested in it are those from after its number to here, exclusive
	// Blocks is the blocks of the loop: first those that are in no nested loop, in
	// the order of the graph, then those of its loops one after another.
	Blocks []BlockID
}

// Branch is an edge of the graph: number Succ of the Succs of Block.
type Branch struct {
	Block BlockID
	Succ  int32
}

// Loops is the loops of a graph. It is immutable.
type Loops struct {
	// All is each loop before those nested in it, which follow without gap.
	All       []Loop
	g         *Graph
	innermost []int32 // by block; nil if there are no loops
}

// Innermost returns the innermost loop that b is in, an index in All; -1 if b is in no
// loop or cannot be reached.
func (l *Loops) Innermost(b BlockID) int {
	if l.innermost == nil {
		return -1
	}
	return int(l.innermost[b])
}

// Contains reports whether b is in a loop or in one nested in it.
func (l *Loops) Contains(loop int, b BlockID) bool {
	inner := l.Innermost(b)
	return loop <= inner && inner < int(l.All[loop].End)
}

// Entries returns the blocks of a loop that edges from outside lead to, the entry of the
// function among them: one for a loop of Lua's statements, any number where gotos
// lead into the middle. In the order of Blocks.
//
// Entries and Exits look at each edge of the loop: one edge may enter or leave any
// number of loops, so that lists of them could grow with the square.
func (l *Loops) Entries(loop int) iter.Seq[BlockID] {
	return func(yield func(BlockID) bool) {
		for _, b := range l.All[loop].Blocks {
			if l.isEntry(loop, b) && !yield(b) {
				return
			}
		}
	}
}

// isEntry reports whether an edge from outside leads to b, a block of the loop.
func (l *Loops) isEntry(loop int, b BlockID) bool {
	if b == 0 {
		return true
	}
	for _, from := range l.g.Preds(b) {
		if l.g.Rank(from) >= 0 && !l.Contains(loop, from) {
			return true
		}
	}
	return false
}

// Exits returns the edges that lead out of a loop, by the blocks that they come from in
// the order of Blocks. A RETURN is no edge; it is never in a loop.
func (l *Loops) Exits(loop int) iter.Seq[Branch] {
	return func(yield func(Branch) bool) {
		for _, b := range l.All[loop].Blocks {
			for k, to := range l.g.Succs(b) {
				if !l.Contains(loop, to) && !yield(Branch{b, int32(k)}) {
					return
				}
			}
		}
	}
}

// BackEdges returns the edges inside a loop that lead to its header, by the numbers of
// the blocks that they come from. Every execution that does not end takes one of
// some loop without end, so that a program keeps all its endless executions if it
// keeps its back edges and what they are control dependent on; exits alone do not
// tell: of two jumps back to one label the first decides only how often the second
// is come to.
func (l *Loops) BackEdges(loop int) iter.Seq[Branch] {
	return func(yield func(Branch) bool) {
		header := l.All[loop].Header
		last := None
		for _, from := range l.g.Preds(header) {
			if from == last || !l.Contains(loop, from) {
				continue // both edges of a block stand side by side in Preds
			}
			last = from
			for k, to := range l.g.Succs(from) {
				if to == header && !yield(Branch{from, int32(k)}) {
					return
				}
			}
		}
	}
}
