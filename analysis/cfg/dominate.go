package cfg

// Dominators and dominance frontiers, and how a tree is laid out in pre-order.

// Dominators returns the tree of dominators. Its root is the entry, and it holds the
// blocks that the entry reaches.
func (g *Graph) Dominators(m *Memory) *Tree {
	s, l := &m.span, &m.semi
	s.forward(g)
	l.begin(s.parent)
	for w := int32(len(s.vertex)) - 1; w > 0; w-- {
		for _, from := range g.Preds(s.vertex[w]) {
			m.Meter.Step()
			if v := s.number[from]; v >= 0 {
				l.edge(v, w)
			}
		}
		l.close(w)
	}
	t := m.plant(g, l.finish())
	l.release()
	return t
}

// plant makes the tree of the nodes of m.span, where dominator is by number the
// number of the immediate dominator, which is smaller.
func (m *Memory) plant(g *Graph, dominator []int32) *Tree {
	n := len(dominator)
	vertex := m.span.vertex
	t := &m.trees.Take(1)[0]
	t.nodes = m.nodes.Take(slot(BlockID(len(g.Blocks))))
	t.order = m.ids.TakeUncleared(n)
	size := resize(m.size, n)
	m.size = size
	for w := range size {
		size[w] = 1
	}
	for w := n - 1; w > 0; w-- {
		size[dominator[w]] += size[w]
	}
	// From here on size is, of nodes that have a place, the place of the next child.
	t.nodes[slot(vertex[0])] = node{parent: None, at: 1, end: int32(n) + 1}
	t.order[0] = vertex[0]
	size[0] = 2
	for w := 1; w < n; w++ {
		above := &t.nodes[slot(vertex[dominator[w]])]
		at, count := size[dominator[w]], size[w]
		t.nodes[slot(vertex[w])] = node{
			parent: vertex[dominator[w]], at: at, end: at + count, depth: above.depth + 1,
		}
		t.order[at-1] = vertex[w]
		size[dominator[w]] += count
		size[w] = at + 1
	}
	return t
}

// Frontiers computes the frontiers of t, which is a tree of g.
func (g *Graph) Frontiers(t *Tree, m *Memory) *Frontiers {
	f := &m.frontiers.Take(1)[0]
	f.windows = m.windows.Take(len(t.nodes))
	s := &m.search
	s.begin(g, t, f.windows)
	for at := len(t.order) - 1; at >= 0; at-- {
		m.Meter.Step()
		b := t.order[at]
		s.windows[slot(b)] = s.join(b)
	}
	f.blocks = m.ids.TakeUncleared(len(s.blocks))
	copy(f.blocks, s.blocks)
	Release(&s.blocks, &s.extra, &s.addedFor)
	Release(&s.last)
	return f
}
