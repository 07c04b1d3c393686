package flow

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/compile/meter"
)

// The solver of bit-vector problems whose meet is union: iterative, over a work
// list in reverse post-order of the graph, or of its reverse (Kildall 1973; Kam and
// Ullman 1976; Cooper, Harvey and Kennedy, "Iterative data-flow analysis,
// revisited").

// problem is one system of equations over the reachable blocks of a graph. With
// in and out taken in the direction of the flow, for every block b:
//
//	out(b) = gen(b) ∪ (in(b) − kill(b))
//	in(b)  = start(b) ∪ ⋃ across(e), over the edges e that lead to b
//
// where across(e) is out of the block that the edge comes from; or, if e is the
// first edge of a block with an edge row, edgeGen ∪ (out − edgeKill).
//
// The lattice is that of sets, ordered by inclusion, with the empty set as the bottom; the
// transfer functions are monotone and distributive, so that the least solution is the union
// over all paths (Kildall's meet over all paths). Liveness of
//
//	b0: x = 1; if c, to b1 or b2    gen {c}    kill {x}
//	b1: x = 2, to b2                gen {}     kill {x}
//	b2: return x                    gen {x}    kill {}
//
// goes backward: in(b2) = {}, out(b2) = {x} = in(b1), out(b1) = {}, and in(b0), the union of the
// two, is {x}, since something reads x = 1 on the edge from b0 to b2; out(b0) = {c}.
type problem struct {
	graph    *cfg.Graph
	backward bool
	words    int      // of one set
	gen      []uint64 // by block
	kill     []uint64 // by block
	edge     []int32  // by block: 1 + the number of its edge row, 0 for none; nil if no block has one
	edgeGen  []uint64 // by edge row; nil if all are empty
	edgeKill []uint64 // by edge row
	// sets is in by block: start when the solver begins, the least solution when
	// it is done.
	sets []uint64
}

// newProblem returns a forward problem of so many words, in which all sets are empty.
func newProblem(g *cfg.Graph, words int) problem {
	n := len(g.Blocks)
	return problem{
		graph: g,
		words: words,
		gen:   make([]uint64, n*words),
		kill:  make([]uint64, n*words),
		edge:  make([]int32, n),
		sets:  make([]uint64, n*words),
	}
}

// at returns the set of block b in rows.
func (p *problem) at(rows []uint64, b int) Row { return rows[b*p.words : (b+1)*p.words] }

// solve works until nothing changes. count counts how many times it looks at a block. todo is an empty
// set of at least as many bits as there are blocks.
//
// No bit has to do with another, so that each word of the sets is solved alone.
//
// It ends because sets only grow, and a block is looked at again only when its own has: at most
// once for each bit, after the first time. In reverse post-order a sweep carries facts over all
// edges but those that lead back, so that the number of sweeps grows with the number of back edges
// on a path without a cycle (Kam and Ullman), and not with that of blocks.
func (p *problem) solve(todo Row, count *meter.Meter) {
	for w := range p.words {
		again := false
		for i := range p.graph.Order { // all are due: the list is of those that the sweep has passed
			count.Step()
			again = p.push(i, w, todo, i) || again
		}
		for again {
			again = false
			for k := range todo {
				// Blocks ahead in the same word may become due while it is worked on.
				for todo[k] != 0 {
					i := k<<6 + bits.TrailingZeros64(todo[k])
					todo.Remove(i)
					count.Step()
					again = p.push(i, w, todo, len(p.graph.Order)) || again
				}
			}
		}
	}
}

// push carries word w of the block at position i of the sweep to its neighbours. Those that it
// changes become due, if their position is last at most. It reports whether one that the sweep has
// passed, or this one, must be looked at again.
func (p *problem) push(i, w int, todo Row, last int) (back bool) {
	g := p.graph
	b := g.Order[p.turned(i)]
	at := int(b)*p.words + w
	out := p.gen[at] | p.sets[at]&^p.kill[at]
	if out == 0 && p.edgeGen == nil {
		return false
	}
	neighbours := g.Succs(b)
	if p.backward {
		neighbours = g.Preds(b)
	}
	for _, to := range neighbours {
		rank := g.Rank(to)
		if rank < 0 {
			continue // no path from the entry leads there
		}
		there := out
		if p.edge != nil {
			there = p.across(b, to, w, out)
		}
		set := &p.sets[int(to)*p.words+w]
		if there&^*set == 0 {
			continue
		}
		*set |= there
		if pos := p.turned(rank); pos <= last {
			todo.Add(pos)
			back = back || pos <= i
		}
	}
	return back
}

// turned returns the position in the sweep of the block with a rank, or the rank of that at a position.
func (p *problem) turned(i int) int {
	if p.backward {
		return len(p.graph.Order) - 1 - i
	}
	return i
}

// across returns what comes to block to over the edges from b, in the direction of the flow, if out
// is what leaves b: it goes through the edge row of the first of them, if there is one.
func (p *problem) across(b, to cfg.BlockID, w int, out uint64) uint64 {
	if p.backward {
		b, to = to, b
	}
	row := int(p.edge[b]) - 1
	succs := p.graph.Succs(b)
	if row < 0 || succs[0] != to {
		return out
	}
	at := row*p.words + w
	over := out &^ p.edgeKill[at]
	if p.edgeGen != nil {
		over |= p.edgeGen[at]
	}
	if len(succs) == 2 && succs[1] == to {
		over |= out
	}
	return over
}
