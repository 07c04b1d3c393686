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
	for i := range r.findings {
		x := &r.findings[i]
		b = fmt.Appendf(b, "%s:%d:%d-%d: (%s) %s\n",
			lineName(r.name), x.at.Line, x.at.Col, x.lastCol, plainCode(x), printable(x.message))
	}
	for i := range r.notes {
		at := r.notes[i].place()
		b = fmt.Appendf(b, "%s:%d:%d-%[3]d: (%s) %s\n", lineName(r.name), at.Line, at.Col, incomplete, printable(r.notes[i].message))
	}
	return b
}

func plainCode(x *finding) string {
	switch {
	case x.luacheck == "":
		return x.code
	case x.severity == analysis.Error:
		return "E" + x.luacheck
	}
	return "W" + x.luacheck
}
