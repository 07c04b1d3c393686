package plan

import (
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file defines which expressions can be left out because nobody can tell
// whether they were computed: they run no code of others, cannot raise an error,
// and change nothing.

// IsPure reports whether computing e has no effect.
func (b *Original) IsPure(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Vararg, *syntax.Function:
		return true
	case *syntax.Name:
		return b.Unit.Res.Refs[e.ID].Kind != resolve.ToGlobal || b.IsStandard(e)
	case *syntax.Field, *syntax.Index:
		return b.IsStandard(e)
	case *syntax.Paren:
		return b.IsPure(e.X)
	case *syntax.Table:
		return b.isPureTable(e)
	case *syntax.Unary:
		return b.IsPure(e.X) && isPureUnary(e)
	case *syntax.Binary:
		return b.isPureBinary(e)
	case *syntax.Conditional:
		return b.IsPure(e.Cond) && b.IsPure(e.Then) && b.IsPure(e.Else)
	}
	return false
}

// isPureTable reports whether a constructor is pure: a key that is computed may be nil or not a number,
// which raises.
func (b *Original) isPureTable(e *syntax.Table) bool {
	for _, it := range e.Items {
		if key := it.Key(); key != nil && !isConstantKey(key) || !b.IsPure(it.Value()) {
			return false
		}
	}
	return true
}

func isConstantKey(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.String, *syntax.Number:
		return true // no numeral denotes a NaN
	case *syntax.Literal:
		return e.Kind != syntax.Nil
	}
	return false
}

func isPureUnary(e *syntax.Unary) bool {
	switch e.Op {
	case syntax.Neg:
		return isNumber(e.X)
	case syntax.BNot:
		return isInteger(e.X)
	case syntax.Len:
		return isString(e.X)
	}
	return true
}

func (b *Original) isPureBinary(e *syntax.Binary) bool {
	if !b.IsPure(e.X) || !b.IsPure(e.Y) {
		return false
	}
	switch e.Op {
	case syntax.And, syntax.Or:
		return true
	case syntax.Coalesce: // which compares with nil
		return IsConstant(e.X)
	case syntax.Eq, syntax.Ne: // __eq is asked about two tables or userdata, or a value of C and anything
		isUnequal := IsConstant(e.X) || IsConstant(e.Y)
		return isUnequal && (b.Unit.Dialects&syntax.LuaJIT == 0 || IsConstant(e.X) && IsConstant(e.Y))
	case syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge:
		return isNumber(e.X) && isNumber(e.Y) || isString(e.X) && isString(e.Y)
	case syntax.Concat:
		return isText(e.X) && isText(e.Y)
	case syntax.Add, syntax.Sub, syntax.Mul, syntax.Pow, syntax.Div:
		return isNumber(e.X) && isNumber(e.Y)
	case syntax.IDiv, syntax.Mod:
		return isNumber(e.X) && b.isNonZero(e.Y)
	}
	return isInteger(e.X) && isInteger(e.Y) // bitwise operators
}

// IsConstant reports whether e is a literal, or computed from numerals alone to a number.
func IsConstant(e syntax.Expr) bool {
	_, literal := e.(*syntax.Literal)
	return literal || isNumber(e) || isString(e)
}

// isNumber reports whether e is computed from numerals alone, to a number.
func isNumber(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Number:
		return true
	case *syntax.Paren:
		return isNumber(e.X)
	case *syntax.Unary:
		return e.Op == syntax.Neg && isNumber(e.X)
	case *syntax.Binary:
		switch e.Op {
		case syntax.Add, syntax.Sub, syntax.Mul, syntax.Pow, syntax.Div:
			return isNumber(e.X) && isNumber(e.Y)
		}
	}
	return false
}

func isInteger(e syntax.Expr) bool {
	n, ok := e.(*syntax.Number)
	return ok && !n.IsFloat()
}

func (b *Original) isNonZero(e syntax.Expr) bool {
	n, ok := e.(*syntax.Number)
	return ok && (n.IsFloat() || b.Unit.Tree.Int(n) != 0)
}

func isString(e syntax.Expr) bool {
	_, ok := e.(*syntax.String)
	return ok
}

// isText reports whether e is computed from strings and numerals alone, to what
// can be concatenated.
func isText(e syntax.Expr) bool {
	if c, ok := e.(*syntax.Binary); ok && c.Op == syntax.Concat {
		return isText(c.X) && isText(c.Y)
	}
	return isString(e) || isNumber(e)
}

// AsCall returns the call that e is, parentheses aside; nil if it is not one.
func AsCall(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Call, *syntax.MethodCall:
		return e
	case *syntax.Paren:
		return AsCall(e.X)
	}
	return nil
}

// endsOpen reports whether an expression ends so that a `(` after it would make a
// call of it.
func endsOpen(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name, *syntax.Field, *syntax.Index, *syntax.Call, *syntax.MethodCall, *syntax.Paren:
		return true
	case *syntax.Unary:
		return endsOpen(e.X)
	case *syntax.Binary:
		return endsOpen(e.Y)
	case *syntax.Conditional:
		return endsOpen(e.Else)
	case *syntax.Function:
		return e.Returned() != nil && endsOpen(e.Returned())
	}
	return false
}

// statEndsOpen reports of a statement what endsOpen does of an expression.
func statEndsOpen(s syntax.Stat) bool {
	switch s := s.(type) {
	case *syntax.Local:
		exprs := s.Exprs()
		return len(exprs) > 0 && endsOpen(exprs[len(exprs)-1])
	case *syntax.Assign:
		values := s.Values()
		return endsOpen(values[len(values)-1])
	case *syntax.Compound:
		return endsOpen(s.Value)
	case syntax.CallStat:
		return true
	case *syntax.Repeat:
		return endsOpen(s.Cond)
	}
	return false
}
