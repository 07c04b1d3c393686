package refactor

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what a refactoring is.

// Kind says what a refactoring does, in the words of the protocol of editors.
type Kind string

// The kinds.
const (
	Inline  Kind = "refactor.inline"
	Extract Kind = "refactor.extract"
	Rewrite Kind = "refactor.rewrite"
)

// Change is a refactoring that somebody could want at a selection. It is planned, or refused; what is
// planned is not proved before Prove.
type Change struct {
	Kind  Kind   // that an editor's menu has it under
	Title string // what it does, in the words of a menu
	// Refusal says why it cannot be done, for people: lower case, without a full stop. It is "" if it
	// is planned.
	Refusal string
	// IsDoubtful: what it is about makes it likely that Prove refuses it.
	IsDoubtful bool

	book   *book
	drafts []func() draft // that are to be tried, the best first; none if it is refused
}

// draft is edits of the text that have not been proved.
type draft struct {
	edits []source.Edit // in order
	// model is edits to the text before that make the same of it, without the call of a new function
	// (extract.go); nil if edits are proved themselves.
	model []source.Edit
	// isSame: the model is the text before, if also returns nil.
	isSame bool
	also   func() error
	moved  []move
	// why puts what the proof says about the draft into words of the change.
	why func(error) error
}

// itself returns the draft, for one that is made when it is planned.
func (d draft) itself() draft { return d }

// move is a piece of text that edits put elsewhere, and of which all names must mean the same there.
type move struct {
	from source.Span // in the text before
	to   source.Pos  // in the text after
	// copied is variables of the text before that others stand for in the new place, and nowhere else.
	copied map[bindingID]bool
	// text is what stands in the new place if it is not what stood in the old one byte for byte;
	// its names are the same, in the same order.
	text string
}

// bindingID is the number of a variable.
type bindingID = resolve.BindingID

// book is what refactorings are planned with: one text, and what is known of it.
type book struct {
	*plan.Original
	pass *analysis.Pass
}

func (b *book) text() string { return b.Unit.File.Text() }

// line returns the line of a place, as people count.
func (b *book) line(p source.Pos) int { return b.Unit.File.Line(p) }

// statAt returns the innermost statement around a place, nil if there is none.
func (b *book) statAt(p source.Pos) syntax.Stat {
	id := plan.StatAt(b.Unit.Tree, b.Places(), p)
	if id == syntax.NoStat {
		return nil
	}
	return b.Unit.Tree.Stats[id]
}
