package fix

import (
	"errors"
	"sort"
	"strings"

	"luaflow/compile/source"
)

// This file defines how places in a text move when it is edited.

// shift maps places of the text before edits to places after them, and back.
type shift struct {
	edits []source.Edit // in order, not overlapping
	delta []int         // by edit: how far what follows it has moved
}

// errOverlap says that edits are not a set that can be applied at once.
var errOverlap = errors.New("edits overlap or are out of order")

func newShift(edits []source.Edit) (*shift, error) {
	m := &shift{edits: edits, delta: make([]int, len(edits))}
	moved, at := 0, source.Pos(0)
	for i, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start {
			return nil, errOverlap
		}
		at = e.Span.End
		moved += len(e.New) - e.Span.Len()
		m.delta[i] = moved
	}
	return m, nil
}

// moved returns p moved by the first n edits.
func (m *shift) moved(p source.Pos, n int) source.Pos {
	if n == 0 {
		return p
	}
	return source.Pos(int(p) + m.delta[n-1])
}

// start returns where something goes that begins at p: after what is inserted there, or
// put in its place.
func (m *shift) start(p source.Pos) source.Pos {
	i := sort.Search(len(m.edits), func(i int) bool { return m.edits[i].Span.End > p })
	if i < len(m.edits) && m.edits[i].Span.Start < p {
		return m.moved(m.edits[i].Span.End, i+1)
	}
	return m.moved(p, i)
}

// end returns where something goes that ends at p: in front of what is inserted there, or
// put in its place.
func (m *shift) end(p source.Pos) source.Pos {
	i := sort.Search(len(m.edits), func(i int) bool { return m.edits[i].Span.Start >= p })
	if i > 0 && m.edits[i-1].Span.End > p {
		return m.moved(m.edits[i-1].Span.Start, i-1)
	}
	return m.moved(p, i)
}

// span returns where a span goes.
func (m *shift) span(s source.Span) source.Span {
	if s.Empty() {
		p := m.start(s.Start)
		return source.Span{Start: p, End: p}
	}
	return source.Span{Start: m.start(s.Start), End: m.end(s.End)}
}

// touching returns the edits that delete some byte of s, or insert something inside it.
func (m *shift) touching(s source.Span) []source.Edit {
	first := sort.Search(len(m.edits), func(i int) bool { return m.edits[i].Span.End > s.Start })
	last := first
	for last < len(m.edits) && m.edits[last].Span.Start < s.End {
		last++
	}
	return m.edits[first:last]
}

// isDeleted reports whether one edit deletes all of s.
func (m *shift) isDeleted(s source.Span) bool {
	for _, e := range m.touching(s) {
		if e.Span.Covers(s) {
			return true
		}
	}
	return false
}

// origin returns where what begins at p, in the text after the edits, began before.
// inserted reports that an edit put it there; then that is the edit's place.
func (m *shift) origin(p source.Pos) (was source.Pos, inserted bool) {
	// The first edit whose new text ends after p.
	i := sort.Search(len(m.edits), func(i int) bool { return m.moved(m.edits[i].Span.End, i+1) > p })
	if i < len(m.edits) && m.moved(m.edits[i].Span.Start, i) <= p {
		return m.edits[i].Span.Start, true
	}
	if i == 0 {
		return p, false
	}
	return source.Pos(int(p) - m.delta[i-1]), false
}

// backward answers origin for places in order, each from where it was at the one before.
type backward struct {
	*shift
	passed int // edits whose new text ends in front of the last place, or at it
}

// origin returns what shift.origin does. The place is not in front of the last one.
func (b *backward) origin(p source.Pos) (was source.Pos, inserted bool) {
	for b.passed < len(b.edits) && b.moved(b.edits[b.passed].Span.End, b.passed+1) <= p {
		b.passed++
	}
	if i := b.passed; i < len(b.edits) && b.moved(b.edits[i].Span.Start, i) <= p {
		return b.edits[i].Span.Start, true
	}
	if b.passed == 0 {
		return p, false
	}
	return source.Pos(int(p) - b.delta[b.passed-1]), false
}

// isWhole reports whether no edit touches what stood at the last place, which is not inserted, before
// the edits.
func (b *backward) isWhole(s source.Span) bool {
	return b.passed == len(b.edits) || b.edits[b.passed].Span.Start >= s.End
}

// isCopied reports whether all of s, in the text after the edits, stood before them as it is.
func (m *shift) isCopied(s source.Span) bool {
	was, inserted := m.origin(s.Start)
	return !inserted && len(m.touching(source.Span{Start: was, End: was + source.Pos(s.Len())})) == 0
}

// Apply applies edits that are in order and do not overlap.
func Apply(text string, edits []source.Edit) string {
	var b strings.Builder
	at := source.Pos(0)
	for _, e := range edits {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}
