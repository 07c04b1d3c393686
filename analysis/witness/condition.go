package witness

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/guards"
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
		span := e.Unit.Funcs[e.in].Map.Origins.At(f.Graph.Last(b)).Span()
		if !e.touches(span) {
			continue
		}
		if k, ok := e.oneWay(f, b); ok && (at == source.NoSpan || span.Len() < at.Len()) && !e.isWritten(f, b, span, k) {
			found, edge, at = b, k, span
		}
	}
	if found == cfg.None {
		return
	}
	steps := e.decided(e.in, found, edge)
	if d := e.guard(f, f.Graph.Last(found)); d != nil {
		steps = append(steps[:1], e.guardSteps(f, d)...)
	} else if why := e.whyOneWay(f, f.Graph.Last(found)); why != "" {
		steps = append(steps[:1], Step{steps[0].Span, why})
	}
	e.add(OfCondition, steps[0].Span, steps[0].Text, steps[1:])
}

// oneWay returns the edge over which control leaves block b if it has a choice, and always takes that, or does unless a
// metamethod is called. f is the function around the place.
func (e *explainer) oneWay(f *flow.Func, b cfg.BlockID) (edge int, ok bool) {
	if edge, ok := e.constants.Decided(f, b); ok {
		return edge, true
	}
	last := f.Graph.Last(b)
	if len(f.Graph.Succs(b)) < 2 || !e.constants.Executable(f, last) {
		return 0, false
	}
	isTrue, isFalse := IsOfOperator(e.Parts, f, last), SlipAt(e.Parts, f, last) != nil
	if !isTrue && !isFalse {
		if d := e.guard(f, last); d != nil {
			return d.Edge, true
		}
		if apart := ApartAt(e.Parts, f, last); apart != nil {
			isTrue, isFalse = apart.Holds, !apart.Holds
		}
	}
	if effect.Holds(f.Proto.Code[last]) == isTrue {
		return 0, isTrue || isFalse
	}
	return 1, isTrue || isFalse
}

// whyOneWay returns why the test at pc always comes out the same where that is not known of the values; else "".
func (e *explainer) whyOneWay(f *flow.Func, pc int) string {
	if slip := SlipAt(e.Parts, f, pc); slip != nil {
		return slip.String()
	}
	if apart := ApartAt(e.Parts, f, pc); apart != nil {
		return apart.String()
	}
	if !IsOfOperator(e.Parts, f, pc) {
		return ""
	}
	made := e.Unit.Funcs[f.Number].Map.Origins.At(MadeBy(e.Parts, f, pc)).Span()
	return ResultNoun(e.expressionsOf(f).at(made)) + " counts as true, unless a metamethod gives something else"
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

// guard returns the decision that the test at pc of the function around the place is; nil if it is none.
func (e *explainer) guard(f *flow.Func, pc int) *guards.Decision {
	if e.deciders == nil {
		e.deciders = DecidersIn(e.Parts)
		e.guards = e.deciders.Of(f)
	}
	return e.guards.At(pc)
}

// guardSteps returns what decides the test at pc, in the order of the code.
func (e *explainer) guardSteps(f *flow.Func, d *guards.Decision) (steps []Step) {
	for _, by := range d.By {
		at := e.Unit.Funcs[f.Number].Map.Origins.At(int(by.PC)).Span()
		text := HowDecided(by.Way) + " here"
		if by.Way == guards.Tested {
			text += ": " + e.choice(f, cfg.Branch{Block: f.Graph.Block(int(by.PC)), Succ: int32(by.Edge)}).Text
		}
		steps = append(steps, Step{at, text})
	}
	if d.UnlessMetamethod {
		steps[len(steps)-1].Text += "; a metamethod may give another value"
	}
	return steps
}
