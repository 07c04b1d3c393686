package constantparameter

import (
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Conditions in the text that a test of the code stands for.

// condition is what an `if`, `while` or `until` asks, or an operand of `and` or `or` in that.
type condition struct {
	at     source.Span
	isPart bool
	holds  bool
}

// conditionAt returns the condition that a test decides, given where the test is in the text, and whether what it asks holds
// before any `not`. ok is false if it is no part of a condition.
func (r *reporter) conditionAt(at source.Span, holds bool) (c condition, ok bool) {
	id := r.Text.StatAround(at)
	if id == syntax.NoStat {
		return c, false
	}
	for _, cond := range conditionsOf(r.Unit.Tree.Stats[id]) {
		if cond.Span().Covers(at) {
			c, ok = find(cond, at, holds)
			c.isPart = c.at != cond.Span()
		}
	}
	return c, ok
}

func conditionsOf(s syntax.Stat) (all []syntax.Expr) {
	switch s := s.(type) {
	case *syntax.If:
		for _, c := range s.Clauses() {
			if c.Cond != nil {
				all = append(all, c.Cond)
			}
		}
	case *syntax.While:
		return []syntax.Expr{s.Cond}
	case *syntax.Repeat:
		return []syntax.Expr{s.Cond}
	}
	return all
}

// find returns the operand of `and` and `or` in e that the test is for. A test that is for a whole chain is for its last operand.
func find(e syntax.Expr, at source.Span, holds bool) (c condition, ok bool) {
	leaf, negated := strip(e)
	if chain, isBinary := leaf.(*syntax.Binary); isBinary && (chain.Op == syntax.And || chain.Op == syntax.Or) {
		if c, ok := find(chain.Y, at, holds); ok {
			return c, true
		}
		return find(chain.X, at, holds)
	}
	if !at.Covers(leaf.Span()) {
		return c, false
	}
	switch x := leaf.(type) {
	case *syntax.Name:
	case *syntax.Binary:
		negated = negated != (x.Op == syntax.Ne)
	default:
		return c, false
	}
	return condition{at: e.Span(), holds: holds != negated}, true
}

// strip returns an expression without parentheses and `not`s around it, and whether they negate it.
func strip(e syntax.Expr) (leaf syntax.Expr, negated bool) {
	for {
		switch x := e.(type) {
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Unary:
			if x.Op == syntax.Not {
				e, negated = x.X, !negated
				continue
			}
		}
		return e, negated
	}
}
