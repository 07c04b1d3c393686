package waste

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// Which instructions control may come to.

// EachUnreachable calls visit for the pcs of each block of a function that cannot
// be reached.
func EachUnreachable(g *cfg.Graph, visit func(start, end int)) {
	if len(g.Order) == len(g.Blocks) {
		return
	}
	for b := range g.Blocks {
		if block := &g.Blocks[b]; g.Rank(cfg.BlockID(b)) < 0 {
			visit(int(block.Start), int(block.End))
		}
	}
}

// Reach says to which instructions of a function control may come. It keeps what it finds
// out about the jumps of the function.
type Reach struct {
	isReached func(pc int) bool
	bypassed  map[syntax.StatID]bool
	jumps     map[int][]int // by target, in order: the jumps that control may come to
}

// ReachOf returns the Reach of a function in which isReached says to which pcs control may come.
func ReachOf(isReached func(pc int) bool) *Reach { return &Reach{isReached: isReached} }

// jumpsBetween reports whether control may come to a jump from first on, and in front of
// end, that leads to target.
func (r *Reach) jumpsBetween(p *bytecode.Proto, first, end, target int) bool {
	if r.jumps == nil {
		r.jumps = make(map[int][]int)
		for pc := range p.Code {
			if effect.IsJump(p.Code[pc]) && r.isReached(pc) {
				to, _ := effect.Successors(p, pc)
				r.jumps[to] = append(r.jumps[to], pc)
			}
		}
	}
	from := r.jumps[target]
	i, _ := slices.BinarySearch(from, first)
	return i < len(from) && from[i] < end
}
