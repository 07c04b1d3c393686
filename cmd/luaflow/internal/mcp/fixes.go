package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/source"
)

// fixInput is what fix_preview is asked: about the findings at a place, or about a whole file.
type fixInput struct {
	position
	Code string `json:"code,omitempty" jsonschema:"at a place: the fixes of findings of this code alone"`
}

// fixesAnswer is what fix_preview answers.
type fixesAnswer struct {
	Fixes []shownFix `json:"fixes" jsonschema:"of a place: the fixes of each finding, the preferred one first; else one, which is all fixes of warnings together"`
	Notes []string   `json:"notes,omitempty" jsonschema:"what was not tried"`
	remainder
}

// shownFix is a fix as a diff.
type shownFix struct {
	Title string `json:"title" jsonschema:"what it does"`
	Code  string `json:"code,omitempty" jsonschema:"the finding that it mends"`
	Level string `json:"level" jsonschema:"safe: the program with it was proved to do the same; unsafe: it may lose an effect, which the title names; display: it mends what is likely a mistake, and the program does something else"`
	Diff  string `json:"diff" jsonschema:"a unified diff, of which lines may be left out at the end; control characters are escaped"`
}

// fixing is one answer to fix_preview.
type fixing struct {
	file  *source.File
	pages *pager
	out   fixesAnswer
}

// fixes returns what fixes would change. Nothing is changed.
func (s *server) fixes(ctx context.Context, in *fixInput) (string, *fixesAnswer, error) {
	doc, err := s.documents.named(&in.input)
	if err != nil {
		return "", nil, err
	}
	defer s.documents.close(doc)
	f := fixing{doc.File, newPager(in.From, ""), fixesAnswer{Fixes: []shownFix{}}}
	if in.Line == 0 && in.Col == 0 && in.Name == "" {
		err = f.all(ctx, doc)
	} else {
		err = f.at(ctx, doc, in)
	}
	if err != nil {
		return "", nil, err
	}
	var last strings.Builder
	for _, note := range f.out.Notes {
		last.WriteString("note: " + note + "\n")
	}
	text, rest := f.pages.end(last.String(), "line")
	f.out.remainder = rest
	return text, &f.out, nil
}

// all shows what luaflow fix does to the file.
func (f *fixing) all(ctx context.Context, doc *document) error {
	edits, omitted, err := doc.FixAll(ctx)
	if err != nil {
		return err
	}
	for _, o := range omitted {
		f.out.Notes = append(f.out.Notes, printable.Text(o.What))
	}
	if len(edits) == 0 {
		f.out.Notes = append(f.out.Notes, "nothing to fix: no warning has a verified fix")
		return nil
	}
	f.show(shownFix{Title: "all fixes of warnings", Level: analysis.Safe.String()}, edits)
	return nil
}

// at shows the fixes of the findings at a place.
func (f *fixing) at(ctx context.Context, doc *document, in *fixInput) error {
	if in.Col <= 0 && in.Name == "" {
		return errors.New("of a place a column from 1 is wanted, or a name; of all of the file no line")
	}
	pos, note, err := in.place(ctx, doc)
	if err != nil {
		return err
	}
	if note != "" {
		f.out.Notes = append(f.out.Notes, printable.Text(note))
	}
	found, err := doc.Findings(ctx)
	if err != nil {
		return err
	}
	isAny := false
	for i := range found {
		x := &found[i]
		if !x.Span.Touches(place.Indented(doc.File, pos)) || in.Code != "" && x.Code != in.Code {
			continue
		}
		isAny = true
		m, err := doc.Fixes(ctx, i)
		if err != nil {
			return err
		}
		f.finding(x, m.Fixes, m.IsPartial)
	}
	if !isAny {
		return nothing(doc.File, pos, errors.New("there is no finding here"))
	}
	return nil
}

// finding shows the fixes of a finding.
func (f *fixing) finding(x *analysis.Finding, fixes []analysis.Fix, isPartial bool) {
	for _, fx := range fixes {
		f.show(shownFix{Title: clip(printable.Text(fx.Title), maxMessage), Code: x.Code, Level: fx.Level.String()}, fx.Edits)
	}
	if len(fixes) == 0 {
		f.out.Notes = append(f.out.Notes, fmt.Sprintf("no fix for: %s [%s]", clip(printable.Text(x.Message), maxMessage), x.Code))
	}
	if isPartial {
		f.out.Notes = append(f.out.Notes, "not all fixes were tried: the file is large, and fixes are verified by compiling it")
	}
}

// show shows a fix, line by line.
func (f *fixing) show(fx shownFix, edits []source.Edit) {
	diff := report.UnifiedDiff(f.file.Name(), f.file.Text(), fix.Apply(f.file.Text(), edits))
	head := fmt.Sprintf("%s (%s):\n", fx.Title, fx.Level)
	isShown := f.pages.take([]byte(head), fx)
	for line := range strings.Lines(printable.Lines(diff)) {
		line = clip(line, maxItem)
		if f.pages.take([]byte(line), line) {
			fx.Diff += line
			isShown = true
		}
	}
	if isShown {
		f.out.Fixes = append(f.out.Fixes, fx)
	}
}
