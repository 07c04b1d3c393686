package unfinished

import (
	"slices"

	"luaflow/analysis"
	"luaflow/compile/source"
)

// Findings of the base, moved to where their text stands now.

// move moves a finding, and reports false if the text of it was edited that it is about.
func (e *edit) move(f *analysis.Finding) bool {
	isWhole := e.shift(&f.Span) && e.stretch(&f.Fade)
	f.Fades = slices.Clone(f.Fades)
	for i := range f.Fades {
		isWhole = isWhole && e.stretch(&f.Fades[i])
	}
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		isWhole = isWhole && e.stretch(&f.Related[i].Span)
		f.Related[i].Message = e.lines.renumber(f.Related[i].Message)
	}
	f.Message = e.lines.renumber(f.Message)
	return isWhole
}

// shift moves a span, and reports false if it meets what was edited.
func (e *edit) shift(s *source.Span) bool {
	switch {
	case !s.Valid() || s.End <= e.Was.Start:
	case s.Start >= e.Was.End:
		s.Start = s.Start - e.Was.End + e.Now.End
		s.End = s.End - e.Was.End + e.Now.End
	default:
		return false
	}
	return true
}

// stretch does and reports what shift does, but a span around all that was edited is still that.
func (e *edit) stretch(s *source.Span) bool {
	if s.Valid() && s.Start < e.Was.Start && s.End > e.Was.End {
		s.End = s.End - e.Was.End + e.Now.End
		return true
	}
	return e.shift(s)
}

// place is where a finding stands, and which it is.
type place struct {
	at            source.Span
	code, message string
}

// staying returns where findings of the base stand now whose own text was not edited, though others in
// their lines may be.
func (e *edit) staying(found []analysis.Finding) map[place]bool {
	byBytes := *e
	change := e.now.Difference(e.was)
	byBytes.Was = change.Span
	byBytes.Now = source.Span{Start: change.Span.Start, End: change.Span.Start + source.Pos(len(change.New))}
	stays := make(map[place]bool, len(found))
	for _, f := range found {
		if byBytes.shift(&f.Span) {
			stays[place{at: f.Span, code: f.Code}] = true
		}
	}
	return stays
}
