// Package uselesssuppression is about comments that suppress findings where there are
// none. What comments do is known once all other checks have run, so that package
// checker asks package suppress for these findings.
package uselesssuppression

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

//go:embed doc.md
var doc string

// Check is useless-suppression.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "useless-suppression",
		Family:    "0",
		Title:     "a comment suppresses nothing",
		Doc:       doc,
		Severity:  analysis.Hint,
		Basis:     analysis.OnText,
		Uncovered: true,
		Leaving:   true,
		Comments:  analysis.UselessComments,
	},
}
