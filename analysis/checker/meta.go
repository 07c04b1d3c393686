package checker

import (
	"slices"

	"luaflow/analysis"
)

// This file knows files that describe a library and are never run.

// onlyErrors returns what is reported of a file of definitions: what Lua refuses. Its functions
// have no bodies and its variables no readers, by intent.
func onlyErrors(found []analysis.Finding) []analysis.Finding {
	return slices.DeleteFunc(found, func(f analysis.Finding) bool { return f.Severity != analysis.Error })
}
