package place

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Stores without code: x = x hands on what was there. It reaches the uses that control comes to from there before
// the variable gets another value, and so does the store whose value it hands on.

// handsOn reports whether a store has no code as it gives the variable its own value.
func (q *Query) handsOn(s *srcmap.StoreRec) bool {
	return s.Elided && s.Upvalue < 0 && !q.Text.ValueOf(s).IsNil()
}

// readsAfter returns the pcs that read the variable after a store, before anything of its function gives it another
// value.
func (q *Query) readsAfter(s *srcmap.StoreRec) (pcs []int) {
	f, reg := q.Flow(), int(s.Reg)
	if !f.Graph.Reachable(int(s.PCs.End)) {
		return nil
	}
	onEdge := false // the block in work ends in a definition on its first edge
	f.Walk(f.Graph.Point(int(s.PCs.End)), len(f.Graph.Blocks)+1, func(_, pc int) flow.Next {
		onEdge = effect.EdgeDefs(f.Proto, pc).Has(reg)
		if effect.Uses(f.Proto, pc).Has(reg) {
			pcs = append(pcs, pc)
		}
		if effect.Defs(f.Proto, pc).Has(reg) {
			return flow.EndPath
		}
		return flow.GoOn
	}, func(_ int, edge cfg.Branch) bool { return edge.Succ > 0 || !onEdge })
	return pcs
}

// isOperand reports whether a name stands in the statement of a store: in x = x it is read first.
func (q *Query) isOperand(n *syntax.Name, s *srcmap.StoreRec) bool { return q.Text.StatOf(n) == s.Stat }
