package sameoperands

import (
	"regexp"

	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which operators with the same operands are meant as they are.

// walk looks at the operators in the text of one function.
type walk struct {
	*analysis.FuncPass
	stat     syntax.Stat         // the innermost that has begun
	uses     map[syntax.Expr]use // of operators that have not been visited yet
	suspects []source.Pos        // only statements around them are looked at
}

// use is what is made of the result of an operator.
type use uint8

const (
	computed use = iota // something else
	compared            // it is an operand of a comparison
	handed              // a call gets it, or its negation
)

// handedOver notes which operators are arguments of a call.
func (w *walk) handedOver(args []syntax.Expr) {
	for _, e := range args {
		for {
			e = textmap.Bare(e)
			not, ok := e.(*syntax.Unary)
			if !ok || not.Op != syntax.Not {
				break
			}
			e = not.X
		}
		if _, ok := e.(*syntax.Binary); ok {
			w.uses[e] = handed
		}
	}
}

// isMistake reports whether an operator with the same operands is not meant as it stands there.
func (w *walk) isMistake(e *syntax.Binary) bool {
	any, open := w.isVariable(e.Y)
	if !any {
		return false
	}
	use := w.uses[e]
	switch e.Op {
	case syntax.And, syntax.Or:
		return open // what is tested of other variables is known from the test before
	case syntax.Eq, syntax.Ne: // only NaN is not equal to itself
		return use == compared || isNeverNaN(e.Y) && use != handed
	case syntax.Sub, syntax.Div, syntax.IDiv, syntax.Mod: // of an infinity they give NaN
		return use != compared && use != handed && !special.MatchString(w.Unit.File.Slice(e.Y.Span()))
	}
	return use != handed // `assert(a <= a)` tests what the operator does
}

// special is names of numbers that NaN is made of.
var special = regexp.MustCompile(`(?i)inf|huge|nan|zero`)

// isNeverNaN reports whether an expression is something else than NaN, whatever its variables hold. Metamethods aside.
func isNeverNaN(e syntax.Expr) bool {
	switch e := textmap.Bare(e).(type) {
	case *syntax.Unary:
		return e.Op == syntax.Not || e.Op == syntax.Len
	case *syntax.Binary:
		return e.Op == syntax.Concat || textmap.IsComparison(e.Op)
	}
	return false
}

func isComparison(e syntax.Expr) bool {
	c, ok := textmap.Bare(e).(*syntax.Binary)
	return ok && textmap.IsComparison(c.Op)
}

// isVariable reports whether an expression that holds no call has a variable in it, and whether also one that other code may
// change at any time: a field or a global.
func (w *walk) isVariable(e syntax.Expr) (any, open bool) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Name:
			any = true
			open = open || w.Unit.Res.Refs[n.ID].Kind == resolve.ToGlobal
		case *syntax.Field, *syntax.Index:
			open = true
		}
		return true
	})
	return any, open
}
