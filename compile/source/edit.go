package source

import (
	"fmt"
	"slices"
	"strings"
)

// This file defines changes of a text.

// Edit replaces the bytes of Span by New. Edits of one set do not overlap; two
// insertions at the same place apply in their order.
type Edit struct {
	Span Span
	New  string
}

// Apply makes a file of the same name with all the edits made at once: their
// spans speak of f. They may come in any order. It fails if two overlap, or if one
// lies outside the text.
func (f *File) Apply(edits []Edit) (*File, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if a.Span.Start != b.Span.Start {
			return int(int64(a.Span.Start) - int64(b.Span.Start))
		}
		// An insertion stands in front of what is replaced there.
		return boolInt(!a.Span.Empty()) - boolInt(!b.Span.Empty())
	})
	var b strings.Builder
	size := len(f.text)
	at := Pos(0)
	for _, e := range sorted {
		if e.Span.Start > e.Span.End || int(e.Span.End) > len(f.text) {
			return nil, fmt.Errorf("edit of bytes %d to %d of a text of %d", e.Span.Start, e.Span.End, len(f.text))
		}
		if e.Span.Start < at {
			return nil, fmt.Errorf("edits overlap at byte %d", e.Span.Start)
		}
		at = e.Span.End
		size += len(e.New) - e.Span.Len()
	}
	b.Grow(size)
	at = 0
	for _, e := range sorted {
		b.WriteString(f.text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(f.text[at:])
	return NewFile(f.name, b.String()), nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Replace makes a file of the same name with the text in a range replaced: one
// content change of an editor. A range that is not in the text means what
// File.Span makes of it.
func (f *File) Replace(r Range, enc Encoding, text string) *File {
	return f.edited(Edit{f.Span(r, enc), text})
}
