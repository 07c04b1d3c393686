package fix

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how stores to fields go that nothing reads, out of assignments and
// out of constructors.

// unreadField removes the value that a field gets where the finding stands, if the
// field is stored to again. A field of a table that has others which are read would
// need more of a proof.
func unreadField(b *before, f *analysis.Finding) []choice {
	if !b.marked().isOverwritten(f.Span.Start) {
		return nil
	}
	s, ok := b.fieldStore(f)
	if !ok {
		return nil
	}
	name := quote(oneLine(b.unit.File.Slice(f.Span)))
	choices := b.removeGroup(&group{fields: []textmap.FieldStore{s}}, true, func(*remover) string {
		return "remove the value of field " + name + ", which is never read"
	})
	for _, c := range choices {
		for i := range c {
			if s.Table != nil {
				c[i].extent = someTargets // the other items stay as they are
			}
		}
	}
	return choices
}

// fieldStore returns the store that a finding stands at.
func (b *before) fieldStore(f *analysis.Finding) (s textmap.FieldStore, ok bool) {
	id := f.Subject.Stat
	if id == syntax.NoStat {
		if id = statAt(b.unit.Tree, b.places, f.Span.Start); id == syntax.NoStat {
			return s, false
		}
		return itemAt(b.unit.Tree.Stats[id], f.Span)
	}
	switch stat := b.unit.Tree.Stats[id].(type) {
	case *syntax.Assign:
		i := slices.IndexFunc(stat.Targets(), func(t syntax.Expr) bool { return t.Span() == f.Span })
		if i < 0 {
			return s, false
		}
		return textmap.FieldStore{Target: stat.Targets()[i], Stat: stat}, true
	case *syntax.FunctionStat:
		return textmap.FieldStore{Target: stat.Target, Stat: stat}, true
	}
	return s, false
}

// itemAt returns the item of a constructor in a statement whose key stands at a place.
func itemAt(stat syntax.Stat, at source.Span) (s textmap.FieldStore, ok bool) {
	var visit func(syntax.Node)
	visit = func(n syntax.Node) {
		if _, isBlock := n.(*syntax.Block); isBlock || ok {
			return
		}
		if t, isTable := n.(*syntax.Table); isTable {
			for _, it := range t.Items {
				if key := it.Key(); key != nil && key.Span() == at {
					s, ok = textmap.FieldStore{Table: t, Key: key, Value: it.Value()}, true
				}
			}
		}
		syntax.Children(n, visit)
	}
	syntax.Children(stat, visit)
	return s, ok
}

// dropItem deletes an item of a constructor, if nobody can tell that its value is not
// computed.
func (s *script) dropItem(f *textmap.FieldStore) bool {
	if f.Value == nil || !s.isFree(f.Value) || !s.isFree(f.Key) {
		return false
	}
	tree := s.unit.Tree
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
			s.replace(end, at.End, "")
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
