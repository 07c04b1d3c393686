// Package plan makes plans: edits of a text that may mend a finding, and have not been checked.
//
// What a check does about its findings stands in its folder: fix.go has the Maker that its Check
// names. It asks the Original what is known of the program, and changes statements by a Script
// (script.go, drop.go), which turns the changes into edits as people would make them: comments,
// blank lines and all (above.go, blanklines.go, sweep.go, finish.go), and those into plans
// (forms.go). What an expression may do says its text (purity.go), or else the marking (marked.go,
// effects.go), which knows which instructions nobody needs; which stores go together, group.go and
// field.go. Nothing here is believed: package fix compiles the text with the edits and proves that
// the program is the same.
package plan

import (
	"strings"

	"luaflow/analysis"
	"luaflow/compile/source"
)

// This file defines what a plan is.

// Plan is a fix that has not been checked.
type Plan struct {
	Title string        // what the fix does, in the words of a menu
	Edits []source.Edit // one at least
	// Lossy: the fix gives up effects, and says so in its title; or it Mends.
	Lossy bool
	// Mends: it mends what is most likely a mistake, which nobody can prove. Such a plan is Lossy.
	Mends bool
	// ByHand: it is no fix that anybody would want everywhere. It is offered if there is
	// no other, never preferred, and never made together with others of a file.
	ByHand bool
	// Moves: it does not only delete, but lets something happen earlier than it did.
	Moves bool
	// Interprocedural: it needs to be known what other functions do. The proof knows most if
	// much is changed, so that it may refuse the fix alone that it accepts together
	// with others.
	Interprocedural bool
	// Locals is how many variables it declares that live on to the end of a block.
	Locals int
	// Extent says how far the fix changes the statements that it touches.
	Extent Extent
}

// Level returns what is known of the program that the fix leaves, once it is verified.
func (p *Plan) Level() analysis.Level {
	switch {
	case p.Mends:
		return analysis.Display
	case p.Lossy:
		return analysis.Unsafe
	}
	return analysis.Safe
}

// Extent is a bound on what a fix changes.
type Extent uint8

// The extents, the greatest first.
const (
	WholeStatements Extent = iota
	SomeTargets            // with their values
	SomeNames              // or operands that decide nothing
)

// Maker returns the choices for a finding of one check, the preferred one first; none if there is
// no exact way. The unit before is one that Lua accepts and whose code stands for all of its text.
type Maker func(*Original, *analysis.Finding) []Choice

// Check is what the folder of a check declares: the check, and what makes plans for its findings.
type Check struct {
	*analysis.Check
	Plans Maker // nil if nothing can be done about them
}

// Choice is a list of plans for the same thing, the best first: of those that can
// be verified, only the first is offered.
type Choice []Plan

// Quote returns a name as titles show it.
func Quote(name string) string { return "`" + name + "`" }

// OneLine returns text that titles can show: its white space as single blanks.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
