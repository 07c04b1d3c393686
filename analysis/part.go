package analysis

import (
	"sort"

	"luaflow/compile/source"
)

// Part is the pieces of a file that somebody wants to know of: spans in the order of the text, none of which touch.
// A nil Part stands for the whole file, an empty one for nothing.
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
