package nav

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
)

// This file defines which witness explains which finding.

// Reason is a witness, and the finding that it is about, if it is about one.
type Reason struct {
	witness.Witness
	Code     string            // "" without a finding
	Severity analysis.Severity // of the finding; meaningless without one
}

// WithFindings puts the findings of a place in front: each with the witness that
// explains it, or with its related places.
func WithFindings(witnesses []witness.Witness, findings []analysis.Finding, pos source.Pos) []Reason {
	var reasons []Reason
	for _, f := range findings {
		if !isAt(&f, pos) {
			continue
		}
		r := Reason{witness.Witness{At: f.Span, Title: f.Message}, f.Code, f.Severity}
		for _, rel := range f.Related {
			r.Steps = append(r.Steps, witness.Step{Span: rel.Span, Text: rel.Message})
		}
		for i := range witnesses {
			if witnesses[i].Topic == checks.Lookup(f.Code).Topic {
				if len(witnesses[i].Steps) > 0 {
					r.Steps = witnesses[i].Steps
				}
				witnesses = slices.Concat(witnesses[:i], witnesses[i+1:])
				break
			}
		}
		reasons = append(reasons, r)
	}
	for _, w := range witnesses {
		reasons = append(reasons, Reason{Witness: w})
	}
	return reasons
}

// isAt reports whether a finding is about a place: it is underlined there, or the place
// is never executed.
func isAt(f *analysis.Finding, pos source.Pos) bool {
	return f.Span.Touches(pos) || checks.Lookup(f.Code).Basis == analysis.OnPaths && f.Fade.Valid() && f.Fade.Touches(pos)
}
