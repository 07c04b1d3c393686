package cfg

// Finding loops, in the manner of Tarjan ("Testing flow graph reducibility", 1974)
// and Havlak ("Nesting of reducible and irreducible loops", TOPLAS 19.4, 1997): the
// blocks are looked at in descending order of the depth-first search; around each
// that a descendant leads back to, what leads to it inside of its subtree is
// collapsed into it. An edge that enters a loop elsewhere than at its header is put
// off until the block is looked at in whose subtree both of its ends are, as Ramalingam
// does ("Identifying loops in almost linear time", TOPLAS 21.2, 1999).
//
// The result is the hierarchy of Bourdoncle ("Efficient chaotic iteration
// strategies with widenings", 1993): the strongly connected parts of the graph, and
// in each the same again without its header.

// nest is the state of the search. Blocks are their numbers in the spanning tree.
type nest struct {
	size   []int32 // of the subtree
	inside []int32 // the header of the loop directly around it, itself excluded; -1 for none
	into   []int32 // union-find: what it has been collapsed into, or itself
	body   []int32 // the loop being collected, without its header
	member []int32 // the header of the last body that it was put into; -1 for none
	// moved is the edges that enter a loop elsewhere than at its header, in lists, of
	// which -1 is the empty one: off is, by block, those put off until it is looked at;
	// first is, by header, those that lead to its loop and were.
	first, off []int32
	moved      []movedEdge
	// By block, from the first edge that is put off on: its depth in the spanning tree,
	// and the ancestor that climbing may jump to.
	depth, jump []int32
	loops       []int32 // by number: the loop that it is the header of, -1 for none
	count       int     // of loops
	steps       int     // how many edges have been looked at, those of the union-find too
}

type movedEdge struct{ from, to, next int32 }

// begin prepares for a spanning tree: no loop has been found.
func (n *nest) begin(s *span) {
	for _, f := range [...]*[]int32{&n.size, &n.inside, &n.into, &n.member, &n.first, &n.off, &n.loops} {
		*f = resize(*f, len(s.vertex))
	}
	for w := range s.vertex {
		n.size[w], n.into[w] = 1, int32(w)
		n.inside[w], n.member[w], n.first[w], n.off[w], n.loops[w] = -1, -1, -1, -1, -1
	}
	for w := len(s.vertex) - 1; w > 0; w-- {
		n.size[s.parent[w]] += n.size[w]
	}
	n.moved, n.depth, n.jump = n.moved[:0], n.depth[:0], n.jump[:0]
	n.count, n.steps = 0, 0
}

// below reports whether v is in the subtree of w.
func (n *nest) below(v, w int32) bool { return w <= v && v < w+n.size[w] }

// find returns the block that v has been collapsed into.
func (n *nest) find(v int32) int32 {
	for n.into[v] != v {
		n.into[v] = n.into[n.into[v]]
		v = n.into[v]
		n.steps++
	}
	return v
}

// collect collapses the loop with the header w into it, if there is one.
func (n *nest) collect(g *Graph, s *span, w int32) {
	n.body = n.body[:0]
	n.takeUp(w)
	again := false
	for _, from := range g.Preds(s.vertex[w]) {
		if v := s.number[from]; v >= 0 && n.below(v, w) {
			again = true
			n.include(v, w)
		}
	}
	if !again {
		return
	}
	n.loops[w] = 0
	n.count++
	for i := 0; i < len(n.body); i++ {
		x := n.body[i]
		for _, from := range g.Preds(s.vertex[x]) {
			if v := s.number[from]; v >= 0 {
				n.leadsInto(v, w, s)
			}
		}
		for e := n.first[x]; e >= 0; e = n.moved[e].next {
			n.steps++
			n.include(n.moved[e].from, w)
		}
	}
	for _, x := range n.body {
		n.inside[x], n.into[x] = w, w
	}
}

// leadsInto takes an edge from v into the body of w into account.
func (n *nest) leadsInto(v, w int32, s *span) {
	n.steps++
	if n.below(v, w) {
		n.include(v, w)
		return
	}
	at := n.common(v, w, s)
	n.moved = append(n.moved, movedEdge{v, w, n.off[at]})
	n.off[at] = int32(len(n.moved)) - 1
}

// takeUp gives the edges that were put off until w to what they lead to by now.
func (n *nest) takeUp(w int32) {
	for e := n.off[w]; e >= 0; {
		n.steps++
		edge := &n.moved[e]
		to := n.find(edge.to)
		e, edge.next, n.first[to] = edge.next, n.first[to], e
	}
}

// common returns the last block in whose subtree both v and w are, which is not below v.
// It climbs from v by jumps to ancestors, in logarithmically many steps (Myers, "An
// applicative random-access stack", IPL 17, 1983).
func (n *nest) common(v, w int32, s *span) int32 {
	if len(n.jump) == 0 {
		n.layJumps(s)
	}
	for !n.below(w, v) {
		n.steps++
		if to := n.jump[v]; !n.below(w, to) {
			v = to
		} else {
			v = s.parent[v]
		}
	}
	return v
}

func (n *nest) layJumps(s *span) {
	n.depth, n.jump = resize(n.depth, len(s.vertex)), resize(n.jump, len(s.vertex))
	n.depth[0], n.jump[0] = 0, 0
	for v := 1; v < len(s.vertex); v++ {
		up := s.parent[v]
		n.depth[v], n.jump[v] = n.depth[up]+1, up
		if over := n.jump[up]; n.depth[up]-n.depth[over] == n.depth[over]-n.depth[n.jump[over]] {
			n.jump[v] = n.jump[over]
		}
	}
}

// include puts what v has been collapsed into in the body of w.
func (n *nest) include(v, w int32) {
	if v = n.find(v); v != w && n.member[v] != w {
		n.member[v] = w
		n.body = append(n.body, v)
	}
}
