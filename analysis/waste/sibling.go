package waste

import (
	"slices"

	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Values that one call gives to several targets of a statement.

// SiblingUsed reports whether the value of a store in fn is one of several that the
// statement takes from one call, another of which may be read: then the call stays
// whatever becomes of this value.
func (p *Parts) SiblingUsed(fn syntax.FuncID, s *srcmap.StoreRec) bool {
	v := p.Text.ValueOf(s)
	if v.Of < 2 {
		return false
	}
	switch st := p.Unit.Tree.Stats[s.Stat].(type) {
	case *syntax.Local:
		for _, n := range st.Names[len(st.Names)-v.Of:] {
			if n.ID != s.Name && p.storedIsRead(fn, s.Stat, n) {
				return true
			}
		}
	case *syntax.Assign:
		for _, t := range st.Targets()[len(st.Targets())-v.Of:] {
			if n, ok := t.(*syntax.Name); (!ok || n.ID != s.Name) && p.targetIsRead(fn, s.Stat, t) {
				return true
			}
		}
	}
	return false
}

// FieldSiblingUsed reports what SiblingUsed does, for a store to a field.
func (p *Parts) FieldSiblingUsed(fn syntax.FuncID, s *textmap.FieldStore) bool {
	st, ok := s.Stat.(*syntax.Assign)
	if !ok {
		return false
	}
	targets := st.Targets()
	v := textmap.ValueAt(st.Values(), slices.Index(targets, s.Target), len(targets))
	return v.Of > 1 && slices.ContainsFunc(targets[len(targets)-v.Of:], func(t syntax.Expr) bool {
		return t != s.Target && p.targetIsRead(fn, st.ID(), t)
	})
}

// targetIsRead reports whether the value that a statement of fn puts into one of its
// targets may be read. Of a field that is not known.
func (p *Parts) targetIsRead(fn syntax.FuncID, stat syntax.StatID, target syntax.Expr) bool {
	n, ok := target.(*syntax.Name)
	return !ok || p.storedIsRead(fn, stat, n)
}

// storedIsRead reports whether the value that a statement of fn puts into the
// variable n may be read.
func (p *Parts) storedIsRead(fn syntax.FuncID, stat syntax.StatID, n *syntax.Name) bool {
	ref := &p.Unit.Res.Refs[n.ID]
	if ref.Kind == resolve.ToGlobal || ref.Binding == 0 {
		return true
	}
	if b := &p.Unit.Res.Bindings[ref.Binding]; b.Reads == 0 {
		return b.Exposed
	}
	if ref.Kind == resolve.ToUpvalue || p.Facts.Code == nil || p.Unit.Funcs[fn].Broken {
		return true
	}
	for _, s := range textmap.StoresIn(p.Unit.Funcs[fn].Map, stat) {
		if s.Name == n.ID {
			f := p.At(fn)
			return f.IsRead(&s)
		}
	}
	return true
}
