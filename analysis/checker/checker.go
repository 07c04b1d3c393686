// Package checker runs the checks over a unit: all of them but those that are off by
// default, or those that a Selection names.
package checker

import (
	"cmp"
	"slices"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/dataflow"
	"luaflow/compile"
)

// Checker checks one file after the other and uses its memory again. It serves one
// goroutine at a time; the findings that it returns are the caller's.
type Checker struct {
	// Selection is the checks that run.
	Selection Selection

	mem dataflow.Memory
}

// New makes a Checker.
func New() *Checker { return new(Checker) }

// Check returns the findings of a file, hints included, ordered by position, then
// by code. It is deterministic.
func (c *Checker) Check(u *compile.Unit) []analysis.Finding {
	var found []analysis.Finding
	p := analysis.NewPass(u, &c.mem, func(f analysis.Finding) { found = append(found, f) })
	for i, check := range checks {
		if c.Selection.has(i) {
			p.Run(check)
		}
	}
	slices.SortStableFunc(found, byPosition)
	if fn := debugFunction(u.Tree); fn != "" {
		lower(found, fn)
	}
	return found
}

func byPosition(a, b analysis.Finding) int {
	return cmp.Or(
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Code, b.Code),
	)
}

var idle = sync.Pool{New: func() any { return New() }}

// Check is Checker.Check, with the checks that are on by default, for those who check
// a file now and then. It is safe for concurrent use, on one unit too.
func Check(u *compile.Unit) []analysis.Finding {
	c := idle.Get().(*Checker)
	defer idle.Put(c)
	return c.Check(u)
}
