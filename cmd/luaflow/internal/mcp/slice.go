package mcp

import (
	"context"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// sliceInput is what slice is asked.
type sliceInput struct {
	position
	Forward bool `json:"forward,omitempty" jsonschema:"the lines that depend on the value, in the place of those that it depends on"`
}

// sliceAnswer is what slice answers.
type sliceAnswer struct {
	About location    `json:"about" jsonschema:"what the slice is about"`
	Lines []sliceLine `json:"lines" jsonschema:"the lines, in order"`
	remainder
}

// sliceLine is a line of a slice.
type sliceLine struct {
	Line int      `json:"line" jsonschema:"its number, from 1"`
	Text string   `json:"text" jsonschema:"the line of source"`
	Cols [][2]int `json:"cols,omitempty" jsonschema:"the columns of what is in the slice, from 1, ends exclusive; the rest of the line only stands around it"`
}

// maxCols is of how many pieces of a line columns are told.
const maxCols = 40

// slice returns the lines that a value depends on, or that depend on it.
func (s *server) slice(ctx context.Context, in *sliceInput) (string, *sliceAnswer, error) {
	doc, pos, note, err := s.ask(ctx, &in.position)
	if err != nil {
		return "", nil, err
	}
	defer s.documents.close(doc)
	type result struct {
		slice nav.Slice
		err   error
	}
	r, err := session.Ask(ctx, doc.Snapshot, func(p *waste.Parts) (r result) {
		r.slice, r.err = nav.SliceAt(p, pos, in.Forward)
		return r
	})
	switch {
	case err != nil:
		return "", nil, err
	case r.err != nil:
		return "", nil, nothing(doc.File, pos, r.err)
	}
	f := doc.File
	out := sliceAnswer{About: placeAt(f, r.slice.At, f.Slice(r.slice.At)), Lines: []sliceLine{}}
	pages := newPager(in.From, note)
	spans := r.slice.Spans
	for i, line := range r.slice.Lines {
		end := f.LineSpan(line).End
		first := spans
		for len(spans) > 0 && spans[0].Start < end {
			spans = spans[1:]
		}
		if !pages.wants() {
			pages.skip()
			continue
		}
		shown := sliceLine{Line: line + 1, Text: shortened(f, line)}
		for _, span := range first[:min(len(first)-len(spans), maxCols)] {
			at := report.RangeOf(f, span)
			shown.Cols = append(shown.Cols, [2]int{at.Col, at.EndCol})
		}
		if pages.take(report.AppendSliceLine(nil, false, f, &r.slice, i), shown) {
			out.Lines = append(out.Lines, shown)
		}
	}
	text, rest := pages.end("", "line")
	out.remainder = rest
	return text, &out, nil
}

// shortened returns a line, from 0, cut if it is long.
func shortened(f *source.File, line int) string {
	at := f.LineSpan(line)
	return report.ExcerptOf(f, source.Span{Start: at.Start, End: at.Start}, at).Text
}
