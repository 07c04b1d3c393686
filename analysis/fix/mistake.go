package fix

import (
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file makes the fixes of what is most likely not meant as it is written: a
// negation of one operand, a loop that counts up. To mend that is to change what the
// program does, so that there is nothing to prove; such plans are lossy.

// areMistakes reports whether findings, some at least, are all about such texts.
func areMistakes(mended []analysis.Finding) bool {
	return len(mended) > 0 && !slices.ContainsFunc(mended, func(f analysis.Finding) bool {
		return !checks.Lookup(f.Code).Mistake
	})
}

// reversedLoop writes a negative step.
func reversedLoop(b *before, f *analysis.Finding) []choice {
	loop, ok := b.unit.Tree.Stats[f.Subject.Stat].(*syntax.NumericFor)
	if !ok {
		return nil
	}
	at, text := loop.To.Span().End, ", -1"
	if loop.Step != nil {
		if _, ok := loop.Step.(*syntax.Number); !ok {
			return nil
		}
		at, text = loop.Step.Span().Start, "-"
	}
	return []choice{{{title: "count down", edits: []source.Edit{insertion(at, text)}, lossy: true}}}
}

func insertion(at source.Pos, text string) source.Edit {
	return source.Edit{Span: source.Span{Start: at, End: at}, New: text}
}

// negatedComparison writes the opposite operator, or, where there is none that is the
// opposite of all values, parentheses.
func negatedComparison(b *before, f *analysis.Finding) []choice {
	switch e := expressionAt(b.unit.Tree.Stats[f.Subject.Stat], f.Span).(type) {
	case *syntax.Binary:
		return b.negateAll(e)
	case *syntax.Unary:
		return b.oppose(e)
	}
	return nil
}

// expressionAt returns the expression of a statement that stands at a place, nil if there is
// none.
func expressionAt(n syntax.Node, at source.Span) (found syntax.Expr) {
	syntax.Children(n, func(child syntax.Node) {
		if e, ok := child.(syntax.Expr); ok && child.Span() == at {
			found = e
		} else if found == nil && child.Span().Covers(at) {
			found = expressionAt(child, at)
		}
	})
	return found
}

// negateAll makes `not x == y` negate the comparison.
func (b *before) negateAll(c *syntax.Binary) []choice {
	not, ok := c.X.(*syntax.Unary)
	if !ok {
		return nil
	}
	x := not.X.Span().Start
	opposite, edit := b.opposite(c)
	switch {
	case opposite == "":
		return []choice{{{
			title: "negate the comparison", edits: []source.Edit{insertion(x, "("), insertion(c.End, ")")}, lossy: true,
		}}}
	case b.hasComment(not.Start, x):
		return nil
	}
	return []choice{{{
		title: "compare by " + quote(opposite),
		edits: []source.Edit{{Span: source.Span{Start: not.Start, End: x}}, edit}, lossy: true,
	}}}
}

// oppose makes `x ~= y` of `not (x == y)`, in parentheses where it takes them.
func (b *before) oppose(not *syntax.Unary) []choice {
	paren, ok := not.X.(*syntax.Paren)
	if !ok {
		return nil
	}
	c, ok := paren.X.(*syntax.Binary)
	if !ok || b.hasComment(not.Start, c.Start) || b.hasComment(c.End, paren.End) {
		return nil
	}
	opposite, edit := b.opposite(c)
	if opposite == "" {
		return nil
	}
	title := "compare by " + quote(opposite)
	bare := []source.Edit{{Span: source.Span{Start: not.Start, End: c.Start}}, edit, {Span: source.Span{Start: c.End, End: paren.End}}}
	inside := []source.Edit{{Span: source.Span{Start: not.Start, End: paren.Start}}, edit}
	return []choice{{{title: title, edits: bare}, {title: title, edits: inside}}}
}

// opposite returns the operator that holds where that of a comparison does not, whatever is
// compared, and the edit that writes it, or "".
func (b *before) opposite(c *syntax.Binary) (string, source.Edit) {
	sign := "~="
	switch c.Op {
	case syntax.Eq:
	case syntax.Ne:
		sign = "=="
	default:
		return "", source.Edit{}
	}
	return sign, source.Edit{Span: source.Span{Start: c.OpPos, End: c.OpPos + source.Pos(len(sign))}, New: sign}
}

// hasComment reports whether there is a comment between two places.
func (b *before) hasComment(from, to source.Pos) bool {
	return strings.Contains(b.unit.File.Slice(source.Span{Start: from, End: to}), "--")
}
