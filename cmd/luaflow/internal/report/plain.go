package report

import (
	"slices"
	"strconv"

	"luaflow/analysis/printable"
)

// appendPlain prints a finding as luacheck's plain formatter does with --codes and
// --ranges, for the editors and CI jobs that parse it: columns from 1, the last
// one included, all on the first line of the span. Where luacheck has no code, ours
// stands in its place.
func appendPlain(b []byte, r *File) []byte {
	name := LineName(r.Name)
	room := 0
	for i := range r.Findings {
		room += len(name) + len(r.Findings[i].Code) + len(r.Findings[i].Message) + len(": () :123456:123-123\n")
	}
	b = slices.Grow(b, room)
	line := func(at Range, lastCol int, code, message string) {
		b = append(append(b, name...), ':')
		b = append(strconv.AppendInt(b, int64(at.Line), 10), ':')
		b = append(strconv.AppendInt(b, int64(at.Col), 10), '-')
		b = append(strconv.AppendInt(b, int64(lastCol), 10), ": ("...)
		b = append(append(b, code...), ") "...)
		b = append(append(b, printable.Text(message)...), '\n')
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		line(x.At, x.LastCol, x.PlainCode(), x.Message)
	}
	for i := range r.Notes {
		at := r.Notes[i].place()
		line(at, at.Col, incomplete, r.Notes[i].Message)
	}
	return b
}
