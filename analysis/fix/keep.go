package fix

import (
	"slices"
	"strings"

	"luaflow/compile/source"
)

// This file defines which edits leave alone what somebody is in the middle of writing.

// kept is the spans of a text that no fix may touch, in order; an empty one is a place in which nothing may be
// deleted on both sides at once. See Options.Keep.
type kept []source.Span

// allow reports whether edits of a text, in order, touch no span.
func (k kept) allow(text string, edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool { return k.isTouchedBy(text, e) })
}

// isTouchedBy reports whether an edit deletes or replaces some of a span, puts something into it, or ends
// where it begins or begins where it ends, in one line.
func (k kept) isTouchedBy(text string, e source.Edit) bool {
	first, _ := slices.BinarySearchFunc(k, e.Span.Start, func(s source.Span, at source.Pos) int { return int(s.End) - int(at) })
	for _, s := range k[first:] {
		switch {
		case s.Start > e.Span.End:
			return false
		case s.Start < e.Span.End && e.Span.Start < s.End:
			return true
		case s.Start == e.Span.End && !endsLine(text, e):
			return true
		case s.End == e.Span.Start && !beginsLine(text, s.End):
			return true
		}
	}
	return false
}

// beginsLine reports whether a line begins at a place.
func beginsLine(text string, at source.Pos) bool {
	return at == 0 || strings.IndexByte("\n\r", text[at-1]) >= 0
}

// endsLine reports whether what follows an edit begins a line, before the edit and after it.
func endsLine(text string, e source.Edit) bool {
	if e.New != "" {
		return beginsLine(text, e.Span.End) && beginsLine(e.New, source.Pos(len(e.New)))
	}
	return beginsLine(text, e.Span.End) && beginsLine(text, e.Span.Start)
}

// moved returns the spans where they stand after edits that do not touch them.
func (k kept) moved(m *shift) kept {
	out := make(kept, len(k))
	for i, s := range k {
		out[i] = m.span(s)
	}
	return out
}
