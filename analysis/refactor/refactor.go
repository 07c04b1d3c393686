package refactor

import (
	"errors"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
)

// This file defines which refactorings there are at a selection, and which of them stand.

// maker plans one change at a selection; nil if nobody would look for it there.
type maker func(*book, source.Span) *Change

// makers are all of them, in the order of menus.
var makers = []maker{inlineVariable, joinDeclaration, narrowScope, moveDeclaration, splitVariable, extractFunction}

// At returns the refactorings that somebody could look for at a selection of the unit of a pass, an empty
// one being a cursor, in the order of menus. was is what is known of the unit, nil if nothing is. A text that
// Lua rejects has none, nor has one with chains that are too long. It compiles nothing: the time is that of the functions around.
func At(p *analysis.Pass, was *plan.Original, at source.Span) []*Change {
	if len(p.Unit.Errors) > 0 || !p.Unit.Analyzable() {
		return nil
	}
	if was == nil {
		was = plan.NewOriginal(p.Unit, nil, p)
	}
	if was.HasLongChains() {
		return nil
	}
	b := &book{Original: was, pass: p}
	var changes []*Change
	for _, make := range makers {
		if c := make(b, at); c != nil {
			c.book = b
			changes = append(changes, c)
		}
	}
	return changes
}

// Prove returns the edits of a change, in order, which are verified as fixes are: the program is the
// same with them. Else it returns why there are none, in words for people as Refusal.
func (c *Change) Prove() ([]source.Edit, error) {
	if c.Refusal != "" {
		return nil, errors.New(c.Refusal)
	}
	var first error
	for i := range c.drafts {
		d := c.drafts[i]()
		err := c.book.prove(&d)
		if err == nil {
			return d.edits, nil
		}
		if first == nil {
			first = d.why(err)
		}
	}
	return nil, first
}
