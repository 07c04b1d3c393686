package report

import (
	"errors"
	"fmt"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
)

// Reasons as luaflow explain prints them, and why there are none.

// AppendReason prints a reason without its steps, as AppendText prints a finding.
func AppendReason(b []byte, in Colors, f *source.File, x *nav.Reason) []byte {
	text, color := printable.Text(x.Title), Bold
	if x.Code != "" {
		color = SeverityColor[x.Severity]
		text = fmt.Sprintf("%s: %s %s", in.Paint(color, x.Severity.String()), text, in.Paint(Dim, "["+x.Code+"]"))
	}
	return AppendPlace(b, in, f, x.At, text, color)
}

// AppendStep prints a step of a reason.
func AppendStep(b []byte, in Colors, f *source.File, s *witness.Step) []byte {
	return AppendPlace(b, in, f, s.Span, "- "+printable.Text(s.Text), Cyan)
}

// AppendPlace prints a text, which is printable, about a place, and the line with the place underlined.
func AppendPlace(b []byte, in Colors, f *source.File, at source.Span, text, color string) []byte {
	if !at.Valid() {
		return fmt.Appendf(b, "%s: %s\n", LineName(f.Name()), text)
	}
	p := f.Point(at.Start, source.UTF32)
	b = fmt.Appendf(b, "%s: %s\n", in.Paint(Bold, fmt.Sprintf("%s:%d:%d", LineName(f.Name()), p.Line+1, p.Col+1)), text)
	return AppendExcerpt(b, in, p.Line+1, ExcerptOf(f, at, f.LineSpan(p.Line)), color)
}

// jsonReasons is what the json format prints of a place.
type jsonReasons struct {
	File    string       `json:"file"`
	Reasons []jsonReason `json:"reasons"`
}

type jsonReason struct {
	Range
	Message  string     `json:"message"`
	Code     string     `json:"code,omitempty"`
	Severity string     `json:"severity,omitempty"`
	Steps    []jsonStep `json:"steps"`
}

// jsonStep is a step; without a range if it stands nowhere in the text.
type jsonStep struct {
	*Range
	Message string `json:"message"`
}

// AppendReasonsJSON prints the reasons of a place as JSON.
func AppendReasonsJSON(b []byte, f *source.File, reasons []nav.Reason) []byte {
	out := jsonReasons{File: f.Name(), Reasons: []jsonReason{}}
	for _, x := range reasons {
		j := jsonReason{Range: RangeOf(f, x.At), Message: x.Title, Code: x.Code, Steps: []jsonStep{}}
		if x.Code != "" {
			j.Severity = x.Severity.String()
		}
		for _, s := range x.Steps {
			step := jsonStep{Message: s.Text}
			if s.Span.Valid() {
				at := RangeOf(f, s.Span)
				step.Range = &at
			}
			j.Steps = append(j.Steps, step)
		}
		out.Reasons = append(out.Reasons, j)
	}
	return AppendJSONLine(b, out)
}

// NothingAt returns why there is nothing to tell of a place, by its line and column from 1, and names the
// nearest one of which there may be.
func NothingAt(f *source.File, line, col int, err error) string {
	text := fmt.Sprintf("%s:%d:%d: %s", f.Name(), line, col, err)
	if nothing, ok := errors.AsType[*place.NothingError](err); ok && nothing.Nearest.Valid() {
		p := f.Point(nothing.Nearest.Start, source.UTF32)
		text += fmt.Sprintf("; the nearest name is `%s`, %s:%d:%d", f.Slice(nothing.Nearest), f.Name(), p.Line+1, p.Col+1)
	}
	return text
}
