package cfg

// Post-dominators: dominators of the graph turned round, from a virtual exit. So
// that every block leads there, parts that cannot be left get pseudo-edges.

// PostDominators returns the tree of post-dominators. Its root is Exit, and it holds the
// blocks that the entry reaches.
//
// Where a part of the graph cannot be left, a strongly connected one without
// RETURN, the edges by which it goes round are taken for edges to Exit too: those
// inside of it that lead to one of its entries. In a loop without end that is the
// jump back, which is one edge however the loop body branches; with several jumps
// back to one label it must be all of them, or code that only some rounds execute
// would seem to depend on nothing. The blocks that these edges come from are
// Tree.Endless.
func (g *Graph) PostDominators(m *Memory) *Tree {
	s := m.fromExit(g, nil)
	var endless []BlockID
	if len(s.vertex) <= len(g.Order) {
		endless = g.endless(m)
		s = m.fromExit(g, endless)
	}
	l := &m.semi
	l.begin(s.parent)
	for w := int32(len(s.vertex)) - 1; w > 0; w-- {
		b := s.vertex[w]
		if len(g.Succs(b)) == 0 || endless != nil && m.rounds[b] {
			l.edge(0, w)
		}
		for _, to := range g.Succs(b) {
			l.edge(s.number[to], w)
		}
		l.close(w)
	}
	t := m.plant(g, l.finish())
	l.release()
	t.Endless = endless
	return t
}

// fromExit numbers Exit and what leads to it, over pseudo-edges from the blocks
// endless too.
func (m *Memory) fromExit(g *Graph, endless []BlockID) *span {
	s := &m.span
	s.begin(g, Exit)
	for _, b := range g.Order {
		if len(g.Succs(b)) == 0 {
			s.backward(g, b)
		}
	}
	for _, b := range endless {
		s.backward(g, b)
	}
	return s
}

// endless returns the blocks that get pseudo-edges, which it marks in m.rounds too. A
// part that cannot be left and has no smaller one in it is a loop without exits.
func (g *Graph) endless(m *Memory) []BlockID {
	loops := g.Loops(m)
	m.rounds = resize(m.rounds, len(g.Blocks))
	clear(m.rounds)
	n := 0
	for i := 0; i < len(loops.All); i = int(loops.All[i].End) {
		if loops.canBeLeft(i) {
			continue
		}
		for entry := range loops.Entries(i) {
			n += loops.markRounds(i, entry, m.rounds)
		}
	}
	blocks := m.ids.TakeUncleared(n)[:0]
	for _, b := range g.Order {
		if m.rounds[b] {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

func (l *Loops) canBeLeft(loop int) bool {
	for range l.Exits(loop) {
		return true
	}
	return false
}

// markRounds marks the blocks of a loop that lead to an entry of it, and returns how
// many of them were not marked.
func (l *Loops) markRounds(loop int, entry BlockID, marked []bool) int {
	n := 0
	for _, from := range l.g.Preds(entry) {
		if l.Contains(loop, from) && !marked[from] {
			marked[from] = true
			n++
		}
	}
	return n
}

// ControlDependence computes what the blocks are control dependent on, given the
// post-dominators of g.
func (g *Graph) ControlDependence(post *Tree, m *Memory) *Control {
	c := &m.controls.Take(1)[0]
	*c = Control{g, post, g.Frontiers(post, m)}
	return c
}
