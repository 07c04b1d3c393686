package flow

import "slices"

// DU and UD chains of one register.

// Chains connects the definitions and the uses of one register in the code that
// can be reached. Definitions and uses have dense numbers in the order of their
// pcs.
type Chains struct {
	Reg int // the register
	// Defs is the pc of each definition; the first two are Entry and ByClosure. A
	// definition that FORPREP may make is one of them, and so are those on one edge.
	Defs []int
	// Uses is the pc of each instruction that reads the register.
	Uses []int

	defsOf, usesOf Lists
}

// DefsOf returns the numbers of the definitions that reach a use, ascending.
func (c *Chains) DefsOf(use int) []int32 { return c.defsOf.Of(use) }

// UsesOf returns the numbers of the uses that a definition reaches, ascending.
func (c *Chains) UsesOf(def int) []int32 { return c.usesOf.Of(def) }

// Chains computes the chains of reg. They may be as many as definitions times
// uses.
func (f *Body) Chains(reg int) *Chains {
	return f.reach(reg, f.allEvents(reg)).chains()
}

// chains lists, for each use, the definitions in the set that reaches it, then turns the lists around.
func (r *reaching) chains() *Chains {
	c := &Chains{Reg: r.reg, Defs: r.defs}
	for _, e := range r.events {
		if e.kind() == evUse {
			c.Uses = append(c.Uses, e.pc())
		}
	}
	c.Uses = slices.Compact(c.Uses)
	c.defsOf.First = make([]int32, 1, len(c.Uses)+1)
	r.sweep(c.Uses, func(_ int, set Row) {
		for d := range set.All {
			c.defsOf.Items = append(c.defsOf.Items, int32(d))
		}
		c.defsOf.First = append(c.defsOf.First, int32(len(c.defsOf.Items)))
	})
	c.usesOf = c.defsOf.reversed(len(c.Defs))
	return c
}
