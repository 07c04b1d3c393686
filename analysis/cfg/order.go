package cfg

// Reverse post-order by a depth-first search with its own stack: real functions
// have paths of a hundred thousand blocks. The search needs no memory but that of
// its result. The blocks on its path are fewer than those that it has not left, so
// they lie in the part of the order that is still free; and how far it has come in
// each of them stands where its rank will be.

// What the rank of a block is before it has one.
const (
	notMet = -1 - iota
	onPath // minus the number of successors that the search has gone on to
)

// order fills g.Order and the ranks.
func (m *Memory) order(g *Graph) {
	for b := range g.Blocks {
		g.Blocks[b].rank = notMet
	}
	order := m.ids.TakeUncleared(len(g.Blocks))
	free := len(order) // what comes from there on is blocks that were left, in reverse
	depth := 1         // what lies in front of it is the path
	order[0], g.Blocks[0].rank = 0, onPath
	for depth > 0 {
		b := order[depth-1]
		top := &g.Blocks[b]
		if done := onPath - top.rank; done < 2 && top.succs[done] >= 0 {
			to := top.succs[done]
			top.rank--
			if g.Blocks[to].rank == notMet {
				g.Blocks[to].rank = onPath
				order[depth] = to
				depth++
			}
			continue
		}
		depth--
		free--
		order[free] = b
	}
	g.Order = order[free:]
	for rank, b := range g.Order {
		g.Blocks[b].rank = int32(rank)
	}
}
