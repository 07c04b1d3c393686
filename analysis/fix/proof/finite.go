package proof

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// This file tells which cycles in which nothing is needed are certainly left. Loops that certainly end (loop.go)
// are all that it trusts, and of each only that between two runs of its FORPREP control goes back from its FORLOOP
// finitely often. Nothing but the FORPREP leads into the loop, as no goto leads into a block, and nothing but
// these two sets the counter.
//
//	for i = 1, 3 do if c then break end end              -- left, whatever `c` is
//	while c do for i = 1, 3 do end end                   -- the outer cycle passes the FORPREP: who knows?
//	::again:: for i = 1, 3 do if c then goto again end end   -- so does this one, and never the exit of the FORLOOP
//
// The argument is by descent (as with ranking functions that are ordered lexicographically: Ben-Amram and
// Genaim, "Ranking functions for linear-constraint loops", 2014). Say control stayed in the cycle for
// ever. The edge back from a FORLOOP can only be taken without end if its FORPREP is run without end, and
// for that edges must lead from the FORLOOP to the FORPREP. If none do, the edge is taken finitely often: from
// some time on control stays in what is left without it. There the same is asked of the next FORLOOP. If no cycle
// is left when all have been asked, there is no such execution. It does not matter how loops are
// nested or left, nor whether the cycle has one entry.

// cycle is the blocks of one, and the FORLOOPs of which the edge back is left out, by their blocks.
type cycle struct {
	*body
	blocks []cfg.BlockID
	inside map[cfg.BlockID]bool
	cut    map[cfg.BlockID]bool
}

// isLeft reports whether control certainly leaves a cycle of blocks.
func (b *body) isLeft(blocks []cfg.BlockID, inside map[cfg.BlockID]bool) bool {
	c := &cycle{body: b, blocks: blocks, inside: inside, cut: make(map[cfg.BlockID]bool)}
	var loops []cfg.BlockID
	for _, id := range blocks {
		if b.isFinite(id) {
			loops = append(loops, id)
		}
	}
	slices.SortFunc(loops, func(x, y cfg.BlockID) int { return b.prepOf(x) - b.prepOf(y) }) // the outer ones first
	for _, id := range loops {
		c.cut[id] = !c.comesTo(id, b.graph.Block(b.prepOf(id)))
	}
	return c.isBroken()
}

// prepOf returns the pc of the FORPREP of the loop whose FORLOOP a block ends with.
func (b *body) prepOf(id cfg.BlockID) int {
	start, _ := effect.Successors(b.proto, b.lastOf(id))
	return start - 1
}

// within yields where edges lead from a block of the cycle that stay in it and are not cut.
func (c *cycle) within(id cfg.BlockID, yield func(to cfg.BlockID)) {
	c.count()
	c.edges(id, func(k int, to cfg.BlockID) {
		if c.inside[to] && !(k == 0 && c.cut[id]) {
			yield(to)
		}
	})
}

// comesTo reports whether edges lead from one block to another.
func (c *cycle) comesTo(id, other cfg.BlockID) bool {
	seen := map[cfg.BlockID]bool{}
	for todo := []cfg.BlockID{id}; len(todo) > 0 && !seen[other]; {
		from := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		c.within(from, func(to cfg.BlockID) {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		})
	}
	return seen[other]
}

// isBroken reports whether no cycle is left: blocks can be put in an order in which all edges lead
// on (Kahn, "Topological sorting of large networks", 1962).
func (c *cycle) isBroken() bool {
	waits := make(map[cfg.BlockID]int) // how many edges lead to a block from those that have no place yet
	for _, id := range c.blocks {
		c.within(id, func(to cfg.BlockID) { waits[to]++ })
	}
	var ready []cfg.BlockID
	for _, id := range c.blocks {
		if waits[id] == 0 {
			ready = append(ready, id)
		}
	}
	for n := 0; n < len(ready); n++ {
		c.within(ready[n], func(to cfg.BlockID) {
			if waits[to]--; waits[to] == 0 {
				ready = append(ready, to)
			}
		})
	}
	return len(ready) == len(c.blocks)
}
