package analysis

import (
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
func (p *Pass) EachStore(visit func(fn syntax.FuncID, s *srcmap.StoreRec)) {
	for i := range p.Unit.Funcs {
		stores := p.Unit.Funcs[i].Map.Stores
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

// ValueOf is the value that a store puts into place.
func (p *Pass) ValueOf(s *srcmap.StoreRec) Value {
	if s.Stat == syntax.NoStat {
		return Value{}
	}
	switch st := p.Unit.Tree.Stats[s.Stat].(type) {
	case *syntax.Local:
		for i, n := range st.Names {
			if n.ID == s.Name {
				return valueAt(st.Exprs(), i, len(st.Names))
			}
		}
	case *syntax.Assign:
		for i, t := range st.Targets() {
			if n, ok := t.(*syntax.Name); ok && n.ID == s.Name {
				return valueAt(st.Values(), i, len(st.Targets()))
			}
		}
	case *syntax.LocalFunction:
		return Value{Expr: st.Func, Of: 1}
	case *syntax.FunctionStat:
		return Value{Expr: st.Func, Of: 1}
	}
	return Value{}
}

// valueAt is what target i of n gets from a list of expressions.
func valueAt(exprs []syntax.Expr, i, n int) Value {
	last := len(exprs) - 1
	switch {
	case i < last || i == last && i == n-1:
		return Value{Expr: exprs[i], Of: 1}
	case last >= 0 && isMulti(exprs[last]):
		return Value{Expr: exprs[last], Nth: i - last, Of: n - last}
	case i == last:
		return Value{Expr: exprs[i], Of: 1}
	}
	return Value{}
}

// isMulti reports whether an expression gives as many values as are wanted.
func isMulti(e syntax.Expr) bool {
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
func (p *Pass) IsPlaceholder(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind != syntax.True
	case *syntax.Number:
		if e.IsFloat() {
			return p.Unit.Tree.Float(e) == 0
		}
		return p.Unit.Tree.Int(e) == 0
	case *syntax.String:
		return e.Sym == syntax.SymEmpty
	case *syntax.Table:
		return len(e.Items) == 0
	}
	return false
}

// IsSelfAssignment reports whether a store puts the variable's own value into it.
func (p *Pass) IsSelfAssignment(s *srcmap.StoreRec) bool {
	if s.Kind != srcmap.Assign {
		return false
	}
	e := p.ValueOf(s).Expr
	for {
		paren, ok := e.(*syntax.Paren)
		if !ok {
			break
		}
		e = paren.X
	}
	n, ok := e.(*syntax.Name)
	return ok && p.Unit.Res.Refs[n.ID].Binding == s.Binding && p.Unit.Res.Refs[n.ID].Kind != resolve.ToGlobal
}

// SiblingUsed reports whether the value of a store in fn is one of several that the
// statement takes from one call, another of which may be read: then the call stays
// whatever becomes of this value.
func (p *Pass) SiblingUsed(fn syntax.FuncID, s *srcmap.StoreRec) bool {
	v := p.ValueOf(s)
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

// FieldSiblingUsed is SiblingUsed for a store to a field.
func (p *Pass) FieldSiblingUsed(fn syntax.FuncID, s *FieldStore) bool {
	st, ok := s.Stat.(*syntax.Assign)
	if !ok {
		return false
	}
	targets := st.Targets()
	v := valueAt(st.Values(), slices.Index(targets, s.Target), len(targets))
	return v.Of > 1 && slices.ContainsFunc(targets[len(targets)-v.Of:], func(t syntax.Expr) bool {
		return t != s.Target && p.targetIsRead(fn, st.ID(), t)
	})
}

// targetIsRead reports whether the value that a statement of fn puts into one of its
// targets may be read. Of a field that is not known.
func (p *Pass) targetIsRead(fn syntax.FuncID, stat syntax.StatID, target syntax.Expr) bool {
	n, ok := target.(*syntax.Name)
	return !ok || p.storedIsRead(fn, stat, n)
}

// storedIsRead reports whether the value that a statement of fn puts into the
// variable n may be read.
func (p *Pass) storedIsRead(fn syntax.FuncID, stat syntax.StatID, n *syntax.Name) bool {
	ref := &p.Unit.Res.Refs[n.ID]
	if ref.Kind == resolve.ToGlobal || ref.Binding == 0 {
		return true
	}
	if b := &p.Unit.Res.Bindings[ref.Binding]; b.Reads == 0 {
		return b.Exposed
	}
	if ref.Kind == resolve.ToUpvalue || p.Flow == nil || p.Unit.Funcs[fn].Broken {
		return true
	}
	for _, s := range storesIn(p.Unit.Funcs[fn].Map, stat) {
		if s.Name == n.ID {
			f := p.At(fn)
			return f.IsRead(&s)
		}
	}
	return true
}

// storesIn is the stores of one statement. A map has them in the order of the
// statements' numbers, behind the parameters.
func storesIn(m *srcmap.Func, stat syntax.StatID) []srcmap.StoreRec {
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
