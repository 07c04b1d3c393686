package cfg

import (
	"math/bits"

	"luaflow/compile/bytecode"
)

// The graph as data. Everything is a flat slice indexed by dense numbers: pcs
// (from 0), blocks (in order of their pcs), positions in reverse post-order.

// BlockID numbers the blocks of a function densely in the order of their pcs; 0 is
// the entry.
type BlockID int32

// None is the BlockID of no block.
const None BlockID = -1

// Block is a basic block: the instructions from Start (inclusive) to End
// (exclusive), at least one.
type Block struct {
	Start, End int32
	last       int32      // see Graph.Last
	rank       int32      // in Graph.Order, -1 if unreachable
	succs      [2]BlockID // None for no edge
	firstPred  int32      // in Graph.preds, where those of the next block follow
}

// Graph is the control flow graph of one function. It is immutable.
type Graph struct {
	Proto *bytecode.Proto // whose Code the pcs of Blocks count
	// Blocks holds the blocks, by BlockID. The array after its end holds one more, whose firstPred ends
	// the predecessors of the last block.
	Blocks []Block
	// Order is the blocks that can be reached from the entry, in reverse
	// post-order of a depth-first search: the entry comes first, and every block
	// before its successors unless the edge goes back in the search.
	Order   []BlockID
	leaders []leaders // by pc / 64
	preds   []BlockID
}

// leaders says where blocks begin among 64 instructions: a bit vector with rank
// (Jacobson 1989), as a BlockID for each pc would be larger than the code itself.
type leaders struct {
	set    uint64  // bit i for the i-th of the instructions
	before BlockID // the last block that begins in front of them
}

// Block returns the block in which the instruction at pc stands.
func (g *Graph) Block(pc int) BlockID {
	l := &g.leaders[pc>>6]
	return l.before + BlockID(bits.OnesCount64(l.set<<(63-pc&63)))
}

// Last returns the pc of the instruction that says where control goes from b: the last one,
// or the test in front of it.
func (g *Graph) Last(b BlockID) int { return int(g.Blocks[b].last) }

// Point returns the pc that stands for a point of the program, that before the instruction at
// pc: where the JMP of a test leads if that is what stands there and does nothing.
func (g *Graph) Point(pc int) int {
	if b := g.Block(pc); pc > g.Last(b) {
		return int(g.Blocks[g.Blocks[b].succs[0]].Start)
	}
	return pc
}

// Succs returns where control may go from b: the order is that of effect.Successors for
// Last(b), whose JMP stands for where it leads if it is in b, and a block to which both
// edges lead stands there twice.
func (g *Graph) Succs(b BlockID) []BlockID {
	block := &g.Blocks[b]
	switch {
	case block.succs[1] >= 0:
		return block.succs[:]
	case block.succs[0] >= 0:
		return block.succs[:1]
	}
	return nil
}

// Preds returns the blocks from which control may come to b, unreachable ones included,
// one entry for each edge, in the order of the blocks.
func (g *Graph) Preds(b BlockID) []BlockID {
	here := g.Blocks[b : b+2]
	return g.preds[here[0].firstPred:here[1].firstPred]
}

// LeadsBack reports whether an edge from one block to another goes back in the depth-first search after Order: it leads to the
// header of a loop that both are in. It is false for blocks that cannot be reached.
func (g *Graph) LeadsBack(from, to BlockID) bool {
	return g.Rank(from) >= 0 && g.Rank(to) >= 0 && g.Rank(to) <= g.Rank(from)
}

// Rank returns the position of b in Order, -1 if b cannot be reached.
func (g *Graph) Rank(b BlockID) int { return int(g.Blocks[b].rank) }

// Reachable reports whether some path leads from the entry to the instruction at
// pc.
func (g *Graph) Reachable(pc int) bool { return g.Blocks[g.Block(pc)].rank >= 0 }
