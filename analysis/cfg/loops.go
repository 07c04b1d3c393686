package cfg

// Loops as data: a forest of strongly connected parts of the graph, each with the
// edges over which control enters it, goes round and leaves it. nest.go finds them.

// Loop is a strongly connected part of the graph: each of its blocks leads to each
// of them without leaving it, over one edge at least. Two loops are disjoint, or
// one is nested in the other.
type Loop struct {
	// Header is the entry with the lowest rank: the first block of the loop that
	// the depth-first search behind Graph.Order comes to. All ways round that go
	// through no header of a nested loop go through this one.
	Header BlockID
	Parent int32 // the loop that it is directly nested in; -1 for none
	Depth  int32 // how many loops it is nested in, itself included: from 1
	End    int32 // the loops nested in it are those from behind its number to here, exclusive
	// Entries is the blocks that edges from outside lead to, the function's entry
	// among them: one for a loop of Lua's statements, any number where gotos lead
	// into the middle. In the order of the graph.
	Entries []BlockID
	// Blocks is the blocks of the loop: first those that are in no nested loop, in
	// the order of the graph, then those of its loops one after another.
	Blocks []BlockID

	exits, backs []Branch
}

// Branch is an edge of the graph: number Succ of the Succs of Block.
type Branch struct {
	Block BlockID
	Succ  int32
}

// Loops is the loops of a graph. It is immutable.
type Loops struct {
	// All is each loop before those nested in it, which follow without gap.
	All       []Loop
	innermost []int32 // by block; nil if there are no loops
}

// Innermost is the innermost loop that b is in, an index in All; -1 if b is in no
// loop or cannot be reached.
func (l *Loops) Innermost(b BlockID) int {
	if l.innermost == nil {
		return -1
	}
	return int(l.innermost[b])
}

// Depth is how many loops b is in.
func (l *Loops) Depth(b BlockID) int {
	if loop := l.Innermost(b); loop >= 0 {
		return int(l.All[loop].Depth)
	}
	return 0
}

// Contains reports whether b is in a loop or in one nested in it.
func (l *Loops) Contains(loop int, b BlockID) bool {
	inner := l.Innermost(b)
	return loop <= inner && inner < int(l.All[loop].End)
}

// Exits is the edges that lead out of a loop, in the order of the blocks that they
// come from. A RETURN is no edge; it is never in a loop.
func (l *Loops) Exits(loop int) []Branch { return l.All[loop].exits }

// BackEdges is the edges inside a loop that lead to its header, in the order of the
// graph. Every execution that does not end takes one of some loop without end, so
// that a program keeps all its endless executions if it keeps its back edges and
// what they are control dependent on; exits alone do not tell: of two jumps back to
// one label the first decides only how often the second is come to.
func (l *Loops) BackEdges(loop int) []Branch { return l.All[loop].backs }

// connect fills in entries, exits and back edges.
func (l *Loops) connect(g *Graph, m *Memory) {
	l.findEntries(g, m)
	l.eachExit(g, func(loop int, _ Branch) { m.counts[loop]++ })
	for i := range l.All {
		l.All[i].exits = m.branches.Take(int(m.counts[i]))[:0]
		m.counts[i] = 0
	}
	l.eachExit(g, func(loop int, e Branch) { l.All[loop].exits = append(l.All[loop].exits, e) })
	for i := range l.All {
		l.findBackEdges(i, g, m)
	}
}

// findEntries sets Entries, and leaves m.counts zero for each loop.
func (l *Loops) findEntries(g *Graph, m *Memory) {
	m.counts = resize(m.counts, len(l.All))
	clear(m.counts)
	entered := func(visit func(loop int32, b BlockID)) {
		for _, b := range g.Order {
			loop := l.innermost[b]
			for range l.entered(g, b) {
				visit(loop, b)
				loop = l.All[loop].Parent
			}
		}
	}
	entered(func(loop int32, _ BlockID) { m.counts[loop]++ })
	for i := range l.All {
		l.All[i].Entries = m.ids.Take(int(m.counts[i]))[:0]
		m.counts[i] = 0
	}
	entered(func(loop int32, b BlockID) { l.All[loop].Entries = append(l.All[loop].Entries, b) })
}

// entered is how many of the loops around b, from the innermost outwards, some edge
// to b enters.
func (l *Loops) entered(g *Graph, b BlockID) int {
	inner := l.Innermost(b)
	if b == 0 {
		return l.Depth(b)
	}
	most := 0
	for _, from := range g.Preds(b) {
		if g.Rank(from) >= 0 {
			most = max(most, l.between(inner, from))
		}
	}
	return most
}

// between is how many loops, from the given one outwards, do not contain b.
func (l *Loops) between(loop int, b BlockID) int {
	n := 0
	for ; loop >= 0 && !l.Contains(loop, b); loop = int(l.All[loop].Parent) {
		n++
	}
	return n
}

// eachExit visits the edges that leave loops, once for each that they leave.
func (l *Loops) eachExit(g *Graph, visit func(loop int, e Branch)) {
	for _, b := range g.Order {
		inner := l.Innermost(b)
		for k, to := range g.Succs(b) {
			loop := inner
			for range l.between(inner, to) {
				visit(loop, Branch{b, int32(k)})
				loop = int(l.All[loop].Parent)
			}
		}
	}
}

func (l *Loops) findBackEdges(loop int, g *Graph, m *Memory) {
	header := l.All[loop].Header
	backs := m.branches.Take(len(g.Preds(header)))[:0]
	last := None
	for _, from := range g.Preds(header) {
		if from == last || !l.Contains(loop, from) {
			continue // both edges of a block stand side by side
		}
		last = from
		for k, to := range g.Succs(from) {
			if to == header {
				backs = append(backs, Branch{from, int32(k)})
			}
		}
	}
	l.All[loop].backs = backs
}
