package plan

import (
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
)

// This file defines how stores to fields go that nothing reads, out of assignments and
// out of constructors.

// dropItem deletes an item of a constructor, if nobody can tell that its value is not computed,
// and reports whether it has.
func (s *Script) dropItem(f *textmap.FieldStore) bool {
	if f.Value == nil || !s.isFree(f.Value) || !s.isFree(f.Key) {
		return false
	}
	tree := s.Unit.Tree
	start, end := tree.After(f.Table.Start+1), source.NoPos // of the item; end of the one in front
	for i, it := range f.Table.Items {
		at := source.Span{Start: start, End: it.Value().Span().End}
		comma := tree.After(at.End)
		isLast := i == len(f.Table.Items)-1
		if it.Key() != f.Key {
			end, start = at.End, tree.After(comma+1)
			continue
		}
		switch {
		case comma < f.Table.End-1: // it is no brace
			at.End = comma + 1
		case end != source.NoPos && len(s.commentsIn(end, at.Start)) == 0:
			s.Replace(end, at.End, "")
			return true
		}
		if isLast && len(f.Table.Items) == 1 && len(s.commentsIn(f.Table.Start, f.Table.End)) == 0 {
			at = source.Span{Start: f.Table.Start + 1, End: f.Table.End - 1}
		}
		s.cuts = append(s.cuts, cut{Span: at})
		return true
	}
	return false
}
