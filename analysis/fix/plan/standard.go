package plan

import (
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file defines which expressions read a name that the standard says is there, so
// that reading it runs no metamethod. A name that the file may have assigned is not;
// to find that out is up to the proof.

// globalPath writes a global, or fields of one, with dots: `string["format"]` is
// "string.format". A key that is no literal is "?".
func globalPath(t *syntax.Tree, res *resolve.Info, e syntax.Expr) (path string, ok bool) {
	switch e := e.(type) {
	case *syntax.Name:
		ref := &res.Refs[e.ID]
		return t.Str(e.Sym), ref.Binding == 0
	case *syntax.Field:
		obj, ok := globalPath(t, res, e.Obj)
		return obj + "." + t.Str(e.Key.Sym), ok
	case *syntax.Index:
		obj, ok := globalPath(t, res, e.Obj)
		if key, literal := e.Key.(*syntax.String); literal {
			return obj + "." + t.Str(key.Sym), ok
		}
		return obj + ".?", ok
	case *syntax.Paren:
		return globalPath(t, res, e.X)
	}
	return "", false
}

// IsStandard reports whether e reads a standard name, and the proof will find so.
func (b *Original) IsStandard(e syntax.Expr) bool {
	path, ok := globalPath(b.Unit.Tree, b.Unit.Res, e)
	return ok && value.Lookup(path) != 0 && b.Standard.Has(b.Code(), b.Unit.Dialects, path)
}
