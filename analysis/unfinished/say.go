package unfinished

import (
	"cmp"
	"slices"

	"luaflow/analysis"
)

// Said is what is to be said of a text.
type Said struct {
	Findings []analysis.Finding // ordered by position
	// Kept holds of each finding whether it was found in the base, so that its Subject is about that
	// and no fix can rest on it. It is nil if none was.
	Kept []bool
	// IsCommented: comments may be new that hide what is kept.
	IsCommented bool
	// IsHeld: something else is to be said of the text when nobody types in it any more.
	IsHeld bool
}

// add adds a finding of the text or, if it is kept, of the base.
func (s *Said) add(f *analysis.Finding, isKept bool) {
	s.Findings = append(s.Findings, *f)
	s.Kept = append(s.Kept, isKept)
}

// sort sorts the findings by position.
func (s *Said) sort() {
	order := make([]int, len(s.Findings))
	for i := range order {
		order[i] = i
	}
	was := *s
	byPosition := func(i, k int) int {
		a, b := &was.Findings[i], &was.Findings[k]
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code))
	}
	if !slices.IsSortedFunc(order, byPosition) {
		slices.SortStableFunc(order, byPosition)
		s.Findings, s.Kept = make([]analysis.Finding, 0, len(order)), make([]bool, 0, len(order))
		for _, i := range order {
			s.add(&was.Findings[i], was.Kept[i])
		}
	}
	if !slices.Contains(s.Kept, true) {
		s.Kept = nil
	}
}
