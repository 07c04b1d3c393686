package cfg

// Dominators by the algorithm of Lengauer and Tarjan ("A fast algorithm for finding
// dominators in a flowgraph", TOPLAS 1.1, 1979), in the form with path compression
// alone: O(m log n) whatever the graph, and linear on those of real functions.
// Simpler algorithms (Cooper, Harvey and Kennedy; semi-NCA) walk up the tree edge
// by edge, and cost the square on a long function with many jumps to one label.

// semidominators is the state of the search. Vertices are their numbers in the
// spanning tree; they are looked at in descending order, and those that have been
// are a forest in which each hangs below its parent.
type semidominators struct {
	parent    []int32 // in the spanning tree
	semi      []int32 // the least semidominator known
	dominator []int32
	// ancestor is a vertex above, in the forest or at the top of its tree, and label
	// the one with the least semi on the path to it, without its end.
	ancestor, label []int32
	// first and next are lists of vertices by their semidominator.
	first, next []int32
	path        []int32
	steps       int   // how many edges of the forest eval has climbed
	linked      int32 // the vertices from here on are in the forest
}

// begin prepares for the vertices of a spanning tree, given their parents.
func (l *semidominators) begin(parent []int32) {
	n := len(parent)
	l.parent = parent
	for _, s := range [...]*[]int32{&l.semi, &l.dominator, &l.ancestor, &l.label, &l.first, &l.next} {
		*s = resize(*s, n)
	}
	for w := range int32(n) {
		l.semi[w], l.label[w], l.first[w] = w, w, -1
	}
	l.dominator[0] = -1
	l.steps = 0
	copy(l.ancestor, l.parent)
	l.linked = int32(n)
}

// edge takes an edge from v to w, the vertex that is being looked at, into account.
func (l *semidominators) edge(v, w int32) {
	l.semi[w] = min(l.semi[w], l.semi[l.eval(v)])
}

// close adds w, to which all edges have been seen, to the forest, and the
// vertices whose semidominator is its parent learn their dominator, or one that
// has the same. Most often w is one of them, and the parent its dominator: on the path from
// there, on which is no other vertex, no edge leads past the parent.
func (l *semidominators) close(w int32) {
	s, p := l.semi[w], l.parent[w]
	l.linked = w
	if s == p {
		l.dominator[w] = p
	} else {
		l.next[w], l.first[s] = l.first[s], w
	}
	for v := l.first[p]; v >= 0; v = l.next[v] {
		if u := l.eval(v); l.semi[u] < p {
			l.dominator[v] = u
		} else {
			l.dominator[v] = p
		}
	}
	l.first[p] = -1
}

// eval returns the vertex with the least semi on the path from v up to the top of its
// tree in the forest, without the top; v itself if it is the top.
func (l *semidominators) eval(v int32) int32 {
	if v < l.linked {
		return v
	}
	path := l.path[:0]
	at := v
	for l.ancestor[at] >= l.linked {
		path = append(path, at)
		at = l.ancestor[at]
	}
	top := l.ancestor[at]
	for i := len(path) - 1; i >= 0; i-- {
		below := path[i]
		if l.semi[l.label[at]] < l.semi[l.label[below]] {
			l.label[below] = l.label[at]
		}
		l.ancestor[below] = top
		at = below
	}
	l.path = path
	l.steps += len(path) + 1
	return l.label[v]
}

// finish returns the immediate dominators by number, -1 for the root.
func (l *semidominators) finish() []int32 {
	for w := 1; w < len(l.dominator); w++ {
		if l.dominator[w] != l.semi[w] {
			l.dominator[w] = l.dominator[l.dominator[w]]
		}
	}
	return l.dominator
}

// release forgets what is too large to be kept.
func (l *semidominators) release() {
	Release(&l.semi, &l.dominator, &l.ancestor, &l.label, &l.first, &l.next)
}
