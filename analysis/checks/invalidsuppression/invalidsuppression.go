// Package invalidsuppression is about comments that are meant to suppress findings and
// cannot be understood, or not be paired. Package checker asks package suppress, which
// reads those comments, for these findings.
package invalidsuppression

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/suppress"
)

//go:embed doc.md
var doc string

// Check is invalid-suppression.
var Check = &analysis.Check{
	Code:     suppress.Invalid,
	Luacheck: []string{"021", "022", "023"},
	Title:    "a comment for the linter cannot be understood or paired",
	Doc:      doc,
	Severity: analysis.Warning,
	Comments: true,
}
