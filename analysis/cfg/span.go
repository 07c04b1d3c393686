package cfg

// Depth-first spanning trees of the graph and of the graph turned round (Tarjan,
// "Depth-first search and linear graph algorithms", 1972), which the searches for
// dominators and for loops begin with.

// span is a depth-first spanning tree. Its nodes have numbers from 0, in the order
// in which the search finds them; number 0 is the root. It is scratch.
type span struct {
	number []int32   // by block, -1 if the search has not found it
	vertex []BlockID // by number
	parent []int32   // by number; -1 for the root
	stack  []visit   // the path of the search
}

// begin makes s a tree that is its root alone.
func (s *span) begin(g *Graph, root BlockID) {
	s.number = resize(s.number, len(g.Blocks))
	for b := range s.number {
		s.number[b] = -1
	}
	s.vertex = append(s.vertex[:0], root)
	s.parent = append(s.parent[:0], -1)
	if root >= 0 {
		s.number[root] = 0
	}
}

// add gives b the next number.
func (s *span) add(b BlockID, parent int32) {
	s.number[b] = int32(len(s.vertex))
	s.vertex = append(s.vertex, b)
	s.parent = append(s.parent, parent)
}

// visit is a block on the path of a search, and how many of its neighbours have been
// looked at.
type visit struct {
	block BlockID
	done  int32
}

// forward numbers the blocks that the entry reaches, in pre-order of the same
// search that Order is the reverse post-order of.
func (s *span) forward(g *Graph) {
	s.begin(g, 0)
	stack := append(s.stack[:0], visit{})
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := &g.Blocks[top.block].succs
		if top.done == 2 || succs[top.done] < 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		to := succs[top.done]
		top.done++
		if s.number[to] < 0 {
			s.add(to, s.number[top.block])
			stack = append(stack, visit{block: to})
		}
	}
	s.stack = stack
}

// backward numbers b, below the root, and all that leads to it, as far as the
// entry reaches it and it has no number yet.
func (s *span) backward(g *Graph, b BlockID) {
	if s.number[b] >= 0 {
		return
	}
	s.add(b, 0)
	stack := append(s.stack[:0], visit{block: b})
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		preds := g.Preds(top.block)
		if int(top.done) == len(preds) {
			stack = stack[:len(stack)-1]
			continue
		}
		from := preds[top.done]
		top.done++
		if s.number[from] < 0 && g.Rank(from) >= 0 {
			s.add(from, s.number[top.block])
			stack = append(stack, visit{block: from})
		}
	}
	s.stack = stack
}
