// Package fix turns findings into edits, checks them, and applies them to a
// fixpoint.
//
// A fix is planned by the check that found what it mends (package plan, and the folders of
// checks), from the tree, the marking and by rules. Then it is
// checked by code that knows nothing of those rules: verify.go compares the program
// before and after, its names and trees (pairing.go, shape.go), its code (package proof) and the findings.
// What does not stand that is not offered. A fix that gives up effects, or mends a mistake, stands it
// but for these: it is offered, and not called verified. Neither the makers nor the proof know what
// functions of hosts do (package value): whoever knows less proves less.
package fix

import (
	"errors"
	"sync/atomic"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
)

// Fixer makes fixes for what a checker finds. It is safe for concurrent use.
type Fixer struct {
	check analysis.CheckFunc
	// One question compiles maxAsked bytes of text, or the file maxTries times where that is more;
	// All compiles maxAll bytes.
	maxAsked, maxTries, maxAll int

	last atomic.Pointer[plan.Original] // of the unit that was checked last; nil if there is none
	pass atomic.Pointer[analysis.Pass] // over the unit that was asked about last; nil if there is none
}

// What is compiled to find the fixes of a file is bounded by baseText bytes, or leastTries
// times its length where that is more, so that the time does not grow with the square of the
// text. They are a Fixer's own.
const (
	baseText   = 4 << 20
	leastTries = 2
)

// maxText bounds how many bytes of text All compiles for one file, and each try counts as
// baseTry more (canAfford bounds the other questions). One round follows another for each link of a chain of
// variables that are computed from one another.
const (
	maxText = 16 << 20
	baseTry = 1 << 10
)

// New makes a Fixer of what check finds.
func New(check analysis.CheckFunc) *Fixer {
	return &Fixer{check: check, maxAsked: baseText, maxTries: leastTries, maxAll: maxText}
}

// isFixable reports whether the code of a unit stands for all of its text.
func isFixable(u *compile.Unit) bool { return len(u.Errors) == 0 && u.Analyzable() }

// original returns what is known of a unit, for one question about it.
func (x *Fixer) original(u *compile.Unit) *plan.Original {
	if b := x.Known(u); b != nil {
		return b
	}
	b := x.find(u, new(analysis.Memory))
	x.last.Store(b)
	return b.In(u)
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

// Know tells x what check finds in a unit that x is asked about next, and with which pass, so that
// x need not ask. The pass must last until x is told of another one.
func (x *Fixer) Know(u *compile.Unit, findings []analysis.Finding, pass *analysis.Pass) {
	x.pass.Store(pass)
	x.last.Store(plan.NewOriginal(u, findings, pass))
}

// Known returns what is known of a unit that x was told of, or has made fixes for, last; nil if it is another one.
func (x *Fixer) Known(u *compile.Unit) *plan.Original {
	if b := x.last.Load(); b != nil && b.Unit.Tree == u.Tree {
		return b.In(u)
	}
	return nil
}

// errAsked ends a check in front of the first one.
var errAsked = errors.New("nobody asks for findings")

// Ask hands the pass over a unit to a question: the one that the unit was checked with, if x knows that,
// else one whose checks do not run. What a question finds out the next ones know, and so do the fixes.
func (x *Fixer) Ask(u *compile.Unit, question func(*analysis.Pass)) {
	p := x.pass.Load()
	if p == nil || p.Unit.Tree != u.Tree {
		_, _ = x.check(u, new(analysis.Memory), func(made *analysis.Pass) error {
			p = made
			return errAsked
		})
		x.pass.Store(p)
	}
	question(p.In(u, nil))
}
