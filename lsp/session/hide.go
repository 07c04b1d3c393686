package session

import (
	"errors"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/suppress"
	"luaflow/analysis/unfinished"
	"luaflow/compile"
	"luaflow/compile/source"
)

// This file defines how a finding is hidden by a comment. In a text that Lua accepts it is proved that nothing
// else changes, as of a fix. Where a statement is not finished nothing can be proved; then what is found in the text
// with the comment has to be what is found in it without, but for the finding, which is not to be said any more either
// because it was found in a text before.

// Suppression is what is to be hidden.
type Suppression struct {
	Finding analysis.Finding // one of those of a Snapshot
	InFile  bool             // all of its code in the text; else in its line
	// IsWhole: see Snapshot.IsWhole. If not, Base is the text that was finished last, nil if none was.
	IsWhole bool
	Base    *unfinished.Base
}

// suppressed returns the first way to hide a finding by a comment that does so, and nothing else. keep is Engine.Keep.
func suppressed(fixer *fix.Fixer, keep keeping, u *compile.Unit, hide *Suppression) ([]source.Edit, error) {
	ways := suppress.InLine(u.Tree, hide.Finding.Span.Start, hide.Finding.Code)
	if hide.InFile {
		ways = suppress.InFile(u.Tree, hide.Finding.Code)
	}
	var first error
	for _, way := range ways {
		edits := []source.Edit{way}
		err := hide.stands(fixer, keep, u, edits)
		if err == nil {
			return edits, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// stands returns nil if edits hide the finding and change nothing else.
func (hide *Suppression) stands(fixer *fix.Fixer, keep keeping, u *compile.Unit, edits []source.Edit) error {
	if hide.IsWhole {
		return fixer.Stands(u, hide.Finding, edits)
	}
	moved := source.Unedited(u.File.Len()).Edited(edits)
	return fixer.WithComments(u, edits, func(was []analysis.Finding, now *compile.Unit, found []analysis.Finding) error {
		_, said := keep(hide.Base, now, found, source.NoPos) // who puts in a comment types no statement
		here, _ := placed(moved, &hide.Finding)
		if slices.ContainsFunc(said.Findings, func(f analysis.Finding) bool { return f.Code == here.code && f.Span.Start == here.at }) {
			return errShown
		}
		return hide.compare(u.File, was, found, moved)
	})
}

var (
	errShown = errors.New("no comment can be put there that hides it")
	errOther = errors.New("other findings would change")
)

// spot is where something is found.
type spot struct {
	code string
	at   source.Pos
}

// placed returns where a finding stands after edits.
func placed(moved *source.Pieces, f *analysis.Finding) (p spot, ok bool) {
	now, ok := moved.Now(source.Span{Start: f.Span.Start, End: min(f.Span.Start+1, f.Span.End)})
	return spot{f.Code, now.Start}, ok
}

// compare returns nil if what is found after edits was found before, and at most what is to be hidden was found
// besides.
func (hide *Suppression) compare(text *source.File, was, found []analysis.Finding, moved *source.Pieces) error {
	isFound := make(map[spot]bool)
	for i := range found {
		isFound[spot{found[i].Code, found[i].Span.Start}] = true
	}
	for i := range was {
		f := &was[i]
		p, ok := placed(moved, f)
		isMeant := f.Code == hide.Finding.Code && (hide.InFile || text.Line(f.Span.Start) == text.Line(hide.Finding.Span.Start))
		if (!ok || !isFound[p]) && !isMeant {
			return errOther
		}
		delete(isFound, p)
	}
	if len(isFound) > 0 {
		return errOther
	}
	return nil
}

// keeping is the type of Engine.Keep.
type keeping func(b *unfinished.Base, u *compile.Unit, found []analysis.Finding, cursor source.Pos) (*unfinished.Base, unfinished.Said)

// hiding returns the comments of a text that hide findings.
type hiding func(*compile.Unit) *suppress.Set

// keep does what unfinished.Base.Next does, and leaves out what was found in a text before and comments hide that are
// in the text by now.
func (h hiding) keep(base *unfinished.Base, u *compile.Unit, found []analysis.Finding, cursor source.Pos) (*unfinished.Base, unfinished.Said) {
	next, said := base.Next(u, found, cursor)
	return next, h.without(u, said)
}

// meanwhile does what unfinished.Base.Meanwhile does, and leaves out what keep leaves out.
func (h hiding) meanwhile(base *unfinished.Base, u *compile.Unit, faults []analysis.Finding, cursor source.Pos) (*unfinished.Base, unfinished.Said, bool) {
	next, said, ok := base.Meanwhile(u, faults, cursor)
	return next, h.without(u, said), ok
}

// without returns what is left of what is to be said of a text.
func (h hiding) without(u *compile.Unit, said unfinished.Said) unfinished.Said {
	if said.Kept == nil || !said.IsCommented {
		return said
	}
	comments := h(u)
	if comments == nil {
		return said
	}
	left := unfinished.Said{IsHeld: said.IsHeld}
	for i := range said.Findings {
		if f := &said.Findings[i]; !said.Kept[i] || !comments.Hides(u, f) {
			left.Findings, left.Kept = append(left.Findings, *f), append(left.Kept, said.Kept[i])
		}
	}
	if !slices.Contains(left.Kept, true) {
		left.Kept = nil
	}
	return left
}
