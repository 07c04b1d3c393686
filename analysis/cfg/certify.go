package cfg

import (
	"fmt"
	"slices"
)

// The verifiers of trees and loops: what a false dominator, or a cycle that is no
// loop, would break, without the algorithms that find them. That a dominator is the
// immediate one, and a loop strongly connected, they do not prove.

// Check returns an error that names the first invariant that t breaks as a tree of
// g:
//
//   - its nodes are the blocks that the entry reaches, and Exit in a tree of
//     post-dominators; each stands in the pre-order after its parent, which
//     dominates it and is one less deep;
//   - the parent of each block dominates the blocks that its edges come from, so
//     that, by induction over a path, no way leads past a dominator.
func (t *Tree) Check(g *Graph) error {
	nodes := len(g.Order)
	if t.Root() == Exit {
		nodes++
	} else if t.Root() != 0 {
		return fmt.Errorf("block %d is the root", t.Root())
	}
	if len(t.order) != nodes {
		return fmt.Errorf("the tree has %d nodes, the graph %d", len(t.order), nodes)
	}
	for at, b := range t.order {
		if n := &t.nodes[slot(b)]; int(n.at) != at+1 || int(n.end) > nodes+1 {
			return fmt.Errorf("block %d stands at %d of the pre-order", b, at)
		}
		if at > 0 && (!t.Dominates(t.Parent(b), b) || t.Parent(b) == b || t.Depth(b) != t.Depth(t.Parent(b))+1) {
			return fmt.Errorf("block %d is not below its parent %d", b, t.Parent(b))
		}
	}
	for _, b := range g.Order {
		if err := t.checkEdges(g, b); err != nil {
			return err
		}
	}
	return nil
}

// checkEdges checks the edges to b, in the direction of the tree.
func (t *Tree) checkEdges(g *Graph, b BlockID) error {
	from := g.Preds(b)
	if t.Root() == Exit {
		from = g.Succs(b)
		if ends := len(from) == 0 || slices.Contains(t.Endless, b); ends && t.Parent(b) != Exit {
			return fmt.Errorf("the parent of block %d, which ends, is %d", b, t.Parent(b))
		}
	}
	for _, p := range from {
		if b != t.Root() && g.Rank(p) >= 0 && !t.Dominates(t.Parent(b), p) {
			return fmt.Errorf("the edge between blocks %d and %d leads past %d", p, b, t.Parent(b))
		}
	}
	return nil
}

// Check returns an error that names the first invariant that l, the loops of g,
// breaks:
//
//   - each loop holds the blocks of those nested in it, and its header, which is an
//     entry and the block with the lowest rank;
//   - each block of a loop is left and come to inside of it;
//   - each edge that goes back in the depth-first search leads to the header of a
//     loop that holds its other end, so that no cycle is missing.
func (l *Loops) Check(g *Graph) error {
	for i := range l.All {
		if err := l.checkLoop(i); err != nil {
			return fmt.Errorf("loop %d: %w", i, err)
		}
	}
	for _, b := range g.Order {
		for _, to := range g.Succs(b) {
			if g.Rank(to) <= g.Rank(b) && !l.goesRound(b, to) {
				return fmt.Errorf("no loop goes from block %d back to %d", b, to)
			}
		}
	}
	return nil
}

func (l *Loops) checkLoop(i int) error {
	loop := &l.All[i]
	switch {
	case loop.Parent >= int32(i) || int(loop.End) <= i || int(loop.End) > len(l.All):
		return fmt.Errorf("it is nested in loop %d and ends at %d", loop.Parent, loop.End)
	case loop.Parent >= 0 && (l.All[loop.Parent].End < loop.End || l.All[loop.Parent].Depth+1 != loop.Depth):
		return fmt.Errorf("it is not inside of loop %d", loop.Parent)
	case !l.Contains(i, loop.Header) || !l.isEntry(i, loop.Header):
		return fmt.Errorf("its header %d is no entry", loop.Header)
	}
	inside := func(b BlockID) bool { return l.Contains(i, b) }
	for _, b := range loop.Blocks {
		switch {
		case !inside(b):
			return fmt.Errorf("block %d is not in it", b)
		case l.g.Rank(b) < l.g.Rank(loop.Header):
			return fmt.Errorf("block %d comes before the header %d", b, loop.Header)
		case !slices.ContainsFunc(l.g.Succs(b), inside) || !slices.ContainsFunc(l.g.Preds(b), inside):
			return fmt.Errorf("block %d does not go round", b)
		}
	}
	return nil
}

// goesRound reports whether a loop with the given header holds b.
func (l *Loops) goesRound(b, header BlockID) bool {
	loop := l.Innermost(header)
	return loop >= 0 && l.All[loop].Header == header && l.Contains(loop, b)
}
