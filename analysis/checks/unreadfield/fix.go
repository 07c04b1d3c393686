package unreadfield

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans removes the value that a field gets where the finding stands, if the
// field is stored to again. A field of a table that has others which are read would
// need more of a proof.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	if !b.Marked().IsOverwritten(f.Span.Start) {
		return nil
	}
	s, ok := fieldStore(b, f)
	if !ok {
		return nil
	}
	name := plan.Quote(plan.OneLine(b.Unit.File.Slice(f.Span)))
	choices := b.RemoveGroup(&plan.Group{Fields: []textmap.FieldStore{s}}, true, func(*plan.Remover) string {
		return "remove the value of field " + name + ", which is never read"
	})
	for _, c := range choices {
		for i := range c {
			if s.Table != nil {
				c[i].Extent = plan.SomeTargets // the other items stay as they are
			}
		}
	}
	return choices
}

// fieldStore returns the store that a finding stands at.
func fieldStore(b *plan.Original, f *analysis.Finding) (s textmap.FieldStore, ok bool) {
	id := f.Subject.Stat
	if id == syntax.NoStat {
		if id = plan.StatAt(b.Unit.Tree, b.Places(), f.Span.Start); id == syntax.NoStat {
			return s, false
		}
		return itemAt(b.Unit.Tree.Stats[id], f.Span)
	}
	switch stat := b.Unit.Tree.Stats[id].(type) {
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
	syntax.Inspect(stat, func(n syntax.Node) bool {
		if _, isBlock := n.(*syntax.Block); isBlock || ok {
			return false
		}
		if t, isTable := n.(*syntax.Table); isTable {
			for _, it := range t.Items {
				if key := it.Key(); key != nil && key.Span() == at {
					s, ok = textmap.FieldStore{Table: t, Key: key, Value: it.Value()}, true
				}
			}
		}
		return true
	})
	return s, ok
}
