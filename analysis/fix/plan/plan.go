// Package plan makes plans: edits of a text that may mend a finding, and have not been checked.
//
// What a check does about its findings stands in its folder: fix.go has its Maker, called Plans. It asks
// the Original what is known of the program, and changes statements by a Script, which turns the
// changes into edits as people would make them: comments, blank lines and all (script.go,
// above.go, blanklines.go, sweep.go). What an expression may do says its text (purity.go), or
// else the marking (marked.go), which knows which instructions nobody needs; which stores go
// together, group.go and field.go. Nothing here is believed: package fix compiles the
// text with the edits and proves that the program is the same.
package plan

import (
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what a plan is, and the steps that makers of several checks take.

// Plan is a fix that has not been checked.
type Plan struct {
	Title string
	Edits []source.Edit // one at least
	// Lossy: the fix gives up effects, and says so in its title; or it mends what is
	// most likely a mistake, which nobody can prove.
	Lossy bool
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

// Choice is a list of plans for the same thing, the best first: of those that can
// be verified, only the first is offered.
type Choice []Plan

// Quote returns a name as titles show it.
func Quote(name string) string { return "`" + name + "`" }

// Attempt runs change on a new script; the plan is what it made of it, if it
// reports true.
func (b *Original) Attempt(c Choice, change func(*Script) (title string, ok bool)) Choice {
	s := b.NewScript()
	title, ok := change(s)
	if !ok {
		return c
	}
	p := Plan{Edits: s.Finish(), Extent: s.extent, Locals: s.locals, ByHand: s.LeavesEmpty}
	p.Title = s.caveat(title)
	return append(c, p)
}

// TitleByHand returns what caveat begins the title with of what is done by hand about a single
// statement.
func (s *Script) TitleByHand(what Kept) (title string, ok bool) {
	switch {
	case what == KeptValues:
		return "", true
	case len(s.lost) > 0 && what == KeptCalls:
		return "keep the call", true
	}
	return "delete", len(s.lost) > 0
}

// DropTargets drops targets of an assignment. name and what is kept make the title.
func (b *Original) DropTargets(a *Assignment, gone []bool, name string, title func(s *Script, name string, what Kept) string) []Choice {
	return b.AttemptForms(func(s *Script) (string, Kept, bool) {
		what, ok := s.drop(a, gone)
		return title(s, name, what), what, ok
	})
}

// OrRename adds the choice to mark a variable as unused by its name; by hand if values can
// go or be kept by hand: it hides that nobody needs what it holds.
func (b *Original) OrRename(choices []Choice, id resolve.BindingID) []Choice {
	if !slices.ContainsFunc(choices[1:], func(c Choice) bool { return len(c) > 0 }) {
		choices[0] = b.Rename(choices[0], id)
		return choices
	}
	renames := b.Rename(nil, id)
	for i := range renames {
		renames[i].ByHand = true
	}
	return append(choices, renames)
}

// OneLine returns text that titles can show: its white space as single blanks.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Indexed returns the object and the key of a read of a field; the key is nil if it is a
// name, the object if e is no such read.
func Indexed(e syntax.Expr) (obj, key syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Field:
		return e.Obj, nil
	case *syntax.Index:
		return e.Obj, e.Key
	}
	return nil, nil
}

// RefersTo reports whether a name means a variable.
func (b *Original) RefersTo(n *syntax.Name, id resolve.BindingID) bool {
	ref := &b.Unit.Res.Refs[n.ID]
	return ref.Binding == id && ref.Kind != resolve.ToGlobal
}
