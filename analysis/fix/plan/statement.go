package plan

import (
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines edits of expressions, and what makers ask of them.

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

// declaring returns the word that a declaration begins with: `local`, or LuaJIT's `const`.
func (b *Original) declaring(s syntax.Stat) string {
	const word = "const"
	at := s.Span().Start
	if text := b.Unit.File.Slice(source.Span{Start: at, End: at + source.Pos(len(word))}); text == word {
		return word
	}
	return "local"
}

// HasComment reports whether there is a comment between two places.
func (b *Original) HasComment(from, to source.Pos) bool {
	return strings.Contains(b.Unit.File.Slice(source.Span{Start: from, End: to}), "--")
}

// Indexed returns the object and the key of a read of a field; the key is nil if it is a
// name, the object if e is no such read.
func Indexed(e syntax.Expr) (obj, key syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Field:
		return e.Obj, nil
	case *syntax.Index:
		return e.Obj, e.Key
	}
	return nil, nil
}
