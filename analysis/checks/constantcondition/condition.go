package constantcondition

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/guards"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Branches that always go one way, and the conditions that they ask.

// branch is an instruction that always goes one way.
type branch struct {
	pc int
	// at is what the instruction was emitted for: a condition, an operand of `and`
	// or `or`, a numeric loop.
	at source.Span
	// holds: what the instruction asks is always so, rather than never.
	holds bool
	// unlessMetamethod: a metamethod that nobody knows could have it go the other way.
	unlessMetamethod bool
	// slip is the word that it compares with, which never comes; nil for a branch that compares with another value, or none.
	slip *witness.Slip
	// guard is what tests in front of it decide; nil if what it asks about decides.
	guard *guards.Decision
	// apart is why what it compares is never equal, or in one order; nil if that is not because of how it is written.
	apart *witness.Apart
}

// reporter looks at one function after the other.
type reporter struct {
	*consts.Constants
	*analysis.FuncPass
	branches []branch // of the function, by position
	next     int      // the first in branches that has not been found in the text
	// assign is the assignment whose expressions are looked at, nil outside of any.
	assign *syntax.Assign
	// stat is the innermost statement around the condition, nil until the walk has come to one.
	stat syntax.Stat
	not  negation // of what is looked at
	// spine is what chain has still to go through the rest of.
	spine []syntax.Expr
	// values finds where values of the file come from.
	values *witness.Origins
	// deciders finds what tests decide, and decisions is that in the function.
	deciders  *witness.Deciders
	decisions witness.Decisions
}

// operand is what decides about a condition in the end.
type operand struct {
	leaf syntax.Expr
	// whole is the leaf with the `not`s in front of it: that many after the node that
	// the branch stands for, and that many in front of it.
	whole         syntax.Expr
	inside, ahead int
	// operator is the one whose operand it is, Eq if it is not one's.
	operator syntax.BinaryOp
}

// tested returns the operand that decides about a condition: what stands in front of it in
// chains of `and` and `or` has branches of its own. not is what negates the condition.
func tested(e syntax.Expr, not negation) operand {
	o := operand{whole: not.whole, ahead: not.count, operator: syntax.Eq}
	for {
		switch x := e.(type) {
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Unary:
			if x.Op == syntax.Not {
				if o.whole == nil {
					o.whole = x
				}
				e = x.X
				o.inside++
				continue
			}
		case *syntax.Binary:
			if x.Op == syntax.And || x.Op == syntax.Or {
				e, o = x.Y, operand{operator: x.Op}
				continue
			}
		}
		o.leaf = e
		if o.whole == nil {
			o.whole = e
		}
		return o
	}
}

// negation is the `not`s in front of an expression.
type negation struct {
	whole syntax.Expr // the first of them with all after it; nil without any
	count int
}

// ofOperands returns the negation of the operands of e.
func (not negation) ofOperands(e syntax.Expr) negation {
	switch x := e.(type) {
	case *syntax.Paren:
		return not
	case *syntax.Unary:
		if x.Op != syntax.Not {
			break
		}
		if not.whole == nil {
			not.whole = x
		}
		not.count++
		return not
	}
	return negation{}
}

// isLeftOfOr reports whether n is the left operand of an `or`: then the operand of an
// `and` in it is a value, as in `x and VALUE or y`, rather than a condition.
func isLeftOfOr(parent, n syntax.Expr) bool {
	or, ok := parent.(*syntax.Binary)
	return ok && or.Op == syntax.Or && or.X == n
}

// isKnown reports whether v is a constant, or any of those that count as false.
func isKnown(v value.Value) bool { return v.IsConstant() || v.Is(falsy) }

const falsy = value.Nil | value.False

// isUpdate reports whether a variable is asked for in an assignment to it, as in
// `ok = ok and f()`, one of a row of such, of which the first one asks in vain.
func (r *reporter) isUpdate(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	return ok && r.assign != nil && slices.ContainsFunc(r.assign.Targets(), func(target syntax.Expr) bool {
		to, ok := target.(*syntax.Name)
		return ok && r.Unit.Res.Refs[to.ID].Binding == r.Unit.Res.Refs[n.ID].Binding
	})
}

// isLiteral reports whether an expression is nothing but a constant.
func isLiteral(e syntax.Expr) bool {
	for {
		switch x := e.(type) {
		case *syntax.Literal, *syntax.Number, *syntax.String:
			return true
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Unary:
			e = x.X
			continue
		case *syntax.Binary:
			if isLiteral(x.Y) {
				e = x.X
				continue
			}
		}
		return false
	}
}
