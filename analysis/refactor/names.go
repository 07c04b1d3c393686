package refactor

import (
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which variable a selection means, and what stands around its names.

// variableAt returns the local variable that a selection means: the one whose name it touches, or
// that of the declaration in front of whose name it stands; 0 if there is none.
func (b *book) variableAt(at source.Span) bindingID {
	t := b.Unit.Tree
	i := t.Names.Search(at.Start)
	for k := max(i, 1) - 1; k <= i && int(k) < t.Names.Len(); k++ {
		n := t.Names.At(k)
		if ref := &b.Unit.Res.Refs[n.ID]; n.Span().Touches(at.Start) && n.Span().Touches(at.End) {
			if ref.Kind == resolve.ToGlobal {
				return 0
			}
			return ref.Binding
		}
	}
	decl, ok := b.statAt(at.Start).(*syntax.Local)
	if !ok || len(decl.Names) != 1 || at.End > decl.Names[0].End {
		return 0
	}
	return b.Unit.Res.Refs[decl.Names[0].ID].Binding
}

// uses returns the occurrences of a variable but for its declaration, in the order of the text.
func (b *book) uses(id bindingID) (uses []*syntax.Name) {
	b.Occurrences(id, func(n *syntax.Name, r *resolve.Ref) {
		if r.Kind != resolve.Declaration {
			uses = append(uses, n)
		}
	})
	return uses
}

// path returns the nodes around an expression, from its innermost statement on, the expression last.
func (b *book) path(e syntax.Expr) []syntax.Node {
	stat := b.statAt(e.Span().Start)
	if stat == nil {
		return nil
	}
	return pathFrom(stat, e)
}

// pathFrom returns the nodes from one down to an expression; nil if that does not stand in it. The name of a
// function stands in what declares it, and in the span of the function.
func pathFrom(n syntax.Node, e syntax.Expr) (path []syntax.Node) {
	if n == syntax.Node(e) {
		return []syntax.Node{n}
	}
	syntax.Children(n, func(child syntax.Node) {
		if path == nil && child.Span().Covers(e.Span()) {
			if below := pathFrom(child, e); below != nil {
				path = append([]syntax.Node{n}, below...)
			}
		}
	})
	return path
}

// quoted returns an expression as messages show it.
func (b *book) quoted(e syntax.Node) string {
	return plan.Quote(plan.Excerpt(b.Unit.File.Slice(e.Span())))
}

// commentsBeside returns the comments in a span that stand in none of others, as text that may stand
// for the span: each as it is, a short one with the line break that ends it.
func (b *book) commentsBeside(in source.Span, others ...source.Span) string {
	var text strings.Builder
	for _, c := range b.Unit.Tree.Comments {
		if !in.Covers(c.Span) {
			continue
		}
		isInside := false
		for _, o := range others {
			isInside = isInside || o.Covers(c.Span)
		}
		if isInside {
			continue
		}
		if text.Len() > 0 {
			text.WriteString(" ")
		}
		text.WriteString(b.Unit.File.Slice(c.Span))
		if !c.Long {
			text.WriteString(b.lineBreak())
		}
	}
	return text.String()
}

// lineBreak returns what ends the first line of the text.
func (b *book) lineBreak() string {
	text := b.text()
	i := strings.IndexAny(text, "\r\n")
	switch {
	case i < 0:
		return "\n"
	case i+1 < len(text) && text[i] == '\r' && text[i+1] == '\n':
		return "\r\n"
	}
	return text[i : i+1]
}
