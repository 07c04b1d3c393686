package main

import (
	"fmt"

	"luaflow/analysis"
)

// appendPlain prints a finding as luacheck's plain formatter does with --codes and
// --ranges, for the editors and CI jobs that parse it: columns from 1, the last
// one included, all on the first line of the span. Where luacheck has no code, ours
// stands in its place.
func appendPlain(b []byte, r *report) []byte {
	at := newPlacer(r.unit.File)
	for _, x := range r.findings {
		p := at.place(x.Span.Start)
		end := at.place(min(x.Span.End, at.lineSpan(p.line).End))
		b = fmt.Appendf(b, "%s:%d:%d-%d: (%s) %s\n",
			r.name, p.line, p.col, max(end.col-1, p.col), plainCode(x), printable(x.Message))
	}
	return b
}

func plainCode(x analysis.Finding) string {
	switch {
	case x.Luacheck == "":
		return x.Code
	case x.Severity == analysis.Error:
		return "E" + x.Luacheck
	}
	return "W" + x.Luacheck
}
