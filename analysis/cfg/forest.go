package cfg

// The forest of loops, made of what the search for them has found.

// noLoops is those of all graphs without any.
var noLoops Loops

// Loops finds the loops of the blocks that the entry reaches.
func (g *Graph) Loops(m *Memory) *Loops {
	if !g.goesBack() {
		return &noLoops
	}
	s, n := &m.span, &m.nest
	s.forward(g)
	n.begin(s)
	for w := int32(len(s.vertex)) - 1; w >= 0; w-- {
		n.collect(g, s, w)
	}
	if n.count == 0 {
		return &noLoops
	}
	l := &m.loops.Take(1)[0]
	l.g = g
	n.number(l, s, m)
	l.place(g, s, n, m)
	return l
}

// goesBack reports whether some edge leads back in the order of the graph: one does in
// every cycle.
func (g *Graph) goesBack() bool {
	for rank, b := range g.Order {
		for _, to := range g.Succs(b) {
			if g.Rank(to) <= rank {
				return true
			}
		}
	}
	return false
}

// number makes the loops, without their blocks, in pre-order of their forest.
func (n *nest) number(l *Loops, s *span, m *Memory) {
	l.All = m.loop.TakeUncleared(n.count)
	count := resize(m.counts, len(s.vertex)) // by header: loops in its loop
	m.counts = count
	for w := len(s.vertex) - 1; w >= 0; w-- {
		count[w] = 0
	}
	for w := len(s.vertex) - 1; w >= 0; w-- {
		if n.loops[w] >= 0 {
			count[w]++
			if out := n.inside[w]; out >= 0 {
				count[out] += count[w]
			}
		}
	}
	// From here on count is, of headers that have a number, the next one inside.
	top := int32(0)
	for w, b := range s.vertex {
		if n.loops[w] < 0 {
			continue
		}
		loop := Loop{Header: b, Parent: -1, Depth: 1}
		next := &top
		if out := n.inside[w]; out >= 0 {
			loop.Parent = n.loops[out]
			loop.Depth = l.All[loop.Parent].Depth + 1
			next = &count[out]
		}
		number := *next
		loop.End = number + count[w]
		n.loops[w] = number
		l.All[number] = loop
		*next = loop.End
		count[w] = number + 1
	}
}

// place finds the innermost loop of each block.
func (l *Loops) place(g *Graph, s *span, n *nest, m *Memory) {
	l.innermost = m.numbers.TakeUncleared(len(g.Blocks))
	for b := range l.innermost {
		l.innermost[b] = -1
	}
	m.counts = resize(m.counts, len(l.All))
	own := m.counts // blocks that are in no nested loop, by loop
	clear(own)
	for w, b := range s.vertex {
		loop := n.loops[w]
		if out := n.inside[w]; loop < 0 && out >= 0 {
			loop = n.loops[out]
		}
		if loop >= 0 {
			l.innermost[b] = loop
			own[loop]++
		}
	}
	l.lay(g, own, m)
}

// lay sets Blocks: all loops' own blocks one after another, so that those of a
// loop and of the loops nested in it stand without gap.
func (l *Loops) lay(g *Graph, own []int32, m *Memory) {
	total := int32(0)
	for i, n := range own {
		own[i] = total
		total += n
	}
	blocks, next := m.ids.TakeUncleared(int(total)), own
	for _, b := range g.Order {
		if loop := l.innermost[b]; loop >= 0 {
			blocks[next[loop]] = b
			next[loop]++
		}
	}
	start := int32(0) // where the loop before ends, its nested loops not counted
	for i := range l.All {
		loop := &l.All[i]
		end := next[loop.End-1]
		loop.Blocks = blocks[start:end:end]
		start = next[i]
	}
}
