package analysis

import (
	"sort"

	"luaflow/compile/source"
)

// Part is a part of a file: spans in the order of the text, with gaps between them. A nil Part is the
// whole file.
type Part []source.Span

// Touches reports whether a piece of text shares a byte with the part, or an end: what begins in both
// lies in what touches. It takes the logarithm of the number of spans.
func (p Part) Touches(at source.Span) bool {
	if p == nil {
		return true
	}
	i := sort.Search(len(p), func(i int) bool { return p[i].End >= at.Start })
	return i < len(p) && p[i].Start <= at.End
}
