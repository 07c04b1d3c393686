// Package fix turns findings into edits, checks them, and applies them to a
// fixpoint.
package fix

import (
	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// For returns the fixes of one finding of the unit, the preferred one first.
func For(u *compile.Unit, f analysis.Finding) []analysis.Fix { return nil }

// Options says which findings All mends.
type Options struct {
	Hints bool   // those of rank hint too
	Only  string // one code; "" for every code
}

// All applies verified fixes to a fixpoint and returns the new text with the number
// of fixes applied. The text of a file with a syntax error is returned as it is.
func All(file *source.File, opts Options) (text string, applied int) {
	return file.Text(), 0
}

// Apply applies edits that are in order and do not overlap.
func Apply(text string, edits []source.Edit) string { return text }
