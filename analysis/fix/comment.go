package fix

import (
	"errors"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what can be said of edits that put comments into a text which Lua does not accept. Of such a text
// nothing can be proved, but its tokens tell that nothing else was changed.

var (
	errTokens = errors.New("something else than comments would change")
	errErrors = errors.New("other errors would be found")
)

// WithComments hands what is found in a unit, the unit that edits make of it, which are in order, and what is found in
// that to judge, and returns what that returns. It is an error if anything but comments differs, or where Lua
// refuses the text. The new unit lasts until judge returns.
func (x *Fixer) WithComments(u *compile.Unit, edits []source.Edit, judge func(was []analysis.Finding, now *compile.Unit, found []analysis.Finding) error) error {
	m, err := newShift(edits)
	if err != nil {
		return err
	}
	in := takeRoom()
	defer in.leave()
	in.units.Meter = u.Meter
	now := in.units.CompileAs(source.NewFile(u.File.Name(), Apply(u.File.Text(), edits)), u.Tree.Language())
	if !sameTokens(u.Tree, now.Tree) {
		return errTokens
	}
	if len(u.Errors) != len(now.Errors) {
		return errErrors
	}
	for i := range u.Errors {
		if m.start(u.Errors[i].Span.Start) != now.Errors[i].Span.Start {
			return errErrors
		}
	}
	found, err := x.check(now, &in.pass, nil)
	if err != nil {
		return err
	}
	return judge(x.original(u).Findings, now, found)
}

// sameTokens reports whether two texts differ by comments and white space alone.
func sameTokens(a, b *syntax.Tree) bool {
	p, q := a.After(a.File.Body()), b.After(b.File.Body())
	for int(p) < a.File.Len() && int(q) < b.File.Len() {
		one, other := a.TokenAt(p), b.TokenAt(q)
		if a.File.Slice(one) != b.File.Slice(other) {
			return false
		}
		p, q = a.After(one.End), b.After(other.End)
	}
	return int(p) == a.File.Len() && int(q) == b.File.Len()
}
