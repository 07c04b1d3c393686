package proof

// This file defines the order in which values are compared: that of the graph, so that
// all ways that lead forward to a node have come before it is looked at. With any other
// order what follows a branch would be looked at once for each of its ways.
// Of branches one after the other each node is looked at once, as all states that come to it
// have met by then. With a stack the first state would run ahead to the end, and what follows a
// branch would be looked at again for each that comes later.

// arrival is a state in front of a node, by its pc in the body before.
type arrival struct {
	rank  int // of its block
	node  int
	state []int32 // nil if it is that of the meeting at the node
}

// arrivals is a heap, the first in the order of the graph on top.
type arrivals []arrival

// isBefore reports whether an arrival is to be looked at before another one.
func (h arrivals) isBefore(i, k int) bool {
	return h[i].rank < h[k].rank || h[i].rank == h[k].rank && h[i].node < h[k].node
}

// push adds an arrival, in time logarithmic in how many there are.
func (h *arrivals) push(a arrival) {
	*h = append(*h, a)
	s := *h
	for i := len(s) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.isBefore(i, up) {
			break
		}
		s[i], s[up] = s[up], s[i]
		i = up
	}
}

// pop removes and returns the first arrival. There must be one.
func (h *arrivals) pop() arrival {
	s := *h
	first := s[0]
	last := len(s) - 1
	s[0], s[last] = s[last], arrival{}
	s = s[:last]
	*h = s
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if s.isBefore(k, least) {
				least = k
			}
		}
		if least == i {
			return first
		}
		s[i], s[least] = s[least], s[i]
		i = least
	}
}
