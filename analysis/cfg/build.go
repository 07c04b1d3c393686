package cfg

import (
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// Building the graph: mark the leaders, cut, connect, order. Each step is linear
// in the instructions or the edges (Aho, Sethi and Ullman, algorithm 9.1).

// Memory is what graphs are made of. Graphs that were built with one Memory share
// its arrays and are valid until its Reset. The zero Memory is ready; it serves one
// goroutine at a time.
type Memory struct {
	blocks Slab[Block]
	ids    Slab[BlockID]
	leader []bool // by pc; scratch
	stack  []visit
}

// Reset makes the memory of all graphs that were built with m free for new ones.
func (m *Memory) Reset() {
	m.blocks.Reset()
	m.ids.Reset()
}

// Build makes the graph of p, which bytecode.Verify accepts.
func Build(p *bytecode.Proto, m *Memory) Graph {
	g := Graph{Proto: p}
	n := m.markLeaders(p)
	g.Blocks = m.blocks.Take(n)
	g.blockOf = m.ids.Take(len(p.Code))
	g.cut(m.leader)
	edges := g.connect()
	g.preds = m.ids.Take(edges)
	g.fillPreds()
	m.order(&g)
	return g
}

// markLeaders sets m.leader for the first instruction of every block and returns
// their number.
func (m *Memory) markLeaders(p *bytecode.Proto) int {
	n := len(p.Code)
	if cap(m.leader) < n+1 {
		m.leader = make([]bool, n+1+n/2)
	}
	leader := m.leader[:n+1] // one more, for what is behind the last RETURN
	clear(leader)
	leader[0] = true
	for pc, i := range p.Code {
		if !effect.EndsBlock(i) {
			continue
		}
		leader[pc+1] = true
		if first, second := effect.Successors(p, pc); second >= 0 {
			leader[first], leader[second] = true, true
		} else if first >= 0 {
			leader[first] = true
		}
	}
	m.leader = leader[:n]
	blocks := 0
	for _, is := range m.leader {
		if is {
			blocks++
		}
	}
	return blocks
}

// cut makes the blocks that begin at the leaders.
func (g *Graph) cut(leader []bool) {
	b := None
	for pc, is := range leader {
		if is {
			if b >= 0 {
				g.Blocks[b].End = int32(pc)
			}
			b++
			g.Blocks[b].Start = int32(pc)
		}
		g.blockOf[pc] = b
	}
	g.Blocks[b].End = int32(len(leader))
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
				to := g.blockOf[pc]
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
