package session

import (
	"sync/atomic"

	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile"
)

// known keeps what is known of the unit that was asked about last. It is safe for concurrent use:
// who asks while it is in use finds out everything anew.
type known struct {
	bodies *facts.Bodies
	hosts  func(*compile.Unit) value.Hosts
	last   atomic.Pointer[waste.Parts] // nil while it is in use
}

// about hands what is known of a unit to a question, and keeps what that finds out for the next
// one; not if the question was stopped or has panicked, for then it may be half made.
func (k *known) about(u *compile.Unit, question func(*waste.Parts)) {
	p := k.last.Swap(nil)
	if p != nil && p.Unit.Tree == u.Tree {
		p.Unit = u
		p.Facts.CountIn(u)
	} else {
		p = waste.Of(facts.Of(u, k.hosts(u), &facts.Memory{Bodies: k.bodies}), new(waste.Memory))
	}
	question(p)
	k.last.Store(p)
}
