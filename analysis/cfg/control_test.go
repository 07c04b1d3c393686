package cfg

import (
	"fmt"
	"slices"
	"testing"
)

// frontierByDefinition is the nodes that b does not strictly dominate, with an edge
// to them from one that b dominates.
func frontierByDefinition(g *Graph, t *Tree, b BlockID) []BlockID {
	var blocks []BlockID
	for _, to := range g.Order {
		from := g.Preds(to)
		if t.Root() == Exit {
			from = g.Succs(to)
		}
		strictly := b != to && t.Dominates(b, to)
		if !strictly && slices.ContainsFunc(from, func(p BlockID) bool { return t.Dominates(b, p) }) {
			blocks = append(blocks, to)
		}
	}
	slices.Sort(blocks)
	return blocks
}

func TestFrontiersOfRandomGraphs(t *testing.T) {
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		for _, tree := range []*Tree{g.Dominators(m), g.PostDominators(m)} {
			frontiers := g.Frontiers(tree, m)
			for i := range len(g.Blocks) - int(Exit) {
				b := BlockID(i) + Exit
				got := slices.Sorted(slices.Values(frontiers.Of(b)))
				if want := frontierByDefinition(g, tree, b); !slices.Equal(got, want) {
					return fmt.Errorf("root %d: the frontier of %d is %v, expected %v", tree.Root(), b, got, want)
				}
			}
		}
		return nil
	})
}

// TestControlOfRandomGraphs compares with the definition of Ferrante, Ottenstein and
// Warren on paths: b is dependent on an edge if all paths on from that edge to Exit
// go through b, and some path from the block of the edge to Exit does not, after
// that block.
func TestControlOfRandomGraphs(t *testing.T) {
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		post := g.PostDominators(m)
		control := g.ControlDependence(post, m)
		last := before(g, post.Endless)(Exit)
		next := func(b BlockID) []BlockID {
			if slices.Contains(last, b) {
				return append([]BlockID{Exit}, g.Succs(b)...)
			} else if b == Exit {
				return nil
			}
			return g.Succs(b)
		}
		for _, b := range g.Order {
			var want []Branch
			avoids := func(from BlockID) bool { return reach(from, b, next)[Exit] }
			for _, from := range g.Order {
				if !slices.ContainsFunc(next(from), avoids) {
					continue
				}
				for k, to := range g.Succs(from) {
					if !avoids(to) {
						want = append(want, Branch{from, int32(k)})
					}
				}
			}
			if got := slices.Collect(control.On(b)); !sameBranches(got, want) {
				return fmt.Errorf("%d is dependent on %v, expected %v", b, got, want)
			}
			for _, from := range control.Blocks(b) {
				if !slices.ContainsFunc(want, func(e Branch) bool { return e.Block == from }) {
					return fmt.Errorf("%d is dependent on no edge of %d", b, from)
				}
			}
		}
		return nil
	})
}

// sameBranches reports whether two lists of different branches hold the same.
func sameBranches(a, b []Branch) bool {
	for _, e := range a {
		if !slices.Contains(b, e) {
			return false
		}
	}
	return len(a) == len(b)
}
