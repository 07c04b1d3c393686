package textmap

import (
	"math"

	"luaflow/compile/syntax"
)

// This file defines which expressions are the same but for spaces and parentheses.

// IsSame reports whether two expressions of one statement, in none of the functions in it, are the same
// operations on the same variables and constants. What holds a call, a constructor, a function or `...` is the same as
// nothing: it may give something else each time.
func (x *Text) IsSame(a, b syntax.Expr) bool {
	switch a := Bare(a).(type) {
	case *syntax.Literal:
		b, ok := Bare(b).(*syntax.Literal)
		return ok && a.Kind == b.Kind
	case *syntax.Number:
		b, ok := Bare(b).(*syntax.Number)
		return ok && a.IsFloat() == b.IsFloat() && x.bits(a) == x.bits(b)
	case *syntax.String:
		b, ok := Bare(b).(*syntax.String)
		return ok && a.Sym == b.Sym
	case *syntax.Name: // no variable is declared between the two
		b, ok := Bare(b).(*syntax.Name)
		return ok && a.Sym == b.Sym
	case *syntax.Field:
		b, ok := Bare(b).(*syntax.Field)
		return ok && a.Key.Sym == b.Key.Sym && x.IsSame(a.Obj, b.Obj)
	case *syntax.Index:
		b, ok := Bare(b).(*syntax.Index)
		return ok && x.IsSame(a.Key, b.Key) && x.IsSame(a.Obj, b.Obj)
	case *syntax.Unary:
		b, ok := Bare(b).(*syntax.Unary)
		return ok && a.Op == b.Op && x.IsSame(a.X, b.X)
	case *syntax.Binary:
		b, ok := Bare(b).(*syntax.Binary)
		return ok && a.Op == b.Op && x.IsSame(a.Y, b.Y) && x.IsSame(a.X, b.X)
	}
	return false
}

// Bare returns e without the parentheses around it.
func Bare(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// bits returns the value of a numeral.
func (x *Text) bits(n *syntax.Number) uint64 {
	if n.IsFloat() {
		return math.Float64bits(x.Unit.Tree.Float(n))
	}
	return uint64(x.Unit.Tree.Int(n))
}
