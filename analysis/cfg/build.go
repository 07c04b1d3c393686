package cfg

import (
	"math/bits"

	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// Building the graph: mark the leaders, cut, connect, order. Each step is linear
// in the instructions or the edges (Aho, Sethi and Ullman, algorithm 9.1).

// Build makes the graph of p, which bytecode.Verify accepts.
func Build(p *bytecode.Proto, m *Memory) Graph {
	g := Graph{Proto: p}
	g.leaders = m.leaders.Take(len(p.Code)>>6 + 1) // with room for what is after the last RETURN
	n := g.markLeaders()
	g.Blocks = m.blocks.Take(n + 1)[:n]
	g.cut()
	edges := g.connect()
	g.preds = m.ids.TakeUncleared(edges)
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
		first, second := effect.Successors(g.Proto, pc)
		switch {
		case second < 0:
			mark(pc + 1)
			if first >= 0 {
				mark(first)
			}
		case g.isTestWithJump(pc):
			mark(second) // the JMP is next, and marks where it leads
		default:
			mark(first)
			mark(second)
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

// isTestWithJump reports whether the instruction at pc is a test whose JMP only leads
// elsewhere, without closing cells on the way.
func (g *Graph) isTestWithJump(pc int) bool {
	after := g.Proto.Code[pc+1]
	return g.Proto.Code[pc].Op().Mode().IsTest && effect.IsJump(after) && effect.Closes(after) < 0
}

// connect sets the successors, counts the predecessors of each block in firstPred and
// returns the number of edges.
func (g *Graph) connect() int {
	edges := 0
	for b := range g.Blocks {
		block := &g.Blocks[b]
		block.succs = [2]BlockID{None, None}
		block.last = g.decides(block)
		first, second := g.targets(block)
		for k, pc := range [...]int{first, second} {
			if pc >= 0 {
				to := g.Block(pc)
				block.succs[k] = to
				g.Blocks[to].firstPred++
				edges++
			}
		}
	}
	return edges
}

// decides returns Last of a block.
func (g *Graph) decides(block *Block) int32 {
	last := block.End - 1
	if last > block.Start && g.Proto.Code[last-1].Op().Mode().IsTest {
		return last - 1
	}
	return last
}

// targets returns the pcs where control may go from a block, -1 for none.
func (g *Graph) targets(block *Block) (first, second int) {
	last := int(block.last)
	first, second = effect.Successors(g.Proto, last)
	if last+1 < int(block.End) {
		first, _ = effect.Successors(g.Proto, last+1)
	}
	return first, second
}

// fillPreds sets the predecessors, whose numbers connect has counted: from after, as
// each block takes its place in front of those that it has already.
func (g *Graph) fillPreds() {
	at := int32(0)
	for b := range g.Blocks {
		at += g.Blocks[b].firstPred
		g.Blocks[b].firstPred = at
	}
	g.Blocks[:len(g.Blocks)+1][len(g.Blocks)].firstPred = at
	for b := len(g.Blocks) - 1; b >= 0; b-- {
		for _, to := range g.Succs(BlockID(b)) {
			block := &g.Blocks[to]
			block.firstPred--
			g.preds[block.firstPred] = BlockID(b)
		}
	}
}
