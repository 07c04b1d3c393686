package cfg

import (
	"fmt"
	"slices"
	"testing"
)

func TestDominatorsOfRandomGraphs(t *testing.T) {
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		return checkTree(g, g.Dominators(m), 0, g.Succs)
	})
}

func TestPostDominatorsOfRandomGraphs(t *testing.T) {
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		post := g.PostDominators(m)
		return checkTree(g, post, Exit, before(g, post.Endless))
	})
}

// checkTree compares a tree with the definition: a dominates b if nothing leads from
// the root to b without a.
func checkTree(g *Graph, t *Tree, root BlockID, next func(BlockID) []BlockID) error {
	if t.Root() != root {
		return fmt.Errorf("the root is %d", t.Root())
	}
	reached := reach(root, None, next)
	for _, b := range g.Order {
		if !reached[b] {
			return fmt.Errorf("nothing leads from the root to %d", b)
		}
	}
	nodes := []BlockID{Exit, None}
	for b := range g.Blocks {
		nodes = append(nodes, BlockID(b))
	}
	dominators := map[BlockID]int{}
	for _, a := range nodes {
		left := reach(root, a, next)
		for _, b := range nodes {
			want := reached[a] && reached[b] && !left[b]
			if got := t.Dominates(a, b); got != want {
				return fmt.Errorf("%d dominates %d: %v, expected %v", a, b, got, want)
			}
			if want {
				dominators[b]++
			}
		}
	}
	for _, b := range nodes {
		if t.Has(b) != reached[b] {
			return fmt.Errorf("%d is in the tree: %v", b, t.Has(b))
		}
		if parent := t.Parent(b); parent == None {
			if b != root && reached[b] {
				return fmt.Errorf("%d has no parent", b)
			}
		} else if !t.Dominates(parent, b) || dominators[parent] != dominators[b]-1 {
			return fmt.Errorf("%d is not the parent of %d", parent, b)
		}
	}
	return checkShape(t, dominators)
}

// checkShape compares the ways to walk a tree with Parent and Dominates; dominators
// is how many a block has.
func checkShape(t *Tree, dominators map[BlockID]int) error {
	order := t.Preorder()
	if len(order) != len(dominators) {
		return fmt.Errorf("%d nodes are in the pre-order, %d in the tree", len(order), len(dominators))
	}
	for i, b := range order {
		if t.Depth(b) != dominators[b]-1 {
			return fmt.Errorf("%d has the depth %d, expected %d", b, t.Depth(b), dominators[b]-1)
		}
		after := i + 1
		for after < len(order) && t.Dominates(b, order[after]) {
			after++
		}
		if slices.ContainsFunc(order[after:], func(c BlockID) bool { return t.Dominates(b, c) }) {
			return fmt.Errorf("what is below %d is not in one row", b)
		}
	}
	return nil
}

// endlessByDefinition returns the blocks that go round in a part that cannot be left: a
// block in such a part is reached again by all that it reaches, and an entry of it
// is entered from a block that it does not reach, or is the entry of the graph.
func endlessByDefinition(g *Graph) []BlockID {
	var blocks []BlockID
	for _, b := range g.Order {
		part := reach(b, None, g.Succs)
		for a := range part {
			if len(g.Succs(a)) == 0 || !reach(a, None, g.Succs)[b] {
				part = nil
				break
			}
		}
		if part == nil {
			continue
		}
		entered := func(to BlockID) bool {
			return to == 0 || slices.ContainsFunc(g.Preds(to), func(p BlockID) bool {
				return g.Rank(p) >= 0 && !part[p]
			})
		}
		if slices.ContainsFunc(g.Succs(b), entered) {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

func TestEndlessPartsOfRandomGraphs(t *testing.T) {
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		if got, want := g.PostDominators(m).Endless, endlessByDefinition(g); !slices.Equal(got, want) {
			return fmt.Errorf("pseudo-edges from %v, expected %v", got, want)
		}
		return nil
	})
}
