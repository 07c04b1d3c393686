package waste

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/textmap"
	"luaflow/compile/syntax"
)

// Statements that no execution gets to.

// IsUnreachableInGraph reports what IsUnreachable does, as far as the graph tells.
func (p *Func) IsUnreachableInGraph(stats []syntax.Stat, i int) bool {
	if p.byGraph == nil {
		p.byGraph = ReachOf(p.Flow.Graph.Reachable)
	}
	return p.IsUnreachable(stats, i, p.byGraph)
}

// Reach returns where control may come by the graph, unless a call in front of it never
// returns, or a loop whose `until` is false by its text. Another condition that always
// comes out the same keeps control from nothing here: people switch code off so, on
// purpose.
func (p *Func) Reach() *Reach {
	g := &p.Flow.Graph
	known := p.Facts.Constants()
	if known == nil || known.ExecutesAll(p.Flow) {
		return ReachOf(g.Reachable)
	}
	endless := map[int32]bool{}
	if hasLoops(g) {
		endless = p.endlessTests()
	}
	end := make([]int32, len(g.Blocks)) // where control stops; 0 for a block that it does not come to
	todo := []cfg.BlockID{0}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if end[b] > 0 {
			continue
		}
		end[b] = int32(p.stop(known, b))
		if end[b] < 0 {
			end[b] = -end[b]
			continue
		}
		for k, to := range g.Succs(b) {
			if k == 0 || !endless[int32(g.Last(b))] {
				todo = append(todo, to)
			}
		}
	}
	return ReachOf(func(pc int) bool { return g.Reachable(pc) && int32(pc) < end[g.Block(pc)] })
}

// hasLoops reports whether control may come back to a block.
func hasLoops(g *cfg.Graph) bool {
	for _, b := range g.Order {
		for _, to := range g.Succs(b) {
			if to <= b {
				return true
			}
		}
	}
	return false
}

// endlessTests returns the tests of the function at the end of loops whose `until` is false by
// its text: the last ones in their code, each in front of the jump back.
func (p *Func) endlessTests() map[int32]bool {
	tests := make(map[int32]bool)
	syntax.Inspect(p.Func.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Function:
			return false
		case *syntax.Repeat:
			if textmap.IsFalse(n.Cond) {
				pc := p.Text.PCs(n).End - 1
				for !p.Flow.Proto.Code[pc].Op().Mode().IsTest {
					pc--
				}
				tests[pc] = true
			}
		}
		return true
	})
	return tests
}

// stop returns where a block ends; if a call in it never returns, the pc after that, negated.
func (p *Func) stop(known *consts.Constants, b cfg.BlockID) int {
	block := &p.Flow.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		if effect.IsNonTailCall(p.Flow.Proto.Code[pc]) && known.Stops(p.Flow, pc) {
			return -(pc + 1)
		}
	}
	return int(block.End)
}

// IsUnreachable reports whether statement i of a block has code, and control never comes to
// it.
func (p *Func) IsUnreachable(stats []syntax.Stat, i int, reach *Reach) bool {
	at := p.Text.PCs(stats[i])
	return !at.Empty() && !reach.isReached(int(at.Start)) && !p.isBypassed(stats, i, reach)
}

// isBypassed reports whether statement i of a block begins with a jump that control
// may come to and not pass, as a `break`, a `goto` and an `if true then else … end` do:
// the code generator sends jumps that lead to a jump straight to where that leads. What is
// sent past the statement in front with the same target comes here.
func (p *Func) isBypassed(stats []syntax.Stat, i int, reach *Reach) bool {
	var same []syntax.StatID // what is decided by the same
	bypassed := false
	for decided := false; !decided; {
		id := stats[i].ID()
		if bypassed, decided = reach.bypassed[id]; decided {
			break
		}
		same = append(same, id)
		bypassed, i = p.isSentPast(stats, i, reach)
		decided = bypassed || i < 0
	}
	if reach.bypassed == nil {
		reach.bypassed = make(map[syntax.StatID]bool)
	}
	for _, id := range same {
		reach.bypassed[id] = bypassed
	}
	return bypassed
}

// isSentPast reports whether jumps were sent past the one that statement i begins with:
// those out of the statement in front, or from anywhere to a label in between. If not,
// next is the statement in front if that begins with a jump to the same target, or else
// -1.
func (p *Func) isSentPast(stats []syntax.Stat, i int, reach *Reach) (sent bool, next int) {
	proto := p.Flow.Proto
	pc := int(p.Text.PCs(stats[i]).Start)
	if !effect.IsJump(proto.Code[pc]) {
		return false, -1
	}
	before := p.Text.LastWithCode(stats[:i])
	if before == nil {
		return true, -1 // the block begins with it, and control comes to the block
	}
	start := int(p.Text.PCs(before).Start)
	first := start
	k := i - 1
	for ; stats[k] != before; k-- {
		if _, ok := stats[k].(*syntax.Label); ok {
			first = 0
		}
	}
	target, _ := effect.Successors(proto, pc)
	if reach.jumpsBetween(proto, first, pc, target) {
		return true, -1
	}
	if to, _ := effect.Successors(proto, start); to == target {
		return false, k
	}
	return false, -1
}
