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

const title = "remove what never runs"

// withoutArm takes out of a statement what never runs because of a condition in it that is decided.
func withoutArm(b *plan.Original, f *analysis.Finding, stat syntax.Stat) plan.Choice {
	holds := f.Subject.Condition == value.Always
	switch s := stat.(type) {
	case *syntax.NumericFor:
		if s.From.Span().Start == f.Span.Start && s.To.Span().End == f.Span.End {
			return b.CutOnly(s, title)
		}
	case *syntax.While:
		if !holds && isWhole(s.Cond, f.Span) {
			return b.CutOnly(s, title)
		}
	case *syntax.If:
		for k := range s.Clauses() {
			if !isWhole(s.Clauses()[k].Cond, f.Span) {
				continue
			}
			if edits := deadArms(s, k, holds); edits != nil {
				return plan.Choice{{Title: title, Edits: edits}}
			} else if !holds && k == 0 {
				return b.CutOnly(s, title)
			}
		}
	}
	if edits := deadOperand(stat, f.Span, holds); edits != nil {
		return plan.Choice{{Title: title, Edits: edits}}
	}
	return nil
}

// deadOperand returns the edits that take the right side out of an `and` whose left side, at a place, never holds, or out of an `or`
// whose left side always does; nil if what stands there is the left side of neither.
func deadOperand(stat syntax.Stat, at source.Span, holds bool) (edits []source.Edit) {
	syntax.Inspect(stat, func(n syntax.Node) bool {
		if edits != nil || !n.Span().Covers(at) {
			return false
		}
		b, ok := n.(*syntax.Binary)
		if ok && isWhole(b.X, at) && (b.Op == syntax.And && !holds || b.Op == syntax.Or && holds) {
			edits = []source.Edit{{Span: source.Span{Start: b.X.Span().End, End: b.Span().End}}}
		}
		return edits == nil
	})
	return edits
}

// isWhole reports whether a finding at a place is about all of a condition.
func isWhole(cond syntax.Expr, at source.Span) bool {
	return cond.Span() == at || textmap.Bare(cond).Span() == at
}

// deadArms takes out of an `if` the clause k if that never holds, or else all that is after it; nil where nothing would be left, or
// nothing taken out.
func deadArms(s *syntax.If, k int, holds bool) []source.Edit {
	clauses, final := s.Clauses(), s.Else()
	body, start, end := &clauses[k].Body, s.ClausePos(k), s.End-source.Pos(len("end"))
	isLast := k+1 == len(clauses)
	word := [...]string{"do", "else"}[min(k, 1)]
	switch {
	case holds && isLast && final == nil:
		return nil
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
