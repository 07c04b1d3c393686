package report

import (
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/printable"
)

// The text format: a line that a terminal can make a link of, the source line, and
// carets under the span. A span of several lines is underlined on its first.

// AppendText prints the findings of a file as people read them.
func AppendText(b []byte, r *File) []byte {
	switch r.Quiet {
	case 2:
		t := TotalsOf(r.Findings)
		return fmt.Appendf(b, "%s: %s\n", r.Color.Paint(Bold, LineName(r.Name)), t.Counts())
	case 3:
		return b
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		color := SeverityColor[x.Severity]
		b = fmt.Appendf(b, "%s: %s: %s %s\n",
			r.Color.Paint(Bold, r.placeOf(x)), r.Color.Paint(color, x.Severity.String()),
			printable.Text(x.Message), r.Color.Paint(Dim, r.codesOf(x)))
		if r.Quiet == 0 {
			b = AppendExcerpt(b, r.Color, x.At.Line, x.Excerpt, color)
			b = r.appendElsewhere(b, x)
		}
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		b = fmt.Appendf(b, "%s: note: %s %s\n", r.Color.Paint(Bold, n.PlaceIn(LineName(r.Name))), printable.Text(n.Message), r.Color.Paint(Dim, "["+incomplete+"]"))
	}
	return b
}

// appendElsewhere prints the places in other files that a finding names, a line each that a terminal can make a link of.
func (r *File) appendElsewhere(b []byte, x *Finding) []byte {
	for i := range x.Related {
		if rel := &x.Related[i]; rel.Other != "" {
			b = fmt.Appendf(b, "%s %s: %s\n", r.Color.Paint(Dim, "      ="),
				r.Color.Paint(Bold, fmt.Sprintf("%s:%d", LineName(r.nameOf(rel)), rel.At.Line)), printable.Text(rel.Message))
		}
	}
	return b
}

// placeOf returns where a finding is.
func (r *File) placeOf(x *Finding) string {
	place := fmt.Sprintf("%s:%d:%d", LineName(r.Name), x.At.Line, x.At.Col)
	if r.Ranges {
		place += fmt.Sprintf("-%d", x.LastCol)
	}
	return place
}

// codesOf returns the code of a finding, and luacheck's if that is wanted.
func (r *File) codesOf(x *Finding) string {
	if r.Codes && x.Luacheck != "" {
		return "[" + x.Code + " " + x.PlainCode() + "]"
	}
	return "[" + x.Code + "]"
}

// AppendExcerpt prints a line, and carets under a part of it.
func AppendExcerpt(b []byte, in Colors, line int, e Excerpt, color string) []byte {
	b = fmt.Appendf(b, "%s %s\n", in.Paint(Dim, fmt.Sprintf("%5d |", line)), e.Text)
	return fmt.Appendf(b, "%s %s%s\n", in.Paint(Dim, "      |"), strings.Repeat(" ", e.Indent),
		in.Paint(color, strings.Repeat("^", max(e.Carets, 1))))
}

// summaryText returns the last line.
func summaryText(t Totals) string {
	text := t.Counts() + " in " + Plural(t.Files, "file")
	if t.LeftOut > 0 {
		text += "; " + Plural(t.LeftOut, "hint") + " left out (--hints shows them)"
	}
	if t.Older > 0 {
		text += "; " + Plural(t.Older, "older finding") + " left out"
	}
	if t.Partial > 0 {
		text += "; " + Plural(t.Partial, "file") + " not looked at in full"
	}
	return text + "\n"
}

// Counts returns how many findings there are of which rank.
func (t *Totals) Counts() string {
	var said []string
	for s, n := range t.Count[:analysis.Hint] {
		if n > 0 {
			said = append(said, Plural(n, analysis.Severity(s).String()))
		}
	}
	if shown := t.Count[analysis.Hint] - t.LeftOut; shown > 0 {
		said = append(said, Plural(shown, "hint"))
	}
	if len(said) == 0 {
		said = append(said, "nothing found")
	}
	return strings.Join(said, ", ")
}
