package live

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/ssa"
)

// Edges that lead to one block and come to the same: those over which a phi gets one
// value, and the edges back to the header of a loop. Which of them control takes makes
// no difference, so that a branch between them does not decide: in
//
//	for i = 1, n do if i > max then max = i end end
//
// the `if` decides neither how the loop counts nor whether it ends. Control dependence
// alone does not see that. Most branches are live anyway; so this is asked only when
// nothing else is left to do.

// maxRegion is how many blocks are looked at for one branch.
const maxRegion = 64

// meeting is some edges to one block that come to the same.
type meeting struct {
	at cfg.BlockID
	// A phi of the block has the arguments args, and arg over these edges; or loop is
	// the loop inside which they are.
	args []ssa.ValueID
	arg  ssa.ValueID
	loop int
}

// That is asked by a search: from the edges of the meeting back along control dependence, each branch once. One
// from which control always comes to the block of the meeting, and over one of its edges, decides
// nothing about it, and what it depends on itself is asked about in its place. One from which control
// may come otherwise is live. A search that comes to its bound takes the branch for live, which is safe.

// isRepeated reports whether argument k of a phi is its argument for another edge too.
// Phis of very many are not looked at.
func isRepeated(args []ssa.ValueID, k int) bool {
	if len(args) > maxRegion {
		return false
	}
	for i, arg := range args {
		if i != k && arg == args[k] {
			return true
		}
	}
	return false
}

// joinNext calls join for the next item that is left for it, and reports whether there was one.
func (m *marker) joinNext() bool {
	n := len(m.joins)
	if n == 0 {
		return false
	}
	item := m.joins[n-1]
	m.joins = m.joins[:n-1]
	m.enter(item.function)
	m.join(int(item.at))
	return true
}

// join marks the branches that decide whether control takes one of several edges that
// come to the same: to a live phi or, if item is not negative, to the header of a loop.
func (m *marker) join(item int) {
	if item >= 0 {
		m.joinLoop(item)
		return
	}
	phi := ssa.ValueID(^item)
	m.meeting = meeting{at: m.s.PhiBlock(phi), args: m.s.PhiArgs(phi)}
	preds := m.f.Graph.Preds(m.meeting.at)
	for k := range preds {
		if isRepeated(m.meeting.args, k) && m.comesFrom(m.meeting.at, preds, k) {
			m.meeting.arg = m.meeting.args[k]
			m.asked = m.asked[:0]
			m.decide(preds[k])
		}
	}
}

// joinLoop marks the branches that decide whether a loop goes on. If there is no way
// out of it, the jumps that make it so are to stay.
func (m *marker) joinLoop(loop int) {
	loops := m.f.Loops()
	m.meeting = meeting{at: loops.All[loop].Header, loop: loop}
	m.asked = m.asked[:0]
	ends := false
	for exit := range loops.Exits(loop) {
		if ends = m.c.EdgeExecutable(m.f, exit.Block, int(exit.Succ)); ends {
			break
		}
	}
	for back := range loops.BackEdges(loop) {
		switch {
		case !m.c.EdgeExecutable(m.f, back.Block, int(back.Succ)):
		case ends:
			m.decide(back.Block)
		default:
			m.leave(back.Block)
		}
	}
}

// decide marks what decides whether control leaves a block, as branch does, but for branches that
// do not decide about the meeting: in their place it marks what they are control dependent on. It
// looks at each block once a meeting.
func (m *marker) decide(from cfg.BlockID) {
	if slices.Contains(m.asked, from) {
		return
	}
	m.asked = append(m.asked, from)
	if m.decides(from) {
		last := m.f.Graph.Last(from)
		if m.code.Has(m.firstCode+last) || len(m.asked) > maxRegion || !m.meets(from) {
			m.markHere(last)
			return
		}
	}
	for _, on := range m.relation.Control(m.f).Blocks(from) {
		m.decide(on)
	}
}

// meets reports whether control, from the end of a block on, always comes to the block
// of the meeting, and the first time over one of its edges. It collects the blocks on the way, each
// once; one from which control does not go on says no, and so does a region that is too large.
func (m *marker) meets(from cfg.BlockID) bool {
	g := &m.f.Graph
	m.region = append(m.region[:0], from)
	for at := 0; at < len(m.region); at++ {
		block := m.region[at]
		succs := g.Succs(block)
		if len(succs) == 0 || len(m.region) > maxRegion {
			return false
		}
		for k, to := range succs {
			switch {
			case !m.c.EdgeExecutable(m.f, block, k):
			case to == m.meeting.at:
				if !m.isMet(block) {
					return false
				}
			case !slices.Contains(m.region, to):
				m.region = append(m.region, to)
			}
		}
	}
	return true
}

// isMet reports whether all edges from a block to that of the meeting are of the
// meeting: over which a phi gets the same value, or which come from inside the loop.
func (m *marker) isMet(from cfg.BlockID) bool {
	if m.meeting.args == nil {
		return m.f.Loops().Contains(m.meeting.loop, from)
	}
	for k, pred := range m.f.Graph.Preds(m.meeting.at) {
		if pred == from && m.meeting.args[k] != m.meeting.arg {
			return false
		}
	}
	return true
}
