package fix

import (
	"luaflow/analysis"
	"luaflow/analysis/suppress"
	"luaflow/compile/source"
)

// This file makes the fix of comments that suppress nothing. No code changes.

// uselessSuppression removes a comment, or a part of it.
func uselessSuppression(b *before, f *analysis.Finding) []choice {
	edit, ok := suppress.Remove(b.unit.Tree, f.Span)
	if !ok {
		return nil
	}
	title := "remove the comment, which suppresses nothing"
	if text := b.unit.File.Slice(f.Span); text[0] != '-' {
		title = "remove " + quote(oneLine(text)) + " from the comment"
	}
	return []choice{{{title: title, edits: []source.Edit{edit}, extent: someNames}}}
}
