package witness

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Why a condition always comes out the same.

// condition explains a condition around the place that always comes out the same.
func (e *explainer) condition() {
	if e.constants == nil || e.Unit.Funcs[e.in].Broken {
		return
	}
	f := e.FlowOf(e.in)
	found, edge, at := cfg.None, 0, source.NoSpan
	for _, b := range f.Graph.Order {
		k, ok := e.constants.Decided(f, b)
		span := e.Unit.Funcs[e.in].Map.Origins.At(f.Graph.Last(b)).Span()
		if ok && e.touches(span) && (at == source.NoSpan || span.Len() < at.Len()) && !e.isWritten(f, b, span, k) {
			found, edge, at = b, k, span
		}
	}
	if found == cfg.None {
		return
	}
	steps := e.decided(e.in, found, edge)
	e.add(OfCondition, steps[0].Span, steps[0].Text, steps[1:])
}

// touches reports whether the place is in a piece of text, or in the head of it if it
// is a loop.
func (e *explainer) touches(at source.Span) bool {
	if loop, ok := e.statWith(at).(*syntax.NumericFor); ok {
		at.End = loop.Body.Start
	}
	return at.Touches(e.pos)
}

// isWritten reports whether a branch is decided by its text alone, as in `x and 1 or 2`,
// or is one that says nothing: that a loop runs at least once.
func (e *explainer) isWritten(f *flow.Func, b cfg.BlockID, at source.Span, edge int) bool {
	switch effect.ConditionOf(f.Proto.Code[f.Graph.Last(b)]) {
	case effect.Iteration:
		return true
	case effect.Count:
		return edge == 0
	}
	x, _ := e.asked(f, at, true)
	return x != nil && (textmap.IsTrue(x) || textmap.IsFalse(x))
}
