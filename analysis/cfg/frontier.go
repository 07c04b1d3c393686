package cfg

import (
	"cmp"
	"slices"
	"sort"
)

// Dominance frontiers, bottom up in the tree (Cytron, Ferrante, Rosen, Wegman and
// Zadeck, "Efficiently computing static single assignment form and the control
// dependence graph", TOPLAS 13.4, 1991): the frontier of a block is the targets of
// its edges and the frontiers of its children, without what the block strictly
// dominates.
//
// Written out, the frontiers of a nest of loops grow with the square. But they
// change little from a block to its parent: in a nest of loops something is added
// or taken away at one end. So they are windows in one array, kept in the order of
// their depth in the tree, ascending or descending; what is to be taken away is
// then at one end, and what is to be added mostly fits at the other.

// Frontiers is the dominance frontiers of all nodes of a tree. It is immutable.
type Frontiers struct {
	windows []window // by slot
	blocks  []BlockID
}

// window is a run of Frontiers.blocks.
type window struct{ start, end int32 }

func (w window) size() int { return int(w.end - w.start) }

// Of returns the dominance frontier of b: the blocks that b does not strictly dominate,
// with a predecessor that b dominates. With post-dominators it is the blocks that b
// does not strictly post-dominate, with a successor that b post-dominates. Each
// stands there once. The slice must not be changed: others share it.
func (f *Frontiers) Of(b BlockID) []BlockID {
	w := f.windows[slot(b)]
	return f.blocks[w.start:w.end:w.end]
}

// frontierSearch is the state of the computation.
type frontierSearch struct {
	g        *Graph
	t        *Tree
	windows  []window
	blocks   []BlockID
	extra    []BlockID // what is to be added to a window
	addedFor []BlockID // by slot: the last block for which it was put into extra
	// last is by slot the last place where it was put into blocks, from 1: 0 if it
	// is nowhere, negative if it is in other places too.
	last []int32
}

func (s *frontierSearch) begin(g *Graph, t *Tree, windows []window) {
	s.g, s.t, s.windows = g, t, windows
	s.blocks = s.blocks[:0]
	s.addedFor = resize(s.addedFor, len(t.nodes))
	for at := range s.addedFor {
		s.addedFor[at] = None
	}
	s.last = resize(s.last, len(t.nodes))
	clear(s.last)
}

func (s *frontierSearch) depth(b BlockID) int32 { return s.t.nodes[slot(b)].depth }

// join returns the frontier of b, given those of its children. What leads to b's depth
// or above, b does not strictly dominate: its parent dominates b.
func (s *frontierSearch) join(b BlockID) window {
	base, from := window{}, None
	n := &s.t.nodes[slot(b)]
	others := -1 // children whose frontiers have something for b, but for one
	for at := n.at; at+1 < n.end; {
		child := s.t.order[at]
		w := s.trim(s.windows[slot(child)], n.depth)
		if w.size() > 0 {
			others++
		}
		if w.size() > base.size() {
			base, from = w, child
		}
		at = s.t.nodes[slot(child)].end - 1
	}
	s.extra = s.extra[:0]
	for at := n.at; others > 0 && at+1 < n.end; {
		child := s.t.order[at]
		if child != from {
			w := s.trim(s.windows[slot(child)], n.depth)
			s.addAll(s.blocks[w.start:w.end], base, b)
		}
		at = s.t.nodes[slot(child)].end - 1
	}
	s.addAll(s.targets(b), base, b)
	return s.extend(base)
}

// targets returns where the edges of b lead to, in the direction of the tree.
func (s *frontierSearch) targets(b BlockID) []BlockID {
	switch {
	case b == Exit:
		return nil // each block with an edge from there has Exit as its parent
	case s.t.Root() == Exit:
		return s.g.Preds(b)
	}
	return s.g.Succs(b)
}

// trim returns w without what is deeper than depth.
func (s *frontierSearch) trim(w window, depth int32) window {
	for w.start < w.end && s.depth(s.blocks[w.start]) > depth {
		w.start++
	}
	for w.start < w.end && s.depth(s.blocks[w.end-1]) > depth {
		w.end--
	}
	return w
}

// addAll puts those of the blocks into extra that b does not strictly dominate and
// that are not in base.
func (s *frontierSearch) addAll(blocks []BlockID, base window, b BlockID) {
	for _, to := range blocks {
		n := &s.t.nodes[slot(to)]
		if n.at == 0 || n.depth > s.depth(b) || s.addedFor[slot(to)] == b || s.contains(base, to) {
			continue
		}
		s.addedFor[slot(to)] = b
		s.extra = append(s.extra, to)
	}
}

// contains reports whether b is in w.
func (s *frontierSearch) contains(w window, b BlockID) bool {
	last := s.last[slot(b)]
	if at := max(last, -last) - 1; w.start <= at && at < w.end {
		return true
	}
	return last < 0 && w.size() > 0 && s.search(s.blocks[w.start:w.end], b)
}

// search reports whether b is in blocks, which are those of a window.
func (s *frontierSearch) search(blocks []BlockID, b BlockID) bool {
	depth := s.depth(b)
	descends := s.depth(blocks[0]) > s.depth(blocks[len(blocks)-1])
	at := sort.Search(len(blocks), func(i int) bool {
		if descends {
			return s.depth(blocks[i]) <= depth
		}
		return s.depth(blocks[i]) >= depth
	})
	for ; at < len(blocks) && s.depth(blocks[at]) == depth; at++ {
		if blocks[at] == b {
			return true
		}
	}
	return false
}

// extend returns base with extra: in its place if the order allows that, or in a copy.
func (s *frontierSearch) extend(base window) window {
	if len(s.extra) == 0 {
		return base
	}
	if int(base.end) == len(s.blocks) {
		for _, falls := range [...]bool{false, true} {
			if s.sort(falls); s.fits(base, falls) {
				s.push(s.extra)
				return window{base.start, int32(len(s.blocks))}
			}
		}
	}
	start := len(s.blocks)
	s.extra = append(s.extra, s.blocks[base.start:base.end]...)
	s.sort(false)
	s.push(s.extra)
	return window{int32(start), int32(len(s.blocks))}
}

// sort sorts extra by depth, which rises or falls.
func (s *frontierSearch) sort(falls bool) {
	if len(s.extra) == 1 {
		return // as most often
	}
	slices.SortFunc(s.extra, func(a, b BlockID) int {
		if falls {
			a, b = b, a
		}
		return cmp.Compare(s.depth(a), s.depth(b))
	})
}

// fits reports whether the depth of the blocks in base rises, or falls, and goes on so in extra, where
// it does.
func (s *frontierSearch) fits(base window, falls bool) bool {
	if base.size() == 0 {
		return true
	}
	first, last, next := s.depth(s.blocks[base.start]), s.depth(s.blocks[base.end-1]), s.depth(s.extra[0])
	if falls {
		return first >= last && last >= next
	}
	return first <= last && last <= next
}

// push puts blocks after the others.
func (s *frontierSearch) push(blocks []BlockID) {
	for _, b := range blocks {
		s.blocks = append(s.blocks, b)
		at := &s.last[slot(b)]
		if *at == 0 {
			*at = int32(len(s.blocks))
		} else {
			*at = -int32(len(s.blocks))
		}
	}
}
