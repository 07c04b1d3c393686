package textmap

import "luaflow/compile/syntax"

// This file defines comparisons as they are written.

// IsComparison reports whether an operator compares.
func IsComparison(op syntax.BinaryOp) bool { return syntax.Eq <= op && op <= syntax.Ge }

// IsEquality reports whether an operator is == or ~=.
func IsEquality(op syntax.BinaryOp) bool { return op == syntax.Eq || op == syntax.Ne }

// Sign returns how a comparison is written, "" for another operator.
func Sign(op syntax.BinaryOp) string { return signs[op] }

var signs = map[syntax.BinaryOp]string{
	syntax.Eq: "==", syntax.Ne: "~=", syntax.Lt: "<", syntax.Le: "<=", syntax.Gt: ">", syntax.Ge: ">=",
}

// opposites is the comparisons that hold where others do not, between what has an order.
var opposites = map[syntax.BinaryOp]syntax.BinaryOp{
	syntax.Eq: syntax.Ne, syntax.Ne: syntax.Eq, syntax.Lt: syntax.Ge, syntax.Le: syntax.Gt, syntax.Gt: syntax.Le, syntax.Ge: syntax.Lt,
}

// Negation returns, for a comparison in parentheses with a `not` in front, its form and the form
// of what is the same between values that have an order: "not (x == y)" and "x ~= y". ok is false
// if e is no such expression.
func Negation(e syntax.Expr) (negated, simpler string, ok bool) {
	not, _ := e.(*syntax.Unary)
	if not == nil || not.Op != syntax.Not {
		return "", "", false
	}
	paren, _ := not.X.(*syntax.Paren)
	if paren == nil {
		return "", "", false
	}
	c, _ := paren.X.(*syntax.Binary)
	if c == nil || !IsComparison(c.Op) {
		return "", "", false
	}
	return "not (x " + signs[c.Op] + " y)", "x " + signs[opposites[c.Op]] + " y", true
}
