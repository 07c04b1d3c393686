package report

import (
	"fmt"

	"luaflow/analysis/nav"
	"luaflow/analysis/printable"
	"luaflow/compile/source"
)

// Slices as luaflow slice prints them: numbered lines, the one that it is about marked, and three dots for
// lines that are left out.

// dots stand for lines that are left out.
const dots = "   ..."

// AppendSlice prints the lines of a slice.
func AppendSlice(b []byte, in Colors, f *source.File, s *nav.Slice) []byte {
	for i := range s.Lines {
		b = AppendSliceLine(b, in, f, s, i)
	}
	if n := len(s.Lines); n == 0 || s.Lines[n-1] < f.NumLines()-1 {
		b = fmt.Appendf(b, "%s\n", in.Paint(Dim, dots))
	}
	return b
}

// AppendSliceLine prints the line with an index in Lines, after dots if lines are left out in front of it.
func AppendSliceLine(b []byte, in Colors, f *source.File, s *nav.Slice, i int) []byte {
	line, last := s.Lines[i], -1
	if i > 0 {
		last = s.Lines[i-1]
	}
	if line > last+1 {
		b = fmt.Appendf(b, "%s\n", in.Paint(Dim, dots))
	}
	mark := " "
	if line == f.Point(s.At.Start, source.UTF8).Line {
		mark = ">"
	}
	return fmt.Appendf(b, "%s%s %s\n", mark, in.Paint(Dim, fmt.Sprintf("%5d |", line+1)), printable.Line(f.LineText(line)))
}
