package cfg

import (
	"math/bits"

	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// Building the graph: mark the leaders, cut, connect, order. Each step is linear
// in the instructions or the edges (Aho, Sethi and Ullman, algorithm 9.1).

// Memory is what graphs, trees, loops and the rest are made of. What was built with
// one Memory shares its arrays and is valid until its Reset. The zero Memory is
// ready; it serves one goroutine at a time.
type Memory struct {
	blocks    Slab[Block]
	ids       Slab[BlockID]
	leaders   Slab[leaders]
	trees     Slab[Tree]
	nodes     Slab[node]
	frontiers Slab[Frontiers]
	windows   Slab[window]
	controls  Slab[Control]
	loops     Slab[Loops]
	loop      Slab[Loop]
	numbers   Slab[int32]

	// Scratch of one computation.
	stack        []visit
	span         span
	semi         semidominators
	nest         nest
	search       frontierSearch
	rounds       []bool // by block: it has a pseudo-edge to Exit
	size, counts []int32
}

// Reset makes the memory of all that was built with m free for new things.
func (m *Memory) Reset() {
	m.blocks.Reset()
	m.ids.Reset()
	m.leaders.Reset()
	m.trees.Reset()
	m.nodes.Reset()
	m.frontiers.Reset()
	m.windows.Reset()
	m.controls.Reset()
	m.loops.Reset()
	m.loop.Reset()
	m.numbers.Reset()
}

// Build makes the graph of p, which bytecode.Verify accepts.
func Build(p *bytecode.Proto, m *Memory) Graph {
	g := Graph{Proto: p}
	g.leaders = m.leaders.Take(len(p.Code)>>6 + 1) // with room for what is behind the last RETURN
	g.Blocks = m.blocks.Take(g.markLeaders())
	g.cut()
	edges := g.connect()
	g.preds = m.ids.Take(edges)
	g.fillPreds()
	m.order(&g)
	return g
}

// markLeaders sets g.leaders for the first instruction of every block and returns
// their number.
func (g *Graph) markLeaders() int {
	mark := func(pc int) { g.leaders[pc>>6].set |= 1 << (pc & 63) }
	mark(0)
	for pc, i := range g.Proto.Code {
		if !effect.EndsBlock(i) {
			continue
		}
		mark(pc + 1)
		if first, second := effect.Successors(g.Proto, pc); second >= 0 {
			mark(first)
			mark(second)
		} else if first >= 0 {
			mark(first)
		}
	}
	end := len(g.Proto.Code)
	g.leaders[end>>6].set &^= 1 << (end & 63)
	last := None
	for i := range g.leaders {
		g.leaders[i].before = last
		last += BlockID(bits.OnesCount64(g.leaders[i].set))
	}
	return int(last) + 1
}

// cut makes the blocks that begin at the leaders.
func (g *Graph) cut() {
	b := None
	for i, l := range g.leaders {
		for set := l.set; set != 0; set &= set - 1 {
			pc := int32(i<<6 + bits.TrailingZeros64(set))
			if b >= 0 {
				g.Blocks[b].End = pc
			}
			b++
			g.Blocks[b].Start = pc
		}
	}
	g.Blocks[b].End = int32(len(g.Proto.Code))
}

// connect sets the successors, counts the predecessors of each block and returns
// the number of edges.
func (g *Graph) connect() int {
	edges := 0
	for b := range g.Blocks {
		block := &g.Blocks[b]
		first, second := effect.Successors(g.Proto, int(block.End)-1)
		for _, pc := range [...]int{first, second} {
			if pc >= 0 {
				to := g.Block(pc)
				block.succs[block.numSuccs] = to
				block.numSuccs++
				g.Blocks[to].numPreds++
				edges++
			}
		}
	}
	return edges
}

// fillPreds sets the predecessors, whose numbers connect has counted.
func (g *Graph) fillPreds() {
	at := int32(0)
	for b := range g.Blocks {
		block := &g.Blocks[b]
		block.firstPred = at
		at += block.numPreds
		block.numPreds = 0
	}
	for b := range g.Blocks {
		for _, to := range g.Succs(BlockID(b)) {
			block := &g.Blocks[to]
			g.preds[block.firstPred+block.numPreds] = BlockID(b)
			block.numPreds++
		}
	}
}
