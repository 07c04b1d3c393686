package cfg

import "iter"

// Control dependence (Ferrante, Ottenstein and Warren, "The program dependence graph
// and its use in optimization", TOPLAS 9.3, 1987): the dominance frontiers of the
// graph turned round (Cytron et al. 1991).

// Control is what each block is control dependent on. It is immutable. The zero
// Control is that of a graph of one block that does not go round.
type Control struct {
	g         *Graph
	post      *Tree
	frontiers *Frontiers
}

// Blocks returns the blocks whose last instructions decide whether b is executed: those
// that the edges of On come from, each once.
//
// A block with one successor is among them if it has a pseudo-edge to Exit. It
// decides nothing, but b is then dependent on what that block is dependent on.
func (c *Control) Blocks(b BlockID) []BlockID {
	if c.frontiers == nil {
		return nil
	}
	return c.frontiers.Of(b)
}

// On returns the edges that b is directly control dependent on: b post-dominates the
// block that the edge leads to, and does not strictly post-dominate the one that it
// comes from. So after such an edge b is executed for certain, unless an error or
// a loop without end keeps control from it, and in front of it that is open.
func (c *Control) On(b BlockID) iter.Seq[Branch] {
	return func(yield func(Branch) bool) {
		for _, from := range c.Blocks(b) {
			for k, to := range c.g.Succs(from) {
				if c.post.Dominates(b, to) && !yield(Branch{from, int32(k)}) {
					return
				}
			}
		}
	}
}
