package luacheck

import (
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/luacheck"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile"
	"luaflow/compile/syntax"
)

// Located makes findings of luacheck's warnings.
func Located(u *compile.Unit, warnings []luacheck.Warning, want report.Wants) (res report.Result) {
	res.Findings = make([]report.Finding, len(warnings))
	for i := range warnings {
		w := &warnings[i]
		res.Findings[i] = report.Finding{
			Code: w.Code, Luacheck: w.Code, Message: w.Message, Severity: analysis.Warning, Global: strings.Clone(w.Global), Unless: w.Unless,
			At: report.Range{Line: w.Line, Col: w.Column, EndLine: w.Line, EndCol: w.EndColumn + 1}, LastCol: w.EndColumn,
		}
		if w.IsError() {
			res.Findings[i].Severity = analysis.Error
		}
	}
	if want&report.WantsLines != 0 {
		report.NumberLines(u.File, res.Findings)
	}
	return res
}

// Language returns a language with the operators that luacheck knows.
func Language(l syntax.Language) syntax.Language {
	l.Extensions |= luacheck.Operators
	return l
}
