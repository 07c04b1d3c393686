package explore

import (
	"luaflow/analysis/flow"
	"luaflow/compile/syntax"
)

// selecting is a question about a place.
type selecting struct {
	*View
	fn  syntax.FuncID // the function that is selected
	out *Selection
}

// isKnown reports whether the code of a function stands for its text.
func (s *selecting) isKnown(fn int) bool {
	return s.Parts.Facts.Code != nil && !s.Parts.Unit.Funcs[fn].Broken
}

// flowOf returns a function; nil if its code does not stand for its text, or is too large to be followed.
func (s *selecting) flowOf(fn int) *flow.Func {
	if !s.isKnown(fn) || s.Parts.Facts.Code.Funcs[fn].IsLarge {
		return nil
	}
	return &s.Parts.Facts.Code.Funcs[fn]
}

// spanAt returns the text of an instruction; an empty span for none, and for the start of a function.
func (s *selecting) spanAt(fn, pc int) Span {
	if origins := &s.Parts.Unit.Funcs[fn].Map.Origins; pc >= 0 && pc < origins.Len() {
		return s.span(origins.At(pc).Span())
	}
	return Span{}
}

// emptySlice returns a slice of nothing.
func emptySlice() Slice { return Slice{Spans: []Span{}, Instructions: []Instruction{}} }
