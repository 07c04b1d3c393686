package cfg

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Random graphs, and what the tests of trees, frontiers, dependence and loops know
// of them: paths, by the textbook.

// graphOf returns the graph with these successors, at most two for each block; it has no
// code.
func graphOf(succs [][]BlockID, m *Memory) *Graph {
	g := &Graph{Blocks: m.blocks.Take(len(succs) + 1)[:len(succs)]}
	edges := 0
	for b, to := range succs {
		block := &g.Blocks[b]
		block.Start, block.End, block.last = int32(b), int32(b)+1, int32(b)
		block.succs = [2]BlockID{None, None}
		copy(block.succs[:], to)
		for _, s := range to {
			g.Blocks[s].firstPred++
			edges++
		}
	}
	g.preds = m.ids.Take(edges)
	g.fillPreds()
	m.order(g)
	return g
}

// randomGraph returns a graph of up to n blocks. Some of its blocks cannot be reached, some parts
// cannot be left, and loops are entered anywhere.
func randomGraph(r *rand.Rand, n int, m *Memory) *Graph {
	n = 1 + r.IntN(n)
	succs := make([][]BlockID, n)
	returns, forward := r.IntN(6), r.IntN(3)
	for b := range succs {
		for range 2 {
			switch to := r.IntN(n); {
			case r.IntN(6) < returns/2:
			case r.IntN(3) < forward && b+1 < n:
				succs[b] = append(succs[b], BlockID(b+1+r.IntN(min(3, n-b-1))))
			default:
				succs[b] = append(succs[b], BlockID(to))
			}
		}
	}
	return graphOf(succs, m)
}

// eachRandomGraph runs a test on thousands of graphs.
func eachRandomGraph(t *testing.T, test func(g *Graph, m *Memory) error) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	m := new(Memory)
	for i := range 3000 {
		m.Reset()
		size := 12
		if i%100 == 0 {
			size = 40
		}
		g := randomGraph(r, size, m)
		if err := errors.Join(g.Dominators(m).Check(g), g.PostDominators(m).Check(g), g.Loops(m).Check(g)); err != nil {
			t.Fatalf("%v\n%s", err, edges(g))
		}
		if err := test(g, m); err != nil {
			t.Fatalf("%v\n%s", err, edges(g))
		}
	}
}

// edges prints a graph.
func edges(g *Graph) string {
	var s strings.Builder
	for b := range g.Blocks {
		fmt.Fprintf(&s, "%d: %v\n", b, g.Succs(BlockID(b)))
	}
	return s.String()
}

// reach returns the set of nodes that some path leads to from one, without the node
// without; next is the edges.
func reach(from, without BlockID, next func(BlockID) []BlockID) map[BlockID]bool {
	found := map[BlockID]bool{}
	if from == without {
		return found
	}
	found[from] = true
	for todo := []BlockID{from}; len(todo) > 0; {
		b := todo[0]
		todo = todo[1:]
		for _, to := range next(b) {
			if to != without && !found[to] {
				found[to] = true
				todo = append(todo, to)
			}
		}
	}
	return found
}

// before returns the edges of g turned round, with Exit and the pseudo-edges to it, among
// the blocks that the entry reaches.
func before(g *Graph, endless []BlockID) func(BlockID) []BlockID {
	var last []BlockID
	for _, b := range g.Order {
		if len(g.Succs(b)) == 0 {
			last = append(last, b)
		}
	}
	last = append(last, endless...)
	return func(b BlockID) []BlockID {
		if b == Exit {
			return last
		}
		var from []BlockID
		for _, p := range g.Preds(b) {
			if g.Rank(p) >= 0 {
				from = append(from, p)
			}
		}
		return from
	}
}

// TestRandomGraphsAreOfAllKinds makes sure that the other tests see what they are
// there for.
func TestRandomGraphsAreOfAllKinds(t *testing.T) {
	kinds := map[string]int{}
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		count := func(kind string, is bool) {
			if is {
				kinds[kind]++
			}
		}
		count("unreachable blocks", len(g.Order) < len(g.Blocks))
		count("the entry in a loop", len(g.Preds(0)) > 0)
		post := g.PostDominators(m)
		count("nothing endless", len(post.Endless) == 0)
		count("several ways round without end", len(post.Endless) > 1)
		loops := g.Loops(m)
		for i := range loops.All {
			entries := 0
			for range loops.Entries(i) {
				entries++
			}
			count("loops", true)
			count("loops three deep", loops.All[i].Depth > 2)
			count("loops with several entries", entries > 1)
			count("such loops inside of others", entries > 1 && loops.All[i].Parent >= 0)
		}
		tree := g.Dominators(m)
		for _, b := range g.Order {
			frontier := g.Frontiers(tree, m).Of(b)
			count("frontiers of several depths", len(frontier) > 1 && tree.Depth(frontier[0]) != tree.Depth(frontier[1]))
		}
		return nil
	})
	t.Log(kinds)
	if len(kinds) != 9 {
		t.Errorf("%d kinds", len(kinds))
	}
	for kind, n := range kinds {
		if n < 100 {
			t.Errorf("only %d with %s", n, kind)
		}
	}
}
