// Package uselesssuppression is about comments that suppress findings where there are
// none. What comments do is known once all other checks have run, so that package
// checker asks package suppress for these findings.
package uselesssuppression

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/suppress"
)

//go:embed doc.md
var doc string

// Check is useless-suppression.
var Check = &analysis.Check{
	Code:     suppress.Useless,
	Title:    "a comment suppresses findings that are not there",
	Doc:      doc,
	Severity: analysis.Hint,
	Comments: true,
}
