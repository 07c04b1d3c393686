package cfg

// Reverse post-order by a depth-first search with its own stack: real functions
// have paths of a hundred thousand blocks.

// visit is a block on the path of the search, and how many of its successors have
// been looked at.
type visit struct {
	block BlockID
	done  int32
}

// onPath is the rank of a block that the search has entered and not left.
const onPath = -2

// order fills g.Order and the ranks.
func (m *Memory) order(g *Graph) {
	for b := range g.Blocks {
		g.Blocks[b].rank = -1
	}
	order := m.ids.Take(len(g.Blocks))
	free := len(order) // filled from behind, as blocks are left in post-order
	stack := append(m.stack[:0], visit{})
	g.Blocks[0].rank = onPath
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if succs := g.Succs(top.block); int(top.done) < len(succs) {
			to := succs[top.done]
			top.done++
			if g.Blocks[to].rank == -1 {
				g.Blocks[to].rank = onPath
				stack = append(stack, visit{block: to})
			}
			continue
		}
		free--
		order[free] = top.block
		stack = stack[:len(stack)-1]
	}
	m.stack = stack
	g.Order = order[free:]
	for rank, b := range g.Order {
		g.Blocks[b].rank = int32(rank)
	}
}
