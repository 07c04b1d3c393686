package nav

import (
	"slices"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Which functions a variable or a field holds.

// functionOf returns the function that the name asked about has there; nil if it has another value, or nobody
// can tell. q is answered.
func functionOf(q *place.Query) (found *syntax.Function) {
	if !q.Info.IsUse {
		return assignedFunction(q, q.Name.Span())
	}
	for i := range q.Info.Defs {
		f := assignedFunction(q, q.Info.Defs[i].Site)
		if f == nil || found != nil && found != f {
			return nil
		}
		found = f
	}
	return found
}

// assignedFunction returns the function that the statement around a name gives it; nil if it gives another
// value.
func assignedFunction(q *place.Query, at source.Span) *syntax.Function {
	names := &q.Unit.Tree.Names
	id := names.Search(at.Start)
	if int(id) >= names.Len() || names.At(id).Span() != at {
		return nil // the colon of a method
	}
	stat := q.Text.StatOf(names.At(id))
	if stat == syntax.NoStat {
		return nil
	}
	s := srcmap.StoreRec{Name: id, Stat: stat}
	f, _ := q.Text.ValueOf(&s).Expr.(*syntax.Function)
	switch s := q.Unit.Tree.Stats[stat].(type) {
	case *syntax.FunctionStat:
		if s.Target != syntax.Expr(names.At(id)) {
			return nil // function a.b(), or a parameter
		}
	case *syntax.LocalFunction:
		if s.Name != names.At(id) {
			return nil // a parameter
		}
	}
	return f
}

// values returns the functions that the field is given under this name, nil for another value; of an assignment
// what that gives.
func (q *fieldQuery) values() (values []*syntax.Function) {
	for _, a := range q.found {
		if a.kind == Write && (q.at.kind == Read || a.key == q.at.key) {
			fn, _ := a.value.(*syntax.Function)
			values = append(values, fn)
		}
	}
	return values
}

// function returns the function that the field has there: of an assignment what that gives, of a use the one that all
// assignments give which it may see; nil if it has another value, or nobody can tell.
func (q *fieldQuery) function() (found *syntax.Function) {
	for _, at := range q.definitions() {
		i := slices.IndexFunc(q.found, func(a fieldAccess) bool { return a.kind == Write && a.key.Span() == at })
		if i < 0 {
			return nil // under another name
		}
		fn := functionIn(q.Parts, q.found[i].value)
		if fn == nil || found != nil && found != fn {
			return nil
		}
		found = fn
	}
	return found
}

// functionIn returns the function that an expression is, or that the variable which it is has there; nil if it is
// another value, or nobody can tell.
func functionIn(p *waste.Parts, e syntax.Expr) *syntax.Function {
	switch e := e.(type) {
	case *syntax.Function:
		return e
	case *syntax.Name:
		q := place.At(p, e.Start)
		if q.Name == e && q.Info.IsUse {
			answer(q)
			return functionOf(q)
		}
	}
	return nil
}
