package nav

import (
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Expressions by their text, and which parts of `a and b or c` give its value.

// expressionAt returns the outermost expression with a span; nil if there is none.
func expressionAt(x *textmap.Text, at source.Span) (found syntax.Expr) {
	stat := x.StatAround(at)
	if stat == syntax.NoStat {
		return nil
	}
	var visit func(syntax.Node)
	visit = func(n syntax.Node) {
		if found != nil || !n.Span().Covers(at) {
			return
		}
		if e, ok := n.(syntax.Expr); ok && n.Span() == at {
			found = e
			return
		}
		syntax.Children(n, visit)
	}
	visit(x.Unit.Tree.Stats[stat])
	return found
}

// choice returns an expression as one of `and` and `or`, without parentheses; nil if it is another.
func choice(e syntax.Expr) *syntax.Binary {
	for {
		switch x := e.(type) {
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Binary:
			if x.Op == syntax.And || x.Op == syntax.Or {
				return x
			}
		}
		return nil
	}
}

// eachChoice calls visit for the expressions whose values may be that of e, of `and` and `or` the operands; those
// that are true and those that are not where these are wanted.
func eachChoice(e syntax.Expr, whenTrue, whenFalse bool, visit func(syntax.Expr)) {
	if x := choice(e); x != nil {
		eachChoice(x.X, whenTrue && x.Op == syntax.Or, whenFalse && x.Op == syntax.And, visit)
		eachChoice(x.Y, whenTrue, whenFalse, visit)
		return
	}
	if l, ok := e.(*syntax.Literal); ok && l.Kind != syntax.True {
		whenTrue = false
	} else if isTruth(e) {
		whenFalse = false
	}
	if whenTrue || whenFalse {
		visit(e)
	}
}

// isTruth reports whether an expression is true as it is written.
func isTruth(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind == syntax.True
	case *syntax.Number, *syntax.String, *syntax.Table, *syntax.Function:
		return true
	}
	return false
}

// lastChoice returns the operand that the code of an expression loads last: of `a and b or c` it is c.
func lastChoice(e syntax.Expr) syntax.Expr {
	for x := choice(e); x != nil; x = choice(e) {
		e = x.Y
	}
	return e
}
