package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"luaflow/analysis"
	"luaflow/analysis/printable"
	"luaflow/compile/source"
)

// The text format: a line that a terminal can make a link of, the source line, and
// carets under the span. A span of several lines is underlined on its first.

// Control sequences of ECMA-48 (SGR).
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[1;36m"
	normal = "\x1b[0m"
)

var severityColor = [...]string{analysis.Error: red, analysis.Warning: yellow, analysis.Hint: cyan}

func appendText(b []byte, r *report) []byte {
	switch r.quiet {
	case 2:
		t := totalsOf(r.findings)
		return fmt.Appendf(b, "%s: %s\n", r.paint(bold, lineName(r.name)), t.counts())
	case 3:
		return b
	}
	for i := range r.findings {
		x := &r.findings[i]
		color := severityColor[x.severity]
		b = fmt.Appendf(b, "%s: %s: %s %s\n",
			r.paint(bold, r.placeOf(x)), r.paint(color, x.severity.String()),
			printable.Text(x.message), r.paint(dim, r.codesOf(x)))
		if r.quiet == 0 {
			b = r.appendExcerpt(b, x.at.Line, x.excerpt, color)
		}
	}
	for i := range r.notes {
		n := &r.notes[i]
		b = fmt.Appendf(b, "%s: note: %s %s\n", r.paint(bold, n.placeIn(lineName(r.name))), printable.Text(n.message), r.paint(dim, "["+incomplete+"]"))
	}
	return b
}

// placeOf is where a finding is.
func (r *report) placeOf(x *finding) string {
	place := fmt.Sprintf("%s:%d:%d", lineName(r.name), x.at.Line, x.at.Col)
	if r.ranges {
		place += fmt.Sprintf("-%d", x.lastCol)
	}
	return place
}

// codesOf is the code of a finding, and luacheck's if that is wanted.
func (r *report) codesOf(x *finding) string {
	if r.codes && x.luacheck != "" {
		return "[" + x.code + " " + plainCode(x) + "]"
	}
	return "[" + x.code + "]"
}

// appendExcerpt prints a line, and carets under a part of it.
func (r *report) appendExcerpt(b []byte, line int, e excerpt, color string) []byte {
	b = fmt.Appendf(b, "%s %s\n", r.paint(dim, fmt.Sprintf("%5d |", line)), e.text)
	return fmt.Appendf(b, "%s %s%s\n", r.paint(dim, "      |"), strings.Repeat(" ", e.indent),
		r.paint(color, strings.Repeat("^", max(e.carets, 1))))
}

// paint puts a text between control sequences, if there is somebody to see them.
func (r *report) paint(color, s string) string {
	if !r.color {
		return s
	}
	return color + s + normal
}

// summaryText is the last line.
func summaryText(t totals) string {
	text := t.counts() + " in " + plural(t.files, "file")
	if t.leftOut > 0 {
		text += "; " + plural(t.leftOut, "hint") + " left out (--hints shows them)"
	}
	if t.older > 0 {
		text += "; " + plural(t.older, "older finding") + " left out"
	}
	if t.partial > 0 {
		text += "; " + plural(t.partial, "file") + " not looked at in full"
	}
	return text + "\n"
}

// counts says how many findings there are of which rank.
func (t *totals) counts() string {
	var said []string
	for s, n := range t.count[:analysis.Hint] {
		if n > 0 {
			said = append(said, plural(n, analysis.Severity(s).String()))
		}
	}
	if shown := t.count[analysis.Hint] - t.leftOut; shown > 0 {
		said = append(said, plural(shown, "hint"))
	}
	if len(said) == 0 {
		said = append(said, "nothing found")
	}
	return strings.Join(said, ", ")
}

// plural counts things.
func plural(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// excerpt is a line of source as a terminal shows it, and the cells to underline.
type excerpt struct {
	text           string
	indent, carets int // in cells
}

// A line is shown from at most leftContext bytes before the span to at most
// maxExcerpt bytes, so that a file in one line of megabytes stays readable.
const (
	leftContext = 60
	maxExcerpt  = 160
	tabWidth    = 4
)

// excerptOf shows the part of a line around the start of span.
func excerptOf(f *source.File, span, line source.Span) excerpt {
	text := f.Text()
	from, to := line.Start, line.End
	var e excerpt
	var b strings.Builder
	cells := 0
	if span.Start > from+leftContext+20 {
		from = span.Start - leftContext
		for !utf8.RuneStart(text[from]) && from < span.Start {
			from++
		}
		b.WriteString("…")
		cells = 1
	}
	cut := to > from+maxExcerpt
	if cut {
		to = from + maxExcerpt
		for !utf8.RuneStart(text[to]) && to > span.Start {
			to--
		}
	}
	for at := from; at < to; {
		if at == span.Start {
			e.indent = cells
		}
		r, n := utf8.DecodeRuneInString(text[at:to])
		shown, w := cell(r, cells)
		if printable.IsCommand(text[from:to], int(at-from)) {
			shown = string(printable.AppendEscape(nil, r, 0))
			w = len(shown)
		}
		b.WriteString(shown)
		if span.Contains(at) {
			e.carets += w
		}
		cells += w
		at += source.Pos(n)
	}
	if span.Start >= to {
		e.indent = cells
	}
	if cut {
		b.WriteString("…")
	}
	e.text = b.String()
	return e
}

// cell is how a rune is shown when it stands at a cell of the line, and how many
// cells it takes (Unicode's UAX 11 for the wide ones).
func cell(r rune, at int) (shown string, cells int) {
	switch {
	case r == '\t':
		n := tabWidth - at%tabWidth
		return strings.Repeat(" ", n), n
	case printable.IsHarmful(r):
		shown = printable.Text(string(r))
		return shown, len(shown)
	case unicode.In(r, unicode.Mn, unicode.Me):
		return string(r), 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return string(r), 2
	}
	return string(r), 1
}
