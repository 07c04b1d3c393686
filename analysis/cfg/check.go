package cfg

import (
	"fmt"
	"slices"

	"luaflow/analysis/effect"
)

// The verifier: what holds of every graph that Build makes, looked up again in the
// code instead of in the steps of Build.

// Check returns an error that names the first invariant that g breaks:
//
//   - the blocks follow one another without gap, and each pc is in its block;
//   - inside a block control goes from each instruction to the one after it, and
//     nowhere else; it enters the block at its first instruction only. But a test may
//     skip the last one, if that is a JMP which does nothing but lead elsewhere;
//   - the edges are the Successors of Last, in their order, the first one of a test
//     led on by such a JMP, and Preds is Succs turned round;
//   - Order holds each block at its rank, and exactly those that the entry
//     reaches.
func (g *Graph) Check() error {
	for _, check := range []func() error{g.checkBlocks, g.checkEdges, g.checkPreds, g.checkOrder} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (g *Graph) checkBlocks() error {
	at := int32(0)
	for b := range g.Blocks {
		block := &g.Blocks[b]
		if block.Start != at || block.End <= block.Start {
			return fmt.Errorf("block %d is [%d, %d), expected to begin at %d", b, block.Start, block.End, at)
		}
		at = block.End
		for pc := block.Start; pc < block.End; pc++ {
			if g.Block(int(pc)) != BlockID(b) {
				return fmt.Errorf("pc %d is in block %d, not in %d", pc, b, g.Block(int(pc)))
			}
			if int(pc) < g.Last(BlockID(b)) && effect.EndsBlock(g.Proto.Code[pc]) {
				return fmt.Errorf("pc %d does not end block %d", pc, b)
			}
		}
	}
	if int(at) != len(g.Proto.Code) {
		return fmt.Errorf("the blocks end at pc %d of %d", at, len(g.Proto.Code))
	}
	return nil
}

func (g *Graph) checkEdges() error {
	for pc := range g.Proto.Code {
		from := g.Block(pc)
		last := g.Last(from)
		first, second := effect.Successors(g.Proto, pc)
		switch end := int(g.Blocks[from].End); {
		case pc < last && (first != pc+1 || second != -1):
			return fmt.Errorf("pc %d leaves the middle of block %d", pc, from)
		case pc != last:
			continue
		case pc+1 < end:
			jump := g.Proto.Code[pc+1]
			if !g.Proto.Code[pc].Op().Mode().IsTest || !effect.IsJump(jump) || effect.Closes(jump) >= 0 || pc+2 != end {
				return fmt.Errorf("pc %d does not end block %d", pc, from)
			}
			first, _ = effect.Successors(g.Proto, pc+1)
		}
		var to []BlockID
		for _, target := range []int{first, second} {
			if target < 0 {
				continue
			}
			b := g.Block(target)
			if int(g.Blocks[b].Start) != target {
				return fmt.Errorf("pc %d jumps into the middle of block %d", pc, b)
			}
			to = append(to, b)
		}
		if !slices.Equal(to, g.Succs(from)) {
			return fmt.Errorf("block %d has successors %v, its last instruction %v", from, g.Succs(from), to)
		}
	}
	return nil
}

func (g *Graph) checkPreds() error {
	preds := make([][]BlockID, len(g.Blocks))
	for b := range g.Blocks {
		for _, to := range g.Succs(BlockID(b)) {
			preds[to] = append(preds[to], BlockID(b))
		}
	}
	for b, want := range preds {
		if got := g.Preds(BlockID(b)); !slices.Equal(got, want) {
			return fmt.Errorf("block %d has predecessors %v, expected %v", b, got, want)
		}
	}
	return nil
}

func (g *Graph) checkOrder() error {
	if len(g.Order) == 0 || g.Order[0] != 0 {
		return fmt.Errorf("the order does not begin with the entry")
	}
	for rank, b := range g.Order {
		if g.Rank(b) != rank {
			return fmt.Errorf("block %d stands at %d of the order and has rank %d", b, rank, g.Rank(b))
		}
	}
	ranked := 0
	for b := range g.Blocks {
		if g.Rank(BlockID(b)) < 0 {
			continue
		}
		ranked++
		// A block that is not the entry needs a predecessor that comes earlier, which
		// by induction the entry reaches; and whatever it leads to is reached too.
		if b != 0 && !slices.ContainsFunc(g.Preds(BlockID(b)), func(p BlockID) bool {
			return g.Rank(p) >= 0 && g.Rank(p) < g.Rank(BlockID(b))
		}) {
			return fmt.Errorf("block %d is in the order before all of its predecessors", b)
		}
		for _, to := range g.Succs(BlockID(b)) {
			if g.Rank(to) < 0 {
				return fmt.Errorf("block %d is reached from %d but not in the order", to, b)
			}
		}
	}
	if ranked != len(g.Order) {
		return fmt.Errorf("%d blocks have a rank, %d stand in the order", ranked, len(g.Order))
	}
	return nil
}
