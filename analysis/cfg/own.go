package cfg

import "unsafe"

// Copies for whoever keeps a graph, and what is known of it, longer than the Memory that they were
// built with. They share nothing with what they are copies of.

// Own returns a copy of a list, nil if it is empty, and adds its size to *bytes.
func Own[T any](list []T, bytes *int) []T {
	if len(list) == 0 {
		return nil
	}
	c := make([]T, len(list))
	copy(c, list)
	*bytes += len(c) * int(unsafe.Sizeof(c[0]))
	return c
}

// Own makes g, but for its Proto, a copy of what it is a shallow copy of, and adds the size of its
// arrays to *bytes.
func (g *Graph) Own(bytes *int) {
	n := len(g.Blocks)
	g.Blocks = Own(g.Blocks[:n+1], bytes)[:n]
	g.Order = Own(g.Order, bytes)
	g.leaders = Own(g.leaders, bytes)
	g.preds = Own(g.preds, bytes)
}

// Copy returns a copy of l as the loops of g, which equals the graph that l is of, and adds its
// size to *bytes.
func (l *Loops) Copy(g *Graph, bytes *int) *Loops {
	if len(l.All) == 0 {
		return &noLoops
	}
	c := &Loops{All: Own(l.All, bytes), g: g, innermost: Own(l.innermost, bytes)}
	*bytes += int(unsafe.Sizeof(*c))
	// The Blocks of all loops are one array, in which those of a loop begin with its own, and
	// end with those of the last loop in it.
	own, blocks := make([]int, len(c.All)), []BlockID(nil)
	for i := range c.All {
		loop := &c.All[i]
		own[i] += len(loop.Blocks)
		if loop.Parent >= 0 {
			own[loop.Parent] -= len(loop.Blocks)
		} else {
			blocks = append(blocks, loop.Blocks...)
		}
	}
	blocks = Own(blocks, bytes)
	start := 0
	for i := range c.All {
		end := start + len(c.All[i].Blocks)
		c.All[i].Blocks = blocks[start:end:end]
		start += own[i]
	}
	return c
}

// Copy returns a copy of t and adds its size to *bytes.
func (t *Tree) Copy(bytes *int) *Tree {
	*bytes += int(unsafe.Sizeof(*t))
	return &Tree{Endless: Own(t.Endless, bytes), nodes: Own(t.nodes, bytes), order: Own(t.order, bytes)}
}

// Copy returns a copy of c, with the post-dominators post, as that of g, which equals the graph that
// c is of; it adds its size to *bytes, without that of post.
func (c *Control) Copy(g *Graph, post *Tree, bytes *int) *Control {
	f := &Frontiers{windows: Own(c.frontiers.windows, bytes), blocks: Own(c.frontiers.blocks, bytes)}
	*bytes += int(unsafe.Sizeof(*c) + unsafe.Sizeof(*f))
	return &Control{g, post, f}
}
