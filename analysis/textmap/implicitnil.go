package textmap

import (
	"slices"

	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// The nil of a declaration without a value, and what is done with it.

// IsImplicitNil reports whether a store is a declaration without a value.
func (x *Text) IsImplicitNil(s *srcmap.StoreRec) bool {
	return s.Value == srcmap.NoValue && s.Kind != srcmap.Assign
}

// IsNilAgain reports whether, after the store of fn with this index, a nil that is written
// needed no instruction, as the one of a declaration was still there: then that one
// is what reads see.
func (x *Text) IsNilAgain(fn syntax.FuncID, store int) bool {
	stores := x.Unit.Funcs[fn].Map.Stores
	s := &stores[store]
	for i := store + 1; i < len(stores) && stores[i].PCs.End == s.PCs.End; i++ {
		if next := &stores[i]; next.Binding == s.Binding && next.Elided {
			return true
		}
	}
	return false
}

// Accumulates reports whether a name is an argument of a call whose result the same
// statement puts into the variable, as in `pos = skip(text, pos)`: there nil stands
// for "from the start".
func (x *Text) Accumulates(n *syntax.Name) bool {
	stat := x.StatOf(n)
	if stat == syntax.NoStat {
		return false
	}
	st, ok := x.Unit.Tree.Stats[stat].(*syntax.Assign)
	if !ok {
		return false
	}
	for _, target := range st.Targets() {
		if name, ok := target.(*syntax.Name); ok && x.Unit.Res.Refs[name.ID].Binding == x.Unit.Res.Refs[n.ID].Binding {
			return slices.ContainsFunc(st.Values(), func(e syntax.Expr) bool { return isArgument(e, n) })
		}
	}
	return false
}

// isArgument reports whether a name is an argument of a call in an expression.
func isArgument(in syntax.Node, n *syntax.Name) (found bool) {
	syntax.Inspect(in, func(in syntax.Node) bool {
		switch e := in.(type) {
		case *syntax.Call:
			found = found || slices.Contains(e.Args(), syntax.Expr(n))
		case *syntax.MethodCall:
			found = found || slices.Contains(e.Args(), syntax.Expr(n))
		}
		return !found && in.Span().Covers(n.Span())
	})
	return found
}
