package checker

import (
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/compile/syntax"
)

// This file knows files that describe a library and are never run.

const metaTag = "---@meta"

// isMeta reports whether a file is one of definitions for a language server: a comment of
// its own says `---@meta`, with or without a name after it.
func isMeta(t *syntax.Tree) bool {
	return slices.ContainsFunc(t.Comments, func(c syntax.Comment) bool {
		rest, ok := strings.CutPrefix(t.File.Slice(c.Span), metaTag)
		return ok && !c.Long && (rest == "" || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r')
	})
}

// onlyErrors returns what is reported of a file of definitions: what Lua refuses. Its functions
// have no bodies and its variables no readers, by intent.
func onlyErrors(found []analysis.Finding) []analysis.Finding {
	return slices.DeleteFunc(found, func(f analysis.Finding) bool { return f.Severity != analysis.Error })
}
