package cfg

// Dominance frontiers (Cytron, Ferrante, Rosen, Wegman and Zadeck, "Efficiently
// computing static single assignment form and the control dependence graph",
// TOPLAS 13.4, 1991), computed edge by edge as Cooper, Harvey and Kennedy do.

// Frontiers is the dominance frontiers of all nodes of a tree. It is immutable.
type Frontiers struct {
	lists  []int32 // by slot, one entry more: where the list begins
	blocks []BlockID
}

// Of is the dominance frontier of b: the blocks that b does not strictly dominate,
// with a predecessor that b dominates. With post-dominators it is the blocks that b
// does not strictly post-dominate, with a successor that b post-dominates. Each
// stands there once.
func (f *Frontiers) Of(b BlockID) []BlockID {
	at := slot(b)
	return f.blocks[f.lists[at]:f.lists[at+1]]
}

// Frontiers computes the frontiers of t, which is a tree of g.
func (g *Graph) Frontiers(t *Tree, m *Memory) *Frontiers {
	f := &m.frontiers.Take(1)[0]
	f.lists = m.numbers.Take(len(t.nodes) + 1)
	counts := f.lists[1:]
	g.climb(t, m, func(at int, _ BlockID) { counts[at]++ })
	total := int32(0)
	for at, n := range counts {
		counts[at] = total
		total += n
	}
	f.blocks = m.ids.Take(int(total))
	g.climb(t, m, func(at int, b BlockID) {
		f.blocks[counts[at]] = b
		counts[at]++
	})
	return f
}

// climb visits every pair of the slot of a block and a block in its frontier: from
// each block in front of b up to the one that dominates them all.
func (g *Graph) climb(t *Tree, m *Memory, visit func(at int, b BlockID)) {
	seen := resize(m.seen, len(t.nodes)) // by slot: the last b
	m.seen = seen
	for at := range seen {
		seen[at] = None
	}
	for _, b := range g.Order {
		from := g.Preds(b)
		if t.Root() == Exit {
			from = g.Succs(b)
		}
		stop := t.Parent(b)
		for _, up := range from {
			if !t.Has(up) {
				continue
			}
			for up != stop && seen[slot(up)] != b {
				seen[slot(up)] = b
				visit(slot(up), b)
				up = t.Parent(up)
			}
		}
	}
}
