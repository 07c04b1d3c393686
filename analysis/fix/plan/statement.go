package plan

import (
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines the simplest plans, and edits of expressions.

// CutOnly returns the plan that deletes a statement.
func (b *Original) CutOnly(stat syntax.Stat, title string) Choice {
	return b.Attempt(nil, func(s *Script) (string, bool) {
		s.Cut(stat)
		return title, true
	})
}

// Insertion returns the edit that puts text at a place.
func Insertion(at source.Pos, text string) source.Edit {
	return source.Edit{Span: source.Span{Start: at, End: at}, New: text}
}

// Opposite returns the operator that holds where that of a comparison does not, whatever is
// compared, and the edit that writes it, or "".
func (b *Original) Opposite(c *syntax.Binary) (string, source.Edit) {
	sign := "~="
	switch c.Op {
	case syntax.Eq:
	case syntax.Ne:
		sign = "=="
	default:
		return "", source.Edit{}
	}
	return sign, source.Edit{Span: source.Span{Start: c.OpPos, End: c.OpPos + source.Pos(len(sign))}, New: sign}
}

// HasComment reports whether there is a comment between two places.
func (b *Original) HasComment(from, to source.Pos) bool {
	return strings.Contains(b.Unit.File.Slice(source.Span{Start: from, End: to}), "--")
}
