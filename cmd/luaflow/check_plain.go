package main

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/compile/source"
)

// appendPlain prints a finding as luacheck's plain formatter does with --codes and
// --ranges, for the editors and CI jobs that parse it: columns from 1, the last
// one included, all on the first line of the span. Where luacheck has no code, ours
// stands in its place.
func appendPlain(b []byte, r *report) []byte {
	file := r.file
	for _, x := range r.findings {
		start := file.Point(x.Span.Start, source.UTF32)
		// The end is exclusive and counts from 0: the same number as inclusive from 1.
		end := file.Point(min(x.Span.End, file.LineSpan(start.Line).End), source.UTF32)
		b = fmt.Appendf(b, "%s:%d:%d-%d: (%s) %s\n",
			r.name, start.Line+1, start.Col+1, max(end.Col, start.Col+1), plainCode(x), printable(x.Message))
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
