// Package checker runs every check over a unit.
package checker

import (
	"luaflow/analysis"
	"luaflow/compile"
)

// Check returns the findings of a file, hints included, ordered by position.
// It is deterministic and safe for concurrent use on one unit.
func Check(u *compile.Unit) []analysis.Finding {
	return nil
}
