package fix

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
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

// storesByName is where functions give variables values, by the name of the variable.
type storesByName map[syntax.NameID][]storeIn

// storesOf returns where a statement gives variables values, by the name of the variable.
func storesOf(b *plan.Original, name syntax.NameID) []storeIn { return plan.Fact(b, findStores)[name] }

func findStores(b *plan.Original) storesByName {
	found := make(storesByName)
	for fn := range b.Unit.Funcs {
		stores := b.Unit.Funcs[fn].Map.Stores
		for k := range stores {
			if s := &stores[k]; s.Name != syntax.NoName && s.Stat != syntax.NoStat && !s.Elided {
				found[s.Name] = append(found[s.Name], storeIn{syntax.FuncID(fn), s})
			}
		}
	}
	return found
}

// removesNeeded reports whether a fix takes a value away that the program needs: of a name
// that it deletes and does not replace, or of any target of an assignment whose values it
// changes; or a capture by which closures can be told apart.
func removesNeeded(b *plan.Original, p *plan.Plan, needs *proof.Needs) bool {
	for _, e := range p.Edits {
		names := &b.Unit.Tree.Names
		for name := range names.From(names.Search(e.Span.Start)) {
			if name.Start >= e.Span.End {
				break
			}
			if isReplaced := e.Span == name.Span() && e.New != ""; !isReplaced && (isNeeded(b, name, needs) || renews(b, name, needs)) {
				return true
			}
		}
		if a, ok := valuesAt(b, e); ok {
			for i, t := range a.Targets {
				name, isName := t.(*syntax.Name)
				if g := plan.ValueFor(a.Values, i, len(a.Targets)); isName && g.Expr != nil && g.Expr.Span().Overlaps(e.Span) && isNeeded(b, name, needs) {
					return true
				}
			}
		}
	}
	return false
}

// isDead reports whether no instruction reads any value that is stored where a name stands.
func isDead(b *plan.Original, name *syntax.Name) bool {
	for _, s := range storesOf(b, name.ID) {
		if s.Upvalue >= 0 || b.Code().Funcs[s.fn].LiveFrom(int(s.PCs.Start), int(s.PCs.End), int(s.Reg)) {
			return false
		}
	}
	return true
}

// isNeeded reports whether the value is needed that is stored where a name stands.
func isNeeded(b *plan.Original, name *syntax.Name, needs *proof.Needs) bool {
	for _, s := range storesOf(b, name.ID) {
		if s.Upvalue < 0 {
			changes := needs.Changes(int(s.fn), int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
			if changes && needs.Value(int(s.fn), int(s.PCs.End), int(s.Reg)) {
				return true
			}
			continue
		}
		for pc := s.PCs.Start; pc < s.PCs.End; pc++ {
			upvalue, how := effect.Upvalue(b.Unit.Funcs[s.fn].Proto.Code[pc])
			if how == effect.Write && upvalue == int(s.Upvalue) && needs.Store(int(s.fn), int(pc)) {
				return true
			}
		}
	}
	return false
}

// renews reports whether closures can be told apart, perhaps, only by what a name captures.
func renews(b *plan.Original, name *syntax.Name, needs *proof.Needs) bool {
	ref := &b.Unit.Res.Refs[name.ID]
	if ref.Upvalue < 0 || ref.Binding == 0 {
		return false
	}
	stat := b.Stat(name)
	return stat != syntax.NoStat && needs.Renews(int(b.Places()[stat].Func), int(ref.Upvalue))
}

// valuesAt returns the assignment whose values an edit changes: it begins after the targets,
// and in no function among the values.
func valuesAt(b *plan.Original, e source.Edit) (a plan.Assignment, ok bool) {
	id := plan.StatAt(b.Unit.Tree, b.Places(), b.Unit.Tree.After(e.Span.Start))
	if id == syntax.NoStat {
		return a, false
	}
	a, ok = plan.AsAssignment(b.Unit.Tree.Stats[id])
	if !ok || e.Span.Start < a.Targets[len(a.Targets)-1].Span().End {
		return a, false
	}
	return a, !slices.ContainsFunc(a.Values, func(v syntax.Expr) bool { return isInFunction(v, e.Span) })
}

// isInFunction reports whether a place is in a function that n is, or that stands in it.
func isInFunction(n syntax.Node, at source.Span) (found bool) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		if found || !n.Span().Covers(at) {
			return false
		}
		_, found = n.(*syntax.Function)
		return !found
	})
	return found
}
