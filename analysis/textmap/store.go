package textmap

import (
	"cmp"
	"slices"
	"sort"

	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Stores and their values: what text gives a variable its value, whether anything
// reads it, and what else the same text gives away.

// EachStore calls visit for every store of every function, inner functions' stores
// to variables of outer ones included.
func (x *Text) EachStore(visit func(fn syntax.FuncID, s *srcmap.StoreRec)) {
	for i := range x.Unit.Funcs {
		stores := x.Unit.Funcs[i].Map.Stores
		for k := range stores {
			visit(syntax.FuncID(i), &stores[k])
		}
	}
}

// Value is what a statement gives to one of its targets.
type Value struct {
	// Expr is what the value is computed by; nil for a parameter, for a loop
	// variable, and for a nil that is not written.
	Expr syntax.Expr
	// Nth and Of: the value is number Nth, from 0, of the Of values that the
	// statement takes from Expr. Of is above 1 for calls and `...` only.
	Nth, Of int
}

// ValueOf returns the value that a store puts into place.
func (x *Text) ValueOf(s *srcmap.StoreRec) Value {
	if s.Stat == syntax.NoStat {
		return Value{}
	}
	switch st := x.Unit.Tree.Stats[s.Stat].(type) {
	case *syntax.Local:
		i, found := slices.BinarySearchFunc(st.Names, s.Name, func(n *syntax.Name, id syntax.NameID) int { return cmp.Compare(n.ID, id) })
		if found {
			return ValueAt(st.Exprs(), i, len(st.Names))
		}
	case *syntax.Assign:
		for i, t := range st.Targets() {
			if n, ok := t.(*syntax.Name); ok && n.ID == s.Name {
				return ValueAt(st.Values(), i, len(st.Targets()))
			}
		}
	case *syntax.Compound:
		return Value{Expr: st.Computed(), Of: 1}
	case *syntax.LocalFunction:
		return Value{Expr: st.Func, Of: 1}
	case *syntax.FunctionStat:
		return Value{Expr: st.Func, Of: 1}
	}
	return Value{}
}

// ValueAt returns what target i of n gets from a list of expressions.
func ValueAt(exprs []syntax.Expr, i, n int) Value {
	last := len(exprs) - 1
	switch {
	case i < last || i == last && i == n-1:
		return Value{Expr: exprs[i], Of: 1}
	case last >= 0 && IsMulti(exprs[last]):
		return Value{Expr: exprs[last], Nth: i - last, Of: n - last}
	case i == last:
		return Value{Expr: exprs[i], Of: 1}
	}
	return Value{}
}

// IsMulti reports whether an expression gives as many values as are wanted.
func IsMulti(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
		return true
	}
	return false
}

// IsNil reports whether the value is nil by the text, written or not.
func (v Value) IsNil() bool {
	l, ok := v.Expr.(*syntax.Literal)
	return v.Expr == nil || ok && l.Kind == syntax.Nil
}

// IsPlaceholder reports whether an expression is one of the five values that stand for
// "not known yet": nil, false, 0, "" and {}.
func (x *Text) IsPlaceholder(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind != syntax.True
	case *syntax.Number:
		if e.IsFloat() {
			return x.Unit.Tree.Float(e) == 0
		}
		return x.Unit.Tree.Int(e) == 0
	case *syntax.String:
		return e.Sym == syntax.SymEmpty
	case *syntax.Table:
		return len(e.Items) == 0
	}
	return false
}

// IsSelfAssignment reports whether a store puts the variable's own value into it.
func (x *Text) IsSelfAssignment(s *srcmap.StoreRec) bool {
	if s.Kind != srcmap.Assign {
		return false
	}
	e := x.ValueOf(s).Expr
	for {
		paren, ok := e.(*syntax.Paren)
		if !ok {
			break
		}
		e = paren.X
	}
	n, ok := e.(*syntax.Name)
	return ok && x.Unit.Res.Refs[n.ID].Binding == s.Binding && x.Unit.Res.Refs[n.ID].Kind != resolve.ToGlobal
}

// StoresIn returns the stores of one statement. A map has them in the order of the
// statements' numbers, after the parameters.
func StoresIn(m *srcmap.Func, stat syntax.StatID) []srcmap.StoreRec {
	params := 0
	for params < len(m.Stores) && m.Stores[params].Stat == syntax.NoStat {
		params++
	}
	rest := m.Stores[params:]
	first := sort.Search(len(rest), func(i int) bool { return rest[i].Stat >= stat })
	last := first
	for last < len(rest) && rest[last].Stat == stat {
		last++
	}
	return rest[first:last]
}
