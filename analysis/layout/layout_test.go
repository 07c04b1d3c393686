package layout

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// graphs returns graphs of all shapes: those of statements, those of gotos, and what no code makes.
func graphs() map[string]Graph {
	all := map[string]Graph{
		"nothing":  {},
		"one":      {Nodes: []Size{{10, 4}}},
		"itself":   {Nodes: []Size{{10, 4}}, Edges: []Edge{{0, 0, true}}},
		"apart":    {Nodes: []Size{{10, 4}, {30, 9}, {7, 4}}},
		"twice":    {Nodes: []Size{{10, 4}, {30, 9}}, Edges: []Edge{{0, 1, false}, {0, 1, false}}},
		"to entry": {Nodes: []Size{{10, 4}, {30, 9}}, Edges: []Edge{{1, 0, false}}},
		"cycle":    {Nodes: []Size{{10, 4}, {30, 9}, {5, 5}, {6, 6}}, Edges: []Edge{{0, 1, false}, {2, 3, false}, {3, 2, false}}},
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		all[fmt.Sprint("random ", seed)] = random(r, 1+r.IntN(60), r.IntN(4))
	}
	all["large"] = random(rand.New(rand.NewPCG(1, 2)), 2000, 1)
	return all
}

// random returns a graph in which each node leads to the next one, and wild others lead anywhere.
func random(r *rand.Rand, n, wild int) (g Graph) {
	for i := range n {
		g.Nodes = append(g.Nodes, Size{5 + float64(r.IntN(40)), 4 + float64(r.IntN(20))})
		if i > 0 && r.IntN(8) > 0 {
			g.Edges = append(g.Edges, Edge{i - 1, i, false})
		}
		for range r.IntN(wild + 1) {
			to := r.IntN(n)
			g.Edges = append(g.Edges, Edge{i, to, to <= i})
		}
	}
	return g
}

// TestPlace holds what a reader relies on: no two nodes overlap, edges lead down but those back, from the node that they leave to
// the one that they come to, past all others, and everything is inside of the picture.
func TestPlace(t *testing.T) {
	for name, g := range graphs() {
		p := Place(g)
		for _, problem := range problems(g, p) {
			t.Errorf("%s: %s", name, problem)
		}
		if again := Place(g); !reflect.DeepEqual(again, p) {
			t.Errorf("%s is placed in two ways", name)
		}
	}
}

// problems returns what is wrong with the places of a graph.
func problems(g Graph, p Placed) (found []string) {
	say := func(format string, about ...any) { found = append(found, fmt.Sprintf(format, about...)) }
	isAcyclic := isAcyclicWithoutBack(g)
	for i, a := range p.Nodes {
		if a.X < 0 || a.Y < 0 || a.X+g.Nodes[i].Width > p.Width+0.01 || a.Y+g.Nodes[i].Height > p.Height+0.01 {
			say("node %d at %v is not in the picture", i, a)
		}
		for j, b := range p.Nodes[:i] {
			if a.X < b.X+g.Nodes[j].Width && b.X < a.X+g.Nodes[i].Width && a.Y < b.Y+g.Nodes[j].Height && b.Y < a.Y+g.Nodes[i].Height {
				say("nodes %d and %d overlap", i, j)
			}
		}
	}
	for e, edge := range g.Edges {
		points := p.Edges[e]
		if len(points) < 2 {
			say("edge %d has %d points", e, len(points))
			continue
		}
		if !touches(points[0], p.Nodes[edge.From], g.Nodes[edge.From]) || !touches(points[len(points)-1], p.Nodes[edge.To], g.Nodes[edge.To]) {
			say("edge %d leads elsewhere", e)
		}
		if first, last := points[0][1], points[len(points)-1][1]; isAcyclic && edge.From != edge.To && edge.To != 0 && edge.Back != (last < first) {
			say("edge %d leads from %v to %v", e, first, last)
		}
		for i := 1; i < len(points) && len(g.Nodes) < 100 && edge.From != edge.To; i++ {
			for n := range g.Nodes {
				if crosses(points[i-1], points[i], p.Nodes[n], g.Nodes[n]) {
					say("edge %d crosses node %d", e, n)
				}
			}
		}
	}
	return found
}

// touches reports whether a point is at the border of a node.
func touches(at [2]float64, node Point, size Size) bool {
	const near = 0.02
	return at[0] >= node.X-near && at[0] <= node.X+size.Width+near && at[1] >= node.Y-near && at[1] <= node.Y+size.Height+near
}

// crosses reports whether a line has a point well inside of a node, by looking at many.
func crosses(a, b [2]float64, node Point, size Size) bool {
	const steps, inside = 50, 0.05
	for i := range steps + 1 {
		f := float64(i) / steps
		x, y := a[0]+(b[0]-a[0])*f, a[1]+(b[1]-a[1])*f
		if x > node.X+inside && x < node.X+size.Width-inside && y > node.Y+inside && y < node.Y+size.Height-inside {
			return true
		}
	}
	return false
}

// isAcyclicWithoutBack reports whether the edges that are not Back form no cycle, none to the entry counted.
func isAcyclicWithoutBack(g Graph) bool {
	for _, e := range g.Edges {
		if !e.Back && e.From >= e.To {
			return false
		}
		if e.Back && e.From < e.To {
			return false
		}
	}
	return true
}

// TestLongEdges has more bends than there is room for: the edges that are too much go round, and nothing else changes.
func TestLongEdges(t *testing.T) {
	var g Graph
	const n = 900
	for i := range n {
		g.Nodes = append(g.Nodes, Size{8, 4})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{i - 1, i, false})
		}
		if i > 1 {
			g.Edges = append(g.Edges, Edge{i, n - i, i >= n-i})
		}
	}
	p := &placer{Graph: g}
	p.turnRound()
	p.rank()
	p.makeLayers()
	if len(p.outer) == 0 {
		t.Error("no edge goes round: the test holds nothing")
	}
	for _, problem := range problems(g, Place(g)) {
		t.Error(problem)
	}
}

// TestStraight holds that a chain is a straight line, and that a diamond is as wide on both sides.
func TestStraight(t *testing.T) {
	size := Size{10, 4}
	chain := Place(Graph{Nodes: []Size{size, size, size}, Edges: []Edge{{0, 1, false}, {1, 2, false}}})
	if chain.Nodes[0].X != chain.Nodes[1].X || chain.Nodes[1].X != chain.Nodes[2].X || chain.Width != 10 {
		t.Errorf("a chain is %+v", chain)
	}
	diamond := Place(Graph{Nodes: []Size{size, size, size, size}, Edges: []Edge{{0, 1, false}, {0, 2, false}, {1, 3, false}, {2, 3, false}}})
	if diamond.Nodes[0].X != diamond.Nodes[3].X || diamond.Nodes[0].X*2 != diamond.Nodes[1].X+diamond.Nodes[2].X {
		t.Errorf("a diamond is %+v", diamond)
	}
}
