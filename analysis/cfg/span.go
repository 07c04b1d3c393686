package cfg

// Depth-first spanning trees of the graph and of the graph turned round (Tarjan,
// "Depth-first search and linear graph algorithms", 1972), which the searches for
// dominators and for loops begin with.

// Exit is the virtual exit of a function: every RETURN leads there, and so does
// every part of the graph that cannot be left. It is no block; only trees of
// post-dominators, whose root it is, speak of it.
const Exit BlockID = -2

// span is a depth-first spanning tree. Its nodes have numbers from 0, in the order
// in which the search finds them; number 0 is the root. It is scratch.
type span struct {
	number []int32   // by block, -1 if the search has not found it
	vertex []BlockID // by number
	parent []int32   // by number; -1 for the root
}

// begin makes m.span a tree that is its root alone.
func (m *Memory) begin(g *Graph, root BlockID) *span {
	s := &m.span
	s.number = resize(s.number, len(g.Blocks))
	for b := range s.number {
		s.number[b] = -1
	}
	s.vertex = append(s.vertex[:0], root)
	s.parent = append(s.parent[:0], -1)
	if root >= 0 {
		s.number[root] = 0
	}
	return s
}

// resize returns a slice of n elements of any value, in the array of s if that is
// large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+min(n/2, maxScratch))
	}
	return s[:n]
}

// maxScratch is how many elements of an array that one computation needs are kept for the
// next one: the arrays of a function that is larger would be a good part of all memory.
const maxScratch = 1 << 14

// Release forgets arrays that are too large to be kept.
func Release[T any](scratch ...*[]T) {
	for _, s := range scratch {
		if cap(*s) > maxScratch {
			*s = nil
		}
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
func (m *Memory) forward(g *Graph) *span {
	s := m.begin(g, 0)
	stack := append(m.stack[:0], visit{})
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
	m.stack = stack
	return s
}

// backward numbers b, below the root, and all that leads to it, as far as the
// entry reaches it and it has no number yet.
func (m *Memory) backward(g *Graph, b BlockID) {
	s := &m.span
	if s.number[b] >= 0 {
		return
	}
	s.add(b, 0)
	stack := append(m.stack[:0], visit{block: b})
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
	m.stack = stack
}
