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
}

const collectedInOne = 512

func (c *collected) add(f analysis.Finding) {
	if len(c.last) == collectedInOne {
		c.full = append(c.full, c.last)
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
