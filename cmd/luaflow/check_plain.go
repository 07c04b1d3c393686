package main

import (
	"slices"
	"strconv"

	"luaflow/analysis"
	"luaflow/analysis/printable"
)

// appendPlain prints a finding as luacheck's plain formatter does with --codes and
// --ranges, for the editors and CI jobs that parse it: columns from 1, the last
// one included, all on the first line of the span. Where luacheck has no code, ours
// stands in its place.
func appendPlain(b []byte, r *report) []byte {
	name := lineName(r.name)
	room := 0
	for i := range r.findings {
		room += len(name) + len(r.findings[i].message) + len(": (duplicate-condition) :123456:123-123\n")
	}
	b = slices.Grow(b, room)
	line := func(at jsonRange, lastCol int, code, message string) {
		b = append(append(b, name...), ':')
		b = append(strconv.AppendInt(b, int64(at.Line), 10), ':')
		b = append(strconv.AppendInt(b, int64(at.Col), 10), '-')
		b = append(strconv.AppendInt(b, int64(lastCol), 10), ": ("...)
		b = append(append(b, code...), ") "...)
		b = append(append(b, printable.Text(message)...), '\n')
	}
	for i := range r.findings {
		x := &r.findings[i]
		line(x.at, x.lastCol, plainCode(x), x.message)
	}
	for i := range r.notes {
		at := r.notes[i].place()
		line(at, at.Col, incomplete, r.notes[i].message)
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
