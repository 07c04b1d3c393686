package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/compile/meter"
)

// Scratch is the rows that a problem of bit vectors is solved in. Whoever solves one has
// rows of its own, so that problems can be solved at the same time.
type Scratch struct {
	// Meter counts the steps that are taken; nil if nobody counts them.
	Meter *meter.Meter

	gen, kill, sets, starts, edgeKill, todo []uint64
	observed, atStarts, written             []uint64 // of closures.go
	edge                                    []int32
}

// Release forgets rows that are too large to be kept.
func (s *Scratch) Release() { cfg.Release(&s.observed, &s.written) }

// Zeroed returns a slice of n zero elements in the array of *s, which grows as
// needed, with a little room to spare.
func Zeroed[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n+n/8)
		return (*s)[:n]
	}
	t := (*s)[:n]
	clear(t)
	return t
}
