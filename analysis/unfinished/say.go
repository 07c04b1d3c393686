package unfinished

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Said is what is to be said of a text.
type Said struct {
	Findings []analysis.Finding // ordered by position
	// Kept holds of each finding whether it was found in the base, so that its Subject is about that
	// and no fix can rest on it. It is nil if none was.
	Kept []bool
	// IsHeld: something else is to be said of the text when nobody types in it any more.
	IsHeld bool
}

// place is where a finding stands, and which it is.
type place struct {
	at            source.Span
	code, message string
}

// say returns what is to be said of a unit whose statements are not finished.
func (b *Base) say(u *compile.Unit, found []analysis.Finding, cursor source.Pos) (s Said) {
	typed := newEdit(b.file, u.File, cursor)
	words := typed.words()
	var stays map[place]bool
	again := make(map[place]*analysis.Finding) // of a text without a fault, where findings can be mended
	if len(u.Errors) == 0 {
		stays = typed.staying(b.found)
		for i := range found {
			again[place{found[i].Span, found[i].Code, found[i].Message}] = &found[i]
		}
	}
	keeps := make(map[place]bool, len(b.found)) // by where what is found in b stands now, and its code
	for _, f := range b.found {
		isKept := !words.shifts && f.Severity != analysis.Error && !words.refute(&f)
		if !typed.move(&f) {
			continue
		}
		keeps[place{at: f.Span, code: f.Code}] = isKept
		if !isKept {
			continue
		}
		if same := again[place{f.Span, f.Code, f.Message}]; same != nil {
			s.add(same, false)
		} else {
			s.add(&f, true)
		}
	}
	for i := range found {
		f := &found[i]
		here := place{at: f.Span, code: f.Code}
		isKept, wasFound := keeps[here]
		if f.Severity == analysis.Error || wasFound && !isKept ||
			!wasFound && (typed.isAbove(f.Span) || stays[here]) {
			s.add(f, false)
		}
	}
	s.sort()
	return s
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
	slices.SortStableFunc(order, func(i, k int) int {
		a, b := &was.Findings[i], &was.Findings[k]
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code))
	})
	*s = Said{}
	for _, i := range order {
		s.add(&was.Findings[i], was.Kept[i])
	}
	if !slices.Contains(s.Kept, true) {
		s.Kept = nil
	}
}
