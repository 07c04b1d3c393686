package reversedloop

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans writes a negative step.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	loop, ok := b.Unit.Tree.Stats[f.Subject.Stat].(*syntax.NumericFor)
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
	return []plan.Choice{{{Title: "count down", Edits: []source.Edit{plan.Insertion(at, text)}, Lossy: true, Mends: true}}}
}
