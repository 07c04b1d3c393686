package fix

import (
	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// repeated takes an operand out of a chain of `and` or `or` in which it decides nothing
// any more. Which of several clauses was meant to ask something else, nobody knows. What
// has decided stays, so that such fixes of one statement are good together only if each is.
func repeated(b *before, f *analysis.Finding) []choice {
	link := b.operands()[f.Span]
	if link == nil {
		return nil
	}
	gone := source.Span{Start: link.X.Span().End, End: link.Y.Span().End}
	if link.X.Span() == f.Span {
		gone = source.Span{Start: link.X.Span().Start, End: link.Y.Span().Start}
	}
	if b.hasComment(gone.Start, gone.End) {
		return nil
	}
	return []choice{{{title: "remove the repeated condition", edits: []source.Edit{{Span: gone}}, extent: someNames}}}
}

// operands returns the `and` and `or` by the places of their operands.
func (b *before) operands() map[source.Span]*syntax.Binary {
	b.linksOnce.Do(func() {
		b.links = make(map[source.Span]*syntax.Binary)
		var visit func(syntax.Node)
		visit = func(n syntax.Node) {
			if e, ok := n.(*syntax.Binary); ok && (e.Op == syntax.And || e.Op == syntax.Or) {
				b.links[e.X.Span()], b.links[e.Y.Span()] = e, e
			}
			syntax.Children(n, visit)
		}
		if len(b.unit.Tree.Chains) > 0 {
			visit(b.unit.Tree.Main)
		}
	})
	return b.links
}
