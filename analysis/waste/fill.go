package waste

import (
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// FadeOfFill returns the statement that fills a table by the instruction at a site and does
// nothing else, if it holds no body of a function.
func (p *Parts) FadeOfFill(at flow.Site) (fade source.Span, ok bool) {
	f := p.At(syntax.FuncID(at.Func))
	if p.Facts.Marking(value.None).Live(f.Flow, int(at.PC)) {
		return source.NoSpan, false
	}
	switch st := p.Text.StatAt(f.Map.Origins.At(int(at.PC)).Span()).(type) {
	case *syntax.Assign:
		return st.Span(), len(st.Targets()) == 1 && !p.Text.HasFunction(st.Span())
	case *syntax.Compound:
		return st.Span(), !p.Text.HasFunction(st.Span())
	case syntax.CallStat:
		return st.Span(), !p.Text.HasFunction(st.Span())
	}
	return source.NoSpan, false
}
