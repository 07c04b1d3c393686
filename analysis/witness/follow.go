package witness

import (
	"cmp"
	"fmt"
	"slices"

	"luaflow/analysis/calls"
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Reasons for what only a check knows: they begin with the places that a finding names.

// About is what a finding says.
type About struct {
	Topic Topic         // one of those that begin with the places
	Func  syntax.FuncID // that the finding stands in
	At    source.Span   // what it is about
	Steps []Step        // the places that it names
}

// Follow returns the steps of the reason for a finding, those in front of what it is about and those after that.
func Follow(p *waste.Parts, a *About) (before, after []Step) {
	switch a.Topic {
	case OfPath:
		if p.Facts.Code != nil && !p.Unit.Funcs[a.Func].Broken {
			return along(p, a)
		}
	case OfResults:
		return results(p, a.Steps), nil
	case OfErrors:
		return append(slices.Clone(a.Steps), lookers(p, a.Steps)...), nil
	}
	return a.Steps, nil
}

// along orders the places of a function as control comes to them, and puts between each two the branches without which it does not
// come from the first to the second.
func along(p *waste.Parts, a *About) (before, after []Step) {
	e := newExplainer(place.At(p, a.At.Start), a.At.Start)
	f := e.FlowOf(a.Func)
	type stop struct {
		Step
		pc int
	}
	stops := []stop{{Step{Span: a.At}, e.pcOf(f, a.At)}}
	for _, s := range a.Steps {
		stops = append(stops, stop{s, e.pcOf(f, s.Span)})
	}
	slices.SortStableFunc(stops, func(a, b stop) int { return cmp.Or(cmp.Compare(a.pc, b.pc), cmp.Compare(a.Span.Start, b.Span.Start)) })
	steps := &before
	for i, s := range stops {
		if i > 0 && s.pc >= 0 && stops[i-1].pc >= 0 {
			*steps = append(*steps, e.choices(f, e.between(f, stops[i-1].pc, s.pc))...)
		}
		if s.Text == "" {
			steps = &after
		} else {
			*steps = append(*steps, s.Step)
		}
	}
	return before, after
}

// pcOf returns the first of the instructions of f that stand for the least text around a place; -1 if none does.
func (e *explainer) pcOf(f *flow.Func, at source.Span) int {
	found, least := -1, 0
	for pc := range f.Proto.Code {
		e.Text.Step()
		if span := e.Unit.Funcs[f.Number].Map.Origins.At(pc).Span(); span.Covers(at) && (found < 0 || span.Len() < least) {
			found, least = pc, span.Len()
		}
	}
	return found
}

// between returns the edges without which control does not come from one instruction of f to another, in their order.
func (e *explainer) between(f *flow.Func, from, to int) (needed []cfg.Branch) {
	w := forward{f: f}
	w.Walk = f.Walk(from, maxSteps, func(step, pc int) flow.Next {
		if pc == to {
			return w.end(step, isRead, pc)
		}
		return flow.GoOn
	}, func(_ int, edge cfg.Branch) bool {
		return e.constants == nil || e.constants.EdgeExecutable(f, edge.Block, int(edge.Succ))
	})
	w.findEdges()
	if len(w.endings) == 0 || w.Cut {
		return nil
	}
	return w.endings[0].needed
}

// results returns the heads of functions, and after each where the function returns, and how many values.
func results(p *waste.Parts, heads []Step) (steps []Step) {
	known := p.Facts.Constants()
	for _, head := range heads {
		steps = append(steps, head)
		fn := functionAt(p, head.Span)
		if known == nil || fn == 0 {
			continue
		}
		f := &p.Facts.Code.Funcs[fn]
		for pc := range calls.Returns(f, known) {
			at := p.Unit.Funcs[fn].Map.Origins.At(pc).Span()
			if end := p.Unit.Tree.Funcs[fn].End; pc == len(f.Proto.Code)-1 {
				at = source.Span{Start: end - source.Pos(len("end")), End: end}
			}
			steps = append(steps, Step{at, returned(f, pc, len(p.Facts.Code.SSA(f).Uses(pc)))})
		}
	}
	return steps
}

// functionAt returns the function that has its head at a place; 0 if none has.
func functionAt(p *waste.Parts, head source.Span) syntax.FuncID {
	for id := range p.Unit.Tree.Funcs {
		if id > 0 && p.Text.Header(syntax.FuncID(id)) == head {
			return syntax.FuncID(id)
		}
	}
	return 0
}

// returned returns what the instruction at pc, which uses so many values, returns from f, in words.
func returned(f *flow.Func, pc, values int) string {
	switch {
	case effect.ReferenceOf(f.Proto.Code[pc]) == effect.Calls:
		return "it returns what this call does"
	case pc == len(f.Proto.Code)-1:
		return "it ends here and returns nothing"
	case values == 0:
		return "it returns nothing here"
	case values == 1:
		return "it returns one value here"
	}
	return fmt.Sprintf("it returns %d values here", values)
}

// lookers returns the calls that look at the error which a function returns at some places.
func lookers(p *waste.Parts, errors []Step) (steps []Step) {
	known := p.Facts.Calls()
	if known == nil || len(errors) == 0 {
		return nil
	}
	sites, _ := known.Sites(place.At(p, errors[0].Span.Start).FuncAt(errors[0].Span.Start))
	for _, at := range sites {
		if UseOfResults(p, at) == ResultsRead {
			steps = append(steps, Step{p.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span(), "this call looks at it"})
		}
	}
	return steps
}

// ResultsUse is what becomes of the results of a call.
type ResultsUse uint8

// The uses.
const (
	ResultsRead     ResultsUse = iota // something reads one of them
	ResultsDropped                    // nothing does
	ResultsHandedOn                   // all are handed on, to the caller or another function
)

// UseOfResults returns what becomes of the results of a call in a function that is not too large.
func UseOfResults(p *waste.Parts, at flow.Site) ResultsUse {
	f, pc := &p.Facts.Code.Funcs[at.Func], int(at.PC)
	if effect.IsOpen(f.Proto.Code[pc]) {
		return ResultsHandedOn
	}
	form := p.Facts.Code.SSA(f)
	first, n := form.Defs(pc)
	for v := first; int(v) < int(first)+n; v++ {
		if len(form.Users(v)) > 0 || form.Observed(v) {
			return ResultsRead
		}
	}
	return ResultsDropped
}
