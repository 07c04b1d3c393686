package fix

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/fix/proof"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file finds the values and the captures that a fix takes away, and whether they are
// needed.

// storeIn is a place where a function gives a variable a value.
type storeIn struct {
	fn syntax.FuncID
	*srcmap.StoreRec
}

// storesOf returns where a statement gives variables values, by the name of the variable.
func (b *before) storesOf(name syntax.NameID) []storeIn {
	b.storesOnce.Do(func() {
		b.stores = make(map[syntax.NameID][]storeIn)
		for fn := range b.unit.Funcs {
			stores := b.unit.Funcs[fn].Map.Stores
			for k := range stores {
				if s := &stores[k]; s.Name != syntax.NoName && s.Stat != syntax.NoStat && !s.Elided {
					b.stores[s.Name] = append(b.stores[s.Name], storeIn{syntax.FuncID(fn), s})
				}
			}
		}
	})
	return b.stores[name]
}

// removesNeeded reports whether a fix takes a value away that the program needs: of a name
// that it deletes and does not replace, or of any target of an assignment whose values it
// changes; or a capture by which closures can be told apart.
func (b *before) removesNeeded(p *plan, needs *proof.Needs) bool {
	for _, e := range p.edits {
		names := &b.unit.Tree.Names
		for name := range names.From(names.Behind(e.Span.Start)) {
			if name.Start >= e.Span.End {
				break
			}
			if isReplaced := e.Span == name.Span() && e.New != ""; !isReplaced && (b.needs(name, needs) || b.renews(name, needs)) {
				return true
			}
		}
		if a, ok := b.valuesAt(e); ok {
			for i, t := range a.targets {
				name, isName := t.(*syntax.Name)
				if g := valueFor(a.values, i, len(a.targets)); isName && g.expr != nil && g.expr.Span().Overlaps(e.Span) && b.needs(name, needs) {
					return true
				}
			}
		}
	}
	return false
}

// isDead reports whether no instruction reads any value that is stored where a name stands.
func (b *before) isDead(name *syntax.Name) bool {
	for _, s := range b.storesOf(name.ID) {
		if s.Upvalue >= 0 || b.code().Funcs[s.fn].LiveFrom(int(s.PCs.Start), int(s.PCs.End), int(s.Reg)) {
			return false
		}
	}
	return true
}

// needs reports whether the value is needed that is stored where a name stands.
func (b *before) needs(name *syntax.Name, needs *proof.Needs) bool {
	for _, s := range b.storesOf(name.ID) {
		if s.Upvalue < 0 {
			if needs.Value(int(s.fn), int(s.PCs.End), int(s.Reg)) {
				return true
			}
			continue
		}
		for pc := s.PCs.Start; pc < s.PCs.End; pc++ {
			upvalue, how := effect.Upvalue(b.unit.Funcs[s.fn].Proto.Code[pc])
			if how == effect.Write && upvalue == int(s.Upvalue) && needs.Store(int(s.fn), int(pc)) {
				return true
			}
		}
	}
	return false
}

// renews reports whether closures can be told apart, perhaps, only by what a name captures.
func (b *before) renews(name *syntax.Name, needs *proof.Needs) bool {
	ref := &b.unit.Res.Refs[name.ID]
	if ref.Upvalue < 0 || ref.Binding == 0 {
		return false
	}
	stat := b.stat(name)
	return stat != syntax.NoStat && needs.Renews(int(b.places[stat].fn), int(ref.Upvalue))
}

// valuesAt returns the assignment whose values an edit changes: it begins after the targets,
// and in no function among the values.
func (b *before) valuesAt(e source.Edit) (a assignment, ok bool) {
	id := statAt(b.unit.Tree, b.places, b.unit.Tree.After(e.Span.Start))
	if id == syntax.NoStat {
		return a, false
	}
	a, ok = asAssignment(b.unit.Tree.Stats[id])
	if !ok || e.Span.Start < a.targets[len(a.targets)-1].Span().End {
		return a, false
	}
	return a, !slices.ContainsFunc(a.values, func(v syntax.Expr) bool { return isInFunction(v, e.Span) })
}

// isInFunction reports whether a place is in a function that n is, or that stands in it.
func isInFunction(n syntax.Node, at source.Span) (found bool) {
	if !n.Span().Covers(at) {
		return false
	}
	if _, isFunction := n.(*syntax.Function); isFunction {
		return true
	}
	syntax.Children(n, func(c syntax.Node) { found = found || isInFunction(c, at) })
	return found
}
