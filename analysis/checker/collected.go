package checker

import (
	"slices"

	"luaflow/analysis"
)

// collected is findings in slices of collectedInOne, so that many are not copied each time
// that they grow.
type collected struct {
	full [][]analysis.Finding
	last []analysis.Finding
	room func(bytes int) // see Checker.Room; nil if nobody wants to know
}

const collectedInOne = 512

// From manyFull full slices on, room is told what findings need: for one that is its place here, its
// place in the list of all, and its message.
const (
	manyFull        = 16
	bytesForFinding = 800
)

func (c *collected) add(f analysis.Finding) {
	if len(c.last) == collectedInOne {
		c.full = append(c.full, c.last)
		if n := len(c.full); c.room != nil && n >= manyFull && n&(n-1) == 0 { // there may be twice as many
			c.room(2 * n * collectedInOne * bytesForFinding)
		}
		c.last = make([]analysis.Finding, 0, collectedInOne)
	}
	c.last = append(c.last, f)
}

// first returns the first slice.
func (c *collected) first() []analysis.Finding {
	if len(c.full) > 0 {
		return c.full[0]
	}
	return c.last
}

// all returns all findings, in their order, in a slice of their own.
func (c *collected) all() []analysis.Finding {
	return slices.Concat(append(c.full, c.last)...)
}
