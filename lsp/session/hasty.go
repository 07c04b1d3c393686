package session

import (
	"context"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// This file defines what is said of a large text while somebody types a statement in it. To check the text takes longer
// than a key does, and most of what is new would be held back until nobody types any more. So what was said of
// the text before stays where it moved to, unless what was typed could refute it, and the text is checked
// when the statement is finished, when somebody asks about it, or when nobody has typed for a while.

// hastySize is the length of a text in bytes from which on this is so, unless a test says otherwise.
const hastySize = 128 << 10

// Said is what is to be said of a text now. Its slices are shared and must not be changed.
type Said struct {
	Findings []analysis.Finding  // ordered by position
	Omitted  []analysis.Omission // what was not looked at, in the order of the text; nil if nothing
	// IsHeld: there may be other findings as soon as nobody types any more; see Session.Settle.
	IsHeld bool
	// IsHasty: the text was not checked. Nothing is known of it but this.
	IsHasty bool
}

// Said returns what is to be said of the text now: its Findings and Omissions or, while somebody types a statement in a
// large text, what was said before.
func (s *Snapshot) Said(ctx context.Context) (Said, error) {
	h, err := s.saidInHaste(ctx)
	if err != nil {
		return Said{}, err
	}
	if h != nil {
		return Said{Findings: h.list, Omitted: s.omitted.Load().in(s.File), IsHeld: true, IsHasty: true}, nil
	}
	r, err := s.checked(ctx)
	if err != nil {
		return Said{}, err
	}
	return Said{Findings: r.findings, Omitted: r.omitted, IsHeld: r.isHeld}, nil
}

// saidInHaste returns what is said of the text before it is checked; nil if it is, or has to be.
func (s *Snapshot) saidInHaste(ctx context.Context) (*hastyFindings, error) {
	base := s.finished.Load()
	if _, isChecked := s.report.known(); isChecked || base == nil || s.cursor == source.NoPos || s.File.Len() < s.hasteFrom {
		return nil, nil
	}
	return asked(ctx, s, &s.hasty.findings, func(u *compile.Unit) *hastyFindings {
		next, said, ok := s.engine.value().Meanwhile(base, u, s.cursor)
		if !ok {
			return nil
		}
		s.finished.CompareAndSwap(base, next) // unless the text was checked meanwhile
		s.hasty.isSaid.Store(true)
		return &hastyFindings{said.Findings}
	})
}

// in returns what of it is in a later text.
func (o *omissions) in(now *source.File) (left []analysis.Omission) {
	if o == nil || len(o.list) == 0 {
		return nil
	}
	moved := source.Unedited(o.text.Len()).Edited([]source.Edit{now.Difference(o.text)})
	for _, omitted := range o.list {
		ok := true
		if omitted.Span.Valid() {
			omitted.Span, ok = moved.Now(omitted.Span)
		}
		if ok {
			left = append(left, omitted)
		}
	}
	return left
}
