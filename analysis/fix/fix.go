// Package fix turns findings into edits, checks them, and applies them to a
// fixpoint.
//
// A fix is planned by the check that found what it mends (package plan, and the folders of
// checks), from the tree, the marking and by rules. Then it is
// checked by code that knows nothing of those rules: verify.go compares the program
// before and after, its names and trees (pairing.go), its code (package proof) and the findings.
// What does not stand that is not offered. A fix that gives up effects, or mends a mistake, stands it
// but for these: it is offered, and not called verified. Neither the makers nor the proof know what
// functions of hosts do (package value): whoever knows less proves less.
package fix

import (
	"sync/atomic"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Fixer makes fixes for what a checker finds. It is safe for concurrent use.
type Fixer struct {
	check analysis.CheckFunc
	text  int                           // bytes that are compiled for one question, or
	tries int                           // so often the file, where that is more
	most  int                           // bytes that All compiles
	last  atomic.Pointer[plan.Original] // of the unit that was asked about last; nil while it is in use
}

// New makes a Fixer of what check finds.
func New(check analysis.CheckFunc) *Fixer {
	return &Fixer{check: check, text: baseText, tries: leastTries, most: maxText}
}

// For returns the fixes of one finding of the unit, the preferred one first, and whether
// others were not tried because the work is bounded. A file that Lua rejects has none.
func (x *Fixer) For(u *compile.Unit, f analysis.Finding) (fixes []analysis.Fix, isPartial bool) {
	each, left := x.Each(u, []analysis.Finding{f})
	return each[0], left > 0
}

// NotTried tells people that what For or Refactorings returned is partial.
const NotTried = "not all fixes of a finding were tried: the file is large, and each is verified by compiling it"

// Refactorings returns changes that mend no finding, for the place at in the text: to join a
// declaration with the first assignment of its variable. None is preferred. It is partial as
// For is.
func (x *Fixer) Refactorings(u *compile.Unit, at source.Span) (changes []analysis.Fix, isPartial bool) {
	if !isFixable(u) {
		return nil, false
	}
	was := x.original(u)
	fixes, left := x.examine(was, [][]plan.Choice{was.JoinsAt(at)}, nil)
	x.keep(was)
	for i := range fixes[0] {
		fixes[0][i].Preferred = false
	}
	return fixes[0], left > 0
}

// isFixable reports whether the code of a unit stands for all of its text.
func isFixable(u *compile.Unit) bool { return len(u.Errors) == 0 && u.Analyzable() }

// original returns what is known of a unit, for one question about it.
func (x *Fixer) original(u *compile.Unit) *plan.Original {
	if b := x.last.Swap(nil); b != nil && b.Unit.Tree == u.Tree {
		b.CountIn(u)
		return b
	}
	return x.find(u, new(analysis.Memory))
}

// find returns what is known of a unit once it is checked; the pass stands in mem.
func (x *Fixer) find(u *compile.Unit, mem *analysis.Memory) *plan.Original {
	var pass *analysis.Pass
	findings, _ := x.check(u, mem, func(p *analysis.Pass) error {
		pass = p
		return nil
	})
	return plan.NewOriginal(u, findings, pass)
}

// keep keeps what is known of a unit for the next question about it. It is not called
// when the work was stopped or has panicked: then b may be half made.
func (x *Fixer) keep(b *plan.Original) { x.last.Store(b) }

// Know tells x what check finds in a unit that x is asked about next, so that x need not ask,
// and with which pass; nil if that does not last until x was asked.
func (x *Fixer) Know(u *compile.Unit, findings []analysis.Finding, pass *analysis.Pass) {
	x.last.Store(plan.NewOriginal(u, findings, pass))
}
