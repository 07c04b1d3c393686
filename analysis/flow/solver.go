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

// at returns the set of block b in rows.
func (p *problem) at(rows []uint64, b int) Row { return rows[b*p.words : (b+1)*p.words] }

// solve works until nothing changes, and returns how many times it looked at a
// block, which count counts too. todo is an empty set of at least as many bits as there are
// blocks.
//
// It ends because sets only grow, and a block is looked at again only when its own has: at most
// once for each bit, after the first time. In reverse post-order a sweep carries facts over all
// edges but those that lead back, so that the number of sweeps grows with the number of back edges
// on a path without a cycle (Kam and Ullman), and not with that of blocks.
func (p *problem) solve(todo Row, count *meter.Meter) (steps int) {
	n := len(p.graph.Order)
	for i := range n {
		todo.Add(i)
	}
	var buf [16]uint64
	out := Row(buf[:])
	if p.words > len(buf) {
		out = make(Row, p.words)
	}
	out = out[:p.words]
	for again := true; again; {
		again = false
		for w := range WordsFor(n) {
			// Blocks ahead in the same word may become due while it is worked on.
			for todo[w] != 0 {
				i := w<<6 + bits.TrailingZeros64(todo[w])
				todo.Remove(i)
				steps++
				count.Step()
				if p.push(i, out, todo) {
					again = true
				}
			}
		}
	}
	return steps
}

// block returns the block at position i of the sweep.
func (p *problem) block(i int) cfg.BlockID {
	if p.backward {
		i = len(p.graph.Order) - 1 - i
	}
	return p.graph.Order[i]
}

// push carries the block at position i to its neighbours. It reports whether one
// that the sweep has passed must be looked at again.
func (p *problem) push(i int, out, todo Row) (back bool) {
	b := p.block(i)
	in, gen, kill := p.at(p.sets, int(b)), p.at(p.gen, int(b)), p.at(p.kill, int(b))
	for w := range out {
		out[w] = gen[w] | in[w]&^kill[w]
	}
	g := p.graph
	if !p.backward {
		for k, to := range g.Succs(b) {
			if p.meet(to, out, p.edgeRow(b, k)) {
				pos := g.Rank(to)
				todo.Add(pos)
				back = back || pos <= i
			}
		}
		return back
	}
	if p.edge == nil {
		for _, to := range g.Preds(b) {
			// No path from the entry leads to blocks without a rank.
			if rank := g.Rank(to); rank >= 0 && p.meet(to, out, -1) {
				pos := len(g.Order) - 1 - rank
				todo.Add(pos)
				back = back || pos <= i
			}
		}
		return back
	}
	for _, to := range g.Preds(b) {
		pos := len(g.Order) - 1 - g.Rank(to)
		if pos >= len(g.Order) {
			continue // no path from the entry leads there
		}
		changed := false
		for k, succ := range g.Succs(to) {
			if succ == b && p.meet(to, out, p.edgeRow(to, k)) {
				changed = true
			}
		}
		if changed {
			todo.Add(pos)
			back = back || pos <= i
		}
	}
	return back
}

// edgeRow returns the number of the edge row of successor k of b, -1 if it has none.
func (p *problem) edgeRow(b cfg.BlockID, k int) int {
	if p.edge == nil || k != 0 {
		return -1
	}
	return int(p.edge[b]) - 1
}

// meet adds what comes over an edge to the set of block b and reports whether that
// changed it.
func (p *problem) meet(b cfg.BlockID, out Row, edge int) bool {
	set := p.at(p.sets, int(b))
	changed := uint64(0)
	if edge < 0 {
		for w := range set {
			merged := set[w] | out[w]
			changed |= merged ^ set[w]
			set[w] = merged
		}
		return changed != 0
	}
	kill := p.at(p.edgeKill, edge)
	for w := range set {
		merged := set[w] | out[w]&^kill[w]
		if p.edgeGen != nil {
			merged |= p.edgeGen[edge*p.words+w]
		}
		changed |= merged ^ set[w]
		set[w] = merged
	}
	return changed != 0
}
