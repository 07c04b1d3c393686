package cfg

import (
	"fmt"
	"slices"
	"testing"
)

// frontierByDefinition returns the nodes that b does not strictly dominate, with an edge
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

// TestControlOfSmallGraphs tests the graphs by which control dependence is explained:
// a loop with its test at the top, a branch with two arms, a loop without end.
func TestControlOfSmallGraphs(t *testing.T) {
	for _, test := range []struct {
		name  string
		succs [][]BlockID
		post  []BlockID // by block: the parent
		on    []string  // by block
	}{
		{
			"a loop", [][]BlockID{{1}, {2, 3}, {1}, {}},
			[]BlockID{1, 3, 1, Exit},
			[]string{"[]", "[{1 0}]", "[{1 0}]", "[]"},
		},
		{
			"two arms", [][]BlockID{{1, 2}, {3}, {3}, {}},
			[]BlockID{3, 3, 3, Exit},
			[]string{"[]", "[{0 0}]", "[{0 1}]", "[]"},
		},
		{
			"a loop without end in one arm", [][]BlockID{{1, 2}, {1}, {}},
			[]BlockID{Exit, Exit, Exit},
			[]string{"[]", "[{0 0} {1 0}]", "[{0 1}]"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := new(Memory)
			g := graphOf(test.succs, m)
			post := g.PostDominators(m)
			control := g.ControlDependence(post, m)
			for i := range g.Blocks {
				b := BlockID(i)
				if got := post.Parent(b); got != test.post[i] {
					t.Errorf("%d is post-dominated by %d, expected %d", b, got, test.post[i])
				}
				on := slices.SortedFunc(control.On(b), func(a, b Branch) int { return int(a.Block - b.Block) })
				if got := fmt.Sprint(on); got != test.on[i] {
					t.Errorf("%d is dependent on %s, expected %s", b, got, test.on[i])
				}
			}
		})
	}
}
