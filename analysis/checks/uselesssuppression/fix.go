package uselesssuppression

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
)

// plans removes a comment, or a part of it.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	title := "remove the comment, which suppresses nothing"
	if text := b.Unit.File.Slice(f.Span); text[0] != '-' {
		title = "remove " + plan.Quote(plan.OneLine(text)) + " from the comment"
	}
	return []plan.Choice{{{Title: title, Edits: []source.Edit{*f.Subject.Removal}, Extent: plan.SomeNames}}}
}
