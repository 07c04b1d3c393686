// Package invalidsuppression is about comments that are meant to suppress findings and
// cannot be understood, or not be paired. Package checker asks package suppress, which
// reads those comments, for these findings.
package invalidsuppression

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

//go:embed doc.md
var doc string

// Check is invalid-suppression.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "invalid-suppression",
		Luacheck: []string{"021", "022", "023"},
		Family:   "0",
		LuaLS:    []analysis.Diagnostic{{Name: "unknown-diag-code", Group: "luadoc"}},
		Title:    "a comment for the linter is not understood, or not paired",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Comments: analysis.InvalidComments,
	},
}
