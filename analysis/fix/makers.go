package fix

import (
	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/checks/uselesssuppression"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/suppress"
	"luaflow/compile/source"
)

// This file asks for plans: the maker in the folder of the check, but for comments that
// suppress nothing, which package suppress reads and takes out for all.

// plansFor returns the choices for a finding; none if there is no exact way.
func plansFor(b *plan.Original, f *analysis.Finding) []plan.Choice {
	b.Unit.Meter.Step()
	if f.Code == uselesssuppression.Check.Code {
		return uselessSuppression(b, f)
	}
	if make := checks.Maker(f.Code); make != nil {
		return make(b, f)
	}
	return nil
}

// uselessSuppression removes a comment, or a part of it.
func uselessSuppression(b *plan.Original, f *analysis.Finding) []plan.Choice {
	edit, ok := suppress.Remove(b.Unit.Tree, f.Span)
	if !ok {
		return nil
	}
	title := "remove the comment, which suppresses nothing"
	if text := b.Unit.File.Slice(f.Span); text[0] != '-' {
		title = "remove " + plan.Quote(plan.OneLine(text)) + " from the comment"
	}
	return []plan.Choice{{{Title: title, Edits: []source.Edit{edit}, Extent: plan.SomeNames}}}
}
