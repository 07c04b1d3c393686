package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"luaflow/analysis/printable"
	"luaflow/compile/source"
)

// Excerpt is a line of source as a terminal shows it, and the cells to underline.
type Excerpt struct {
	Text           string // one line without control characters, cut at both ends if it is long
	Indent, Carets int    // in cells
}

// A line is shown from at most leftContext bytes before the span to at most
// maxExcerpt bytes, so that a file in one line of megabytes stays readable.
const (
	leftContext = 60
	maxExcerpt  = 160
	tabWidth    = 4
	// MaxCells is more than an excerpt takes of a terminal.
	MaxCells = 2 * maxExcerpt * tabWidth
)

// ExcerptOf shows the part of a line around the start of span.
func ExcerptOf(f *source.File, span, line source.Span) Excerpt {
	text := f.Text()
	from, to := line.Start, line.End
	var e Excerpt
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
			e.Indent = cells
		}
		r, n := utf8.DecodeRuneInString(text[at:to])
		shown, w := cell(r, cells)
		if printable.IsCommand(text[from:to], int(at-from)) {
			shown = string(printable.AppendEscape(nil, r, 0))
			w = len(shown)
		}
		b.WriteString(shown)
		if span.Contains(at) {
			e.Carets += w
		}
		cells += w
		at += source.Pos(n)
	}
	if span.Start >= to {
		e.Indent = cells
	}
	if cut {
		b.WriteString("…")
	}
	e.Text = b.String()
	return e
}

// cell returns how a rune is shown when it stands at a cell of the line, and how many
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
