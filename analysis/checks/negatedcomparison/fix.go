package negatedcomparison

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans returns what may replace it: the opposite operator, or, where there is none that is the
// opposite of all values, parentheses; nil if the finding is not about such an expression.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	switch e := syntax.ExprAt(b.Unit.Tree.Stats[f.Subject.Stat], f.Span).(type) {
	case *syntax.Binary:
		return negateAll(b, e)
	case *syntax.Unary:
		return oppose(b, e)
	}
	return nil
}

// negateAll makes `not x == y` negate the comparison.
func negateAll(b *plan.Original, c *syntax.Binary) []plan.Choice {
	not, ok := c.X.(*syntax.Unary)
	if !ok {
		return nil
	}
	x := not.X.Span().Start
	opposite, edit := b.Opposite(c)
	switch {
	case opposite == "":
		return []plan.Choice{{{
			Title: "negate the comparison", Edits: []source.Edit{plan.Insertion(x, "("), plan.Insertion(c.End, ")")}, Lossy: true, Mends: true,
		}}}
	case b.HasComment(not.Start, x):
		return nil
	}
	return []plan.Choice{{{
		Title: "use " + plan.Quote(opposite),
		Edits: []source.Edit{{Span: source.Span{Start: not.Start, End: x}}, edit}, Lossy: true, Mends: true,
	}}}
}

// oppose makes `x ~= y` of `not (x == y)`, in parentheses where it takes them.
func oppose(b *plan.Original, not *syntax.Unary) []plan.Choice {
	paren, ok := not.X.(*syntax.Paren)
	if !ok {
		return nil
	}
	c, ok := paren.X.(*syntax.Binary)
	if !ok || b.HasComment(not.Start, c.Start) || b.HasComment(c.End, paren.End) {
		return nil
	}
	opposite, edit := b.Opposite(c)
	if opposite == "" {
		return nil
	}
	title := "use " + plan.Quote(opposite)
	bare := []source.Edit{{Span: source.Span{Start: not.Start, End: c.Start}}, edit, {Span: source.Span{Start: c.End, End: paren.End}}}
	inside := []source.Edit{{Span: source.Span{Start: not.Start, End: paren.Start}}, edit}
	return []plan.Choice{{{Title: title, Edits: bare}, {Title: title, Edits: inside}}}
}
