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
	exact := plan{title: "remove the repeated condition", edits: b.bared(link, gone), extent: someNames}
	c := choice{exact}
	operand := link.Y
	if gone.Start == link.X.Span().Start {
		operand = link.X
	}
	// A value of C (a cdata of LuaJIT) may have a metamethod for that, whatever the constant. It
	// may come from anywhere, so that only what no LuaJIT accepts rules it out, or a known type.
	if b.unit.Dialects&syntax.LuaJIT != 0 && b.comparesToConstant(operand) {
		lossy := exact
		lossy.title += "; in LuaJIT " + quote(excerpt(b.unit.File.Slice(operand.Span()))) + " may run a metamethod"
		lossy.lossy = true
		c = append(c, lossy)
	}
	return []choice{c}
}

// comparesToConstant reports whether an expression asks whether a variable equals a constant.
func (b *before) comparesToConstant(e syntax.Expr) bool {
	x, ok := e.(*syntax.Binary)
	if !ok || x.Op != syntax.Eq && x.Op != syntax.Ne {
		return false
	}
	_, isLeft := x.X.(*syntax.Name)
	_, isRight := x.Y.(*syntax.Name)
	return isLeft && isConstant(x.Y) || isRight && isConstant(x.X)
}

// bared returns the edits that leave one operand of a link, and no parentheses around it that
// were there for the sake of the link.
func (b *before) bared(link *syntax.Binary, gone source.Span) []source.Edit {
	paren, left := b.parens[link], link.X
	if gone.Start == link.X.Span().Start {
		left = link.Y
	}
	at := left.Span()
	if paren == nil || !b.standsBare(left, paren) || b.hasComment(paren.Start, at.Start) || b.hasComment(at.End, paren.End) {
		return []source.Edit{{Span: gone}}
	}
	open := source.Edit{Span: source.Span{Start: paren.Start, End: at.Start}}
	end := source.Edit{Span: source.Span{Start: at.End, End: paren.End}}
	text := b.unit.File.Text()
	if paren.Start > 0 && isWord(text[paren.Start-1]) {
		open.New = " "
	}
	if int(paren.End) < len(text) && isWord(text[paren.End]) {
		end.New = " "
	}
	return []source.Edit{open, end}
}

// standsBare reports whether an expression means the same without the parentheses around it.
// As an operand of `and` or `or` it may also be a constant, a comparison or a call: of that
// one value counts there anyway.
func (b *before) standsBare(e syntax.Expr, paren *syntax.Paren) bool {
	switch e := e.(type) {
	case *syntax.Name, *syntax.Field, *syntax.Index, *syntax.Paren:
		return true
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Unary, *syntax.Call, *syntax.MethodCall:
		return b.links[paren.Span()] != nil
	case *syntax.Binary:
		return e.Op != syntax.And && e.Op != syntax.Or && b.links[paren.Span()] != nil
	}
	return false
}

// operands returns the `and` and `or` by the places of their operands, and finds the
// parentheses around them.
func (b *before) operands() map[source.Span]*syntax.Binary {
	b.linksOnce.Do(func() {
		b.links = make(map[source.Span]*syntax.Binary)
		b.parens = make(map[*syntax.Binary]*syntax.Paren)
		var visit func(syntax.Node)
		visit = func(n syntax.Node) {
			if e, ok := n.(*syntax.Binary); ok && (e.Op == syntax.And || e.Op == syntax.Or) {
				b.links[e.X.Span()], b.links[e.Y.Span()] = e, e
			}
			if p, ok := n.(*syntax.Paren); ok {
				if e, ok := p.X.(*syntax.Binary); ok {
					b.parens[e] = p
				}
			}
			syntax.Children(n, visit)
		}
		if len(b.unit.Tree.Chains) > 0 {
			visit(b.unit.Tree.Main)
		}
	})
	return b.links
}
