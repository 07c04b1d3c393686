package mcp

import (
	"context"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
)

// checkInput is what check is asked.
type checkInput struct {
	input
	Hints bool `json:"hints,omitempty" jsonschema:"show hints too: what may be so, or matters less"`
}

// findingsAnswer is what check answers.
type findingsAnswer struct {
	Findings []location `json:"findings" jsonschema:"in the order of the files and their text"`
	Notes    []string   `json:"notes,omitempty" jsonschema:"what was not looked at, and what is wrong in the configuration"`
	remainder
}

// checking is one answer to check.
type checking struct {
	*documents
	survey *survey
	hints  bool
	pages  *pager
	out    findingsAnswer
	totals report.Totals
	said   map[string]bool // the notes
}

const (
	maxNotes = 10  // that an answer has; the others are counted
	maxNote  = 300 // bytes
)

// check returns what is to be said of a file, a folder or a text.
func (s *server) check(ctx context.Context, in *checkInput) (string, *findingsAnswer, error) {
	c := checking{documents: s.documents, hints: in.Hints, pages: newPager(in.From, ""), said: map[string]bool{}}
	c.out.Findings = []location{}
	c.survey = &survey{elsewhere: s.elsewhere}
	folder, err := s.folder(&in.input)
	switch {
	case err != nil:
		return "", nil, err
	case folder != nil:
		err = c.folder(ctx, folder)
	default:
		var doc *document
		if doc, err = s.documents.named(&in.input); err == nil {
			c.survey.path, c.survey.but = doc.path, doc
			err = c.document(ctx, doc)
		}
	}
	if err != nil {
		return "", nil, err
	}
	text := c.end()
	return text, &c.out, nil
}

// folder checks all files of a folder that luaflow check would take.
func (c *checking) folder(ctx context.Context, folder *project.File) error {
	c.survey.path = folder.Path
	options := c.settings.Walking(project.Options{Most: project.MostRead.Files, Stop: func() bool { return ctx.Err() != nil }})
	found := project.Walk(folder.Path, options)
	if found.IsPartial {
		c.note(fmt.Sprintf("%s: more than %d files: the others are not looked at", c.roots.name(folder.Path), options.Most))
	}
	for _, p := range found.Problems {
		c.note(c.roots.name(p.Path) + ": " + p.Message)
	}
	for i := range found.Files {
		f := &found.Files[i]
		if _, excluded := c.settings.Loader.For(f.Path).Excluded(f.Path); excluded {
			continue
		}
		doc, err := c.read(*f)
		if err != nil {
			c.note(err.Error())
			c.totals.Failed++
			continue
		}
		if err := c.document(ctx, doc); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// document checks a document, and closes it.
func (c *checking) document(ctx context.Context, doc *document) error {
	defer c.close(doc)
	c.configuration(doc)
	found, err := doc.Findings(ctx)
	if err != nil {
		return err
	}
	omitted, err := doc.Omissions(ctx)
	if err != nil {
		return err
	}
	kept, unsaid, err := c.survey.remaining(ctx, found)
	if err != nil {
		return err
	}
	c.totals.Files++
	for i := range kept {
		if !kept[i].Imposed { // which editors fade, and luaflow check does not show
			c.finding(doc, &kept[i])
		}
	}
	notes := report.NotesOf(doc.File, omitted)
	for i := range notes {
		c.note(notes[i].PlaceIn(doc.File.Name()) + ": " + notes[i].Message)
	}
	if unsaid > 0 {
		c.note(fmt.Sprintf("%s: %s about globals left out: the workspace has too many files to say", doc.File.Name(), report.Plural(unsaid, "finding")))
	}
	return nil
}

// finding shows a finding, as luaflow check does.
func (c *checking) finding(doc *document, x *analysis.Finding) {
	if x.Severity == analysis.Hint && !c.hints {
		c.totals.Count[x.Severity]++
		c.totals.LeftOut++
		return
	}
	c.totals.Count[x.Severity]++
	if !c.pages.wants() {
		c.pages.skip()
		return
	}
	shown := report.FindingOf(doc.File, x, report.WantsExcerpts)
	shown.Message = clip(shown.Message, maxMessage)
	text := report.AppendText(nil, &report.File{Name: doc.File.Name(), Findings: []report.Finding{shown}})
	p := placeAt(doc.File, x.Span, x.Message)
	p.Code, p.Severity = x.Code, x.Severity.String()
	if c.pages.take(text, p) {
		c.out.Findings = append(c.out.Findings, p)
	}
}

// configuration notes what is wrong in the configuration of a document, and whether it excludes it.
func (c *checking) configuration(doc *document) {
	loaded := c.settings.Loader.For(doc.path)
	for _, problem := range loaded.Problems {
		c.note(c.settings.Describe(problem))
	}
	if from, excluded := loaded.Excluded(doc.path); excluded {
		c.note(fmt.Sprintf("%s: left out (%s)", doc.File.Name(), c.settings.Origin(from)))
	}
}

// note adds a note, once.
func (c *checking) note(text string) {
	if text = clip(printable.Text(text), maxNote); c.said[text] {
		return
	}
	c.said[text] = true
	if len(c.out.Notes) < maxNotes {
		c.out.Notes = append(c.out.Notes, text)
	}
}

// end returns the text of the answer, and completes the structure.
func (c *checking) end() (text string) {
	if left := len(c.said) - len(c.out.Notes); left > 0 {
		c.out.Notes = append(c.out.Notes, "and "+report.Plural(left, "more note"))
	}
	var last string
	for _, note := range c.out.Notes {
		last += "note: " + note + "\n"
	}
	last += c.totals.Counts() + " in " + report.Plural(c.totals.Files, "file")
	if c.totals.LeftOut > 0 {
		last += "; " + report.Plural(c.totals.LeftOut, "hint") + " left out (hints = true shows them)"
	}
	text, c.out.remainder = c.pages.end(last+"\n", "finding")
	return text
}
