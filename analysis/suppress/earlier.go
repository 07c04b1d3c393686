package suppress

import (
	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/compile"
)

// Hides reports whether the comments of a unit hide a finding whatever it is about, where its Span stands in the
// unit: its Subject may be about another one.
func (s *Set) Hides(u *compile.Unit, f *analysis.Finding) bool {
	if s == nil || f.Severity == analysis.Error {
		return false
	}
	a := newApplication(s, u, nil)
	return a.hides(u.File.Line(f.Span.Start), config.Subject{Code: f.Code, Luacheck: f.Luacheck, Name: other, Needs: needs(f)})
}
