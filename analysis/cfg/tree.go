package cfg

// Trees of dominators and of post-dominators as data: the nodes in pre-order, so
// that a subtree is a run of them.

// Exit is the virtual exit of a function: every RETURN leads there, and so does
// every part of the graph that cannot be left. It is no block; only trees of
// post-dominators, whose root it is, speak of it.
const Exit BlockID = -2

// Tree is the dominator tree or the post-dominator tree of a graph. It is
// immutable.
type Tree struct {
	// Endless is the blocks that have a pseudo-edge to Exit; in the order of the
	// graph. A tree of dominators has none.
	Endless []BlockID

	nodes []node    // by slot
	order []BlockID // pre-order
}

// node is a block in the tree; the zero node is a block that is not.
type node struct {
	parent BlockID // None for the root
	at     int32   // 1 + the position in Tree.order
	end    int32   // 1 + the position after the last one of the subtree
	depth  int32   // 0 for the root
}

// slot returns the index of b in Tree.nodes; Exit and None have one too.
func slot(b BlockID) int { return int(b - Exit) }

// Root returns the entry, or Exit in a tree of post-dominators.
func (t *Tree) Root() BlockID { return t.order[0] }

// Has reports whether b is in the tree.
func (t *Tree) Has(b BlockID) bool { return t.nodes[slot(b)].at > 0 }

// Parent returns the immediate dominator, or post-dominator, of b; None if b is the root
// or not in the tree.
func (t *Tree) Parent(b BlockID) BlockID {
	if n := &t.nodes[slot(b)]; n.at > 0 {
		return n.parent
	}
	return None
}

// Depth returns how many nodes strictly dominate b, which must be in the tree.
func (t *Tree) Depth(b BlockID) int { return int(t.nodes[slot(b)].depth) }

// Dominates reports whether a dominates, or post-dominates, b: every path between
// the root and b goes through a. Each block in the tree dominates itself; those
// that are not in it take no part.
func (t *Tree) Dominates(a, b BlockID) bool {
	above, at := &t.nodes[slot(a)], t.nodes[slot(b)].at
	return above.at <= at && at < above.end
}

// Preorder returns the nodes of the tree, each before those below it and they without
// gap after it: the root first.
func (t *Tree) Preorder() []BlockID { return t.order }
