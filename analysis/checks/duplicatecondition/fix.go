package duplicatecondition

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans takes an operand out of a chain of `and` or `or` in which it decides nothing
// any more. Which of several clauses was meant to ask something else, nobody knows. What
// has decided stays, so that such fixes of one statement are good together only if each is.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	link := plan.Fact(b, findLinks).byOperand[f.Span]
	if link == nil {
		return nil
	}
	gone := source.Span{Start: link.X.Span().End, End: link.Y.Span().End}
	if link.X.Span() == f.Span {
		gone = source.Span{Start: link.X.Span().Start, End: link.Y.Span().Start}
	}
	if b.HasComment(gone.Start, gone.End) {
		return nil
	}
	exact := plan.Plan{Title: "remove the repeated condition", Edits: withoutOperand(b, link, gone), Extent: plan.SomeNames}
	c := plan.Choice{exact}
	operand := link.Y
	if gone.Start == link.X.Span().Start {
		operand = link.X
	}
	// A value of C (a cdata of LuaJIT) may have a metamethod for that, whatever the constant. It
	// may come from anywhere, so that only what no LuaJIT accepts rules it out, or a known type.
	if b.Unit.Dialects&syntax.LuaJIT != 0 && comparesToConstant(b, operand) {
		lossy := exact
		lossy.Title += "; in LuaJIT " + plan.Quote(plan.Excerpt(b.Unit.File.Slice(operand.Span()))) + " may run a metamethod"
		lossy.Lossy = true
		c = append(c, lossy)
	}
	return []plan.Choice{c}
}

// comparesToConstant reports whether an expression asks whether a variable equals a constant.
func comparesToConstant(b *plan.Original, e syntax.Expr) bool {
	x, ok := e.(*syntax.Binary)
	if !ok || x.Op != syntax.Eq && x.Op != syntax.Ne {
		return false
	}
	_, isLeft := x.X.(*syntax.Name)
	_, isRight := x.Y.(*syntax.Name)
	return isLeft && plan.IsConstant(x.Y) || isRight && plan.IsConstant(x.X)
}

// withoutOperand returns the edits that leave one operand of a link, and no parentheses around it
// that were there for the sake of the link.
func withoutOperand(b *plan.Original, link *syntax.Binary, gone source.Span) []source.Edit {
	paren, left := plan.Fact(b, findLinks).parens[link], link.X
	if gone.Start == link.X.Span().Start {
		left = link.Y
	}
	at := left.Span()
	if paren == nil || !standsBare(b, left, paren) || b.HasComment(paren.Start, at.Start) || b.HasComment(at.End, paren.End) {
		return []source.Edit{{Span: gone}}
	}
	open := source.Edit{Span: source.Span{Start: paren.Start, End: at.Start}}
	end := source.Edit{Span: source.Span{Start: at.End, End: paren.End}}
	text := b.Unit.File.Text()
	if paren.Start > 0 && syntax.IsNameByte(text[paren.Start-1]) {
		open.New = " "
	}
	if int(paren.End) < len(text) && syntax.IsNameByte(text[paren.End]) {
		end.New = " "
	}
	return []source.Edit{open, end}
}

// standsBare reports whether an expression means the same without the parentheses around it.
// As an operand of `and` or `or` it may also be a constant, a comparison or a call: of that
// one value counts there anyway.
func standsBare(b *plan.Original, e syntax.Expr, paren *syntax.Paren) bool {
	switch e := e.(type) {
	case *syntax.Name, *syntax.Field, *syntax.Index, *syntax.Paren:
		return true
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Unary, *syntax.Call, *syntax.MethodCall:
		return plan.Fact(b, findLinks).byOperand[paren.Span()] != nil
	case *syntax.Binary:
		return e.Op != syntax.And && e.Op != syntax.Or && plan.Fact(b, findLinks).byOperand[paren.Span()] != nil
	}
	return false
}

// links is the `and` and `or` of a file by the places of their operands, and the parentheses
// around them.
type links struct {
	byOperand map[source.Span]*syntax.Binary
	parens    map[*syntax.Binary]*syntax.Paren
}

func findLinks(b *plan.Original) links {
	l := links{make(map[source.Span]*syntax.Binary), make(map[*syntax.Binary]*syntax.Paren)}
	visit := func(n syntax.Node) bool {
		if e, ok := n.(*syntax.Binary); ok && (e.Op == syntax.And || e.Op == syntax.Or) {
			l.byOperand[e.X.Span()], l.byOperand[e.Y.Span()] = e, e
		}
		if p, ok := n.(*syntax.Paren); ok {
			if e, ok := p.X.(*syntax.Binary); ok {
				l.parens[e] = p
			}
		}
		return true
	}
	if len(b.Unit.Tree.Chains) > 0 {
		syntax.Inspect(b.Unit.Tree.Main, visit)
	}
	return l
}
