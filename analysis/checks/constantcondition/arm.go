package constantcondition

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Branches that never run because of a condition.

// withoutDead takes out what never runs because of a condition. Whether to keep it, as one keeps what is for debugging, a person decides.
func withoutDead(b *plan.Original, f *analysis.Finding) plan.Choice {
	if f.Subject.Condition == 0 {
		return nil
	}
	id := plan.StatAt(b.Unit.Tree, b.Places(), f.Span.Start)
	if id == syntax.NoStat {
		return nil
	}
	c := withoutArm(b, f, b.Unit.Tree.Stats[id])
	for i := range c {
		c[i].ByHand = true
	}
	return c
}

// The titles of fixes.
const (
	title            = "remove what never runs"
	withoutCondition = "remove the condition" // where all that it stands in front of runs
)

// withoutArm takes out of a statement what never runs because of a condition in it that is decided, or else the operand that decides nothing.
func withoutArm(b *plan.Original, f *analysis.Finding, stat syntax.Stat) plan.Choice {
	if s, ok := stat.(*syntax.NumericFor); ok && s.From.Span().Start == f.Span.Start && s.To.Span().End == f.Span.End {
		return b.CutOnly(s, title)
	}
	whole := decidedBy(stat, f)
	if len(whole.path) == 0 {
		return nil
	}
	switch s := stat.(type) {
	case *syntax.While:
		if whole.is == value.Never && s.Cond == whole.expr() {
			return b.CutOnly(s, title)
		}
	case *syntax.If:
		for k := range s.Clauses() {
			if s.Clauses()[k].Cond != whole.expr() {
				continue
			}
			if edits := deadArms(s, k, whole.is == value.Always); edits != nil {
				return plan.Choice{{Title: titleOf(s, k, whole.is), Edits: edits}}
			}
			return b.CutOnly(s, title)
		}
	}
	return withoutOperand(&whole, f)
}

// titleOf returns the title of what is done about the clause k of an `if` whose condition always comes out so.
func titleOf(s *syntax.If, k int, is value.Truth) string {
	if is == value.Always && k+1 == len(s.Clauses()) && s.Else() == nil {
		return withoutCondition
	}
	return title
}

// decided is an expression that always comes out the same way as a condition.
type decided struct {
	// path leads to it from the outermost expression of its statement.
	path []syntax.Expr
	is   value.Truth
}

func (d *decided) expr() syntax.Expr { return d.path[len(d.path)-1] }

// decidedBy returns the largest expression that the condition of a finding decides, that itself at least; an empty path if no
// expression of the statement is what the finding is about.
func decidedBy(stat syntax.Stat, f *analysis.Finding) (d decided) {
	found := false
	syntax.Inspect(stat, func(n syntax.Node) bool {
		if found || !n.Span().Covers(f.Span) {
			return false
		}
		if e, ok := n.(syntax.Expr); ok {
			d.path = append(d.path, e)
			found = e.Span() == f.Span
		}
		return !found
	})
	if !found {
		return decided{}
	}
	for d.is = f.Subject.Condition; len(d.path) > 1; d.path = d.path[:len(d.path)-1] {
		switch e := d.path[len(d.path)-2].(type) {
		case *syntax.Paren:
			continue
		case *syntax.Unary:
			if e.Op == syntax.Not {
				d.is ^= value.Sometimes
				continue
			}
		case *syntax.Binary:
			if decides(e, d.is) {
				continue
			}
		}
		break
	}
	return d
}

// decides reports whether an operand that is always true, or never, decides how an operator comes out.
func decides(e *syntax.Binary, is value.Truth) bool {
	return e.Op == syntax.And && is == value.Never || e.Op == syntax.Or && is == value.Always
}

// withoutOperand takes out an operand of `and` or `or` that does not matter: that which is decided, the other one deciding alone, or
// else what stands after the one that decides.
func withoutOperand(d *decided, f *analysis.Finding) (c plan.Choice) {
	if len(d.path) > 1 {
		if e, ok := d.path[len(d.path)-2].(*syntax.Binary); ok && (e.Op == syntax.And || e.Op == syntax.Or) {
			c = append(c, onlyOperand(e, e.X == d.expr())...)
		}
	}
	is := f.Subject.Condition
	syntax.Inspect(d.expr(), func(n syntax.Node) bool {
		e, ok := n.(*syntax.Binary)
		if ok && isWhole(e.X, f.Span) && decides(e, is) {
			c = append(c, without(title, source.Span{Start: e.X.Span().End, End: e.End}))
		}
		return n.Span().Covers(f.Span)
	})
	return c
}

// onlyOperand leaves the right operand of two, or else the left one. Where it may give several values that could be too many: then it is
// put in parentheses.
func onlyOperand(e *syntax.Binary, right bool) plan.Choice {
	if !right {
		return plan.Choice{without(withoutCondition, source.Span{Start: e.X.Span().End, End: e.End})}
	}
	c := plan.Choice{without(withoutCondition, source.Span{Start: e.Span().Start, End: e.Y.Span().Start})}
	if textmap.IsMulti(e.Y) {
		c = append(c, c[0])
		c[1].Edits = []source.Edit{{Span: c[0].Edits[0].Span, New: "("}, plan.Insertion(e.End, ")")}
	}
	return c
}

// without returns the plan that deletes what is at a place.
func without(title string, at source.Span) plan.Plan {
	return plan.Plan{Title: title, Edits: []source.Edit{{Span: at}}}
}

// isWhole reports whether a finding at a place is about all of a condition.
func isWhole(cond syntax.Expr, at source.Span) bool {
	return cond.Span() == at || textmap.Bare(cond).Span() == at
}

// deadArms takes out of an `if` the clause k if that never holds, or else all that is after it and its condition; nil where nothing
// would be left.
func deadArms(s *syntax.If, k int, holds bool) []source.Edit {
	clauses, final := s.Clauses(), s.Else()
	body, start, end := &clauses[k].Body, s.ClausePos(k), s.End-source.Pos(len("end"))
	isLast := k+1 == len(clauses)
	word := [...]string{"do", "else"}[min(k, 1)]
	switch {
	case holds && isLast && final == nil:
		return []source.Edit{{Span: source.Span{Start: start, End: body.Start}, New: word}}
	case holds:
		return []source.Edit{{Span: source.Span{Start: start, End: body.Start}, New: word}, {Span: source.Span{Start: body.End, End: end}}}
	case !isLast && k == 0:
		return []source.Edit{{Span: source.Span{Start: start, End: body.End + source.Pos(len("elseif"))}, New: "if"}}
	case !isLast || final != nil && k > 0:
		return []source.Edit{{Span: source.Span{Start: start, End: body.End}}}
	case final != nil:
		return []source.Edit{{Span: source.Span{Start: start, End: final.Start}, New: word}}
	case k > 0:
		return []source.Edit{{Span: source.Span{Start: start, End: end}}}
	}
	return nil
}
