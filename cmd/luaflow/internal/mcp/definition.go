package mcp

import (
	"context"
	"fmt"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/analysis/waste"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// definitionInput is what definition is asked.
type definitionInput struct{ position }

// definitionAnswer is what definition answers.
type definitionAnswer struct {
	About       location   `json:"about" jsonschema:"the name that is asked about"`
	Definitions []location `json:"definitions" jsonschema:"of a use: the stores that reach it, on some path; of a store or declaration: itself"`
	Declaration *location  `json:"declaration,omitempty" jsonschema:"where the variable or label is declared"`
	Uses        []location `json:"uses,omitempty" jsonschema:"of a store: where its value is read"`
	Notes       []string   `json:"notes,omitempty" jsonschema:"what else is known of the value"`
	remainder
}

// meaning is what a name stands for.
type meaning struct {
	at, decl source.Span
	defs     []source.Span
	info     nav.Info
	isName   bool // of a variable; else of a label
}

// definition returns where a name gets its value, and of a store who reads it.
func (s *server) definition(ctx context.Context, in *definitionInput) (string, *definitionAnswer, error) {
	doc, pos, note, err := s.ask(ctx, &in.position)
	if err != nil {
		return "", nil, err
	}
	defer s.documents.close(doc)
	m, err := session.Ask(ctx, doc.Snapshot, func(p *waste.Parts) (m meaning) {
		m.at, m.defs = nav.DefinitionsOf(p, pos)
		_, m.decl = nav.DeclarationOf(p, pos)
		m.info, m.isName = nav.At(p, pos)
		if !m.at.Valid() {
			m.at = place.At(p, pos).Nearest(pos)
			m.defs, m.isName = nil, false
		}
		return m
	})
	switch {
	case err != nil:
		return "", nil, err
	case len(m.defs) == 0 && !m.isName:
		return "", nil, nothing(doc.File, pos, &place.NothingError{Reason: "there is no name of a variable or label here", Nearest: m.at})
	}
	head := report.AppendPlace([]byte(note), false, doc.File, m.at, "about `"+printable.Text(doc.File.Slice(m.at))+"`", "")
	d := defining{doc.File, newPager(in.From, clip(string(head), maxItem)), definitionAnswer{Definitions: []location{}}}
	return d.answer(&m)
}

// defining is one answer to definition.
type defining struct {
	file  *source.File
	pages *pager
	out   definitionAnswer
}

func (d *defining) answer(m *meaning) (string, *definitionAnswer, error) {
	d.out.About = placeAt(d.file, m.at, d.file.Slice(m.at))
	for _, at := range m.defs {
		words := "defined here"
		if m.isName && m.info.IsUse {
			words = "its value comes from here" + marksAt(m.info.Defs, at)
		}
		d.show(&d.out.Definitions, at, words)
	}
	if m.decl.Valid() {
		var declared []location
		d.show(&declared, m.decl, "declared here")
		if declared != nil {
			d.out.Declaration = &declared[0]
		}
	}
	if m.isName && !m.info.IsUse {
		for i := range m.info.Uses {
			use := &m.info.Uses[i]
			d.show(&d.out.Uses, use.Site, "its value is read here"+marks(use))
		}
	}
	var last string
	for _, note := range d.notes(m) {
		note = clip(printable.Text(note), maxMessage)
		d.out.Notes = append(d.out.Notes, note)
		last += note + "\n"
	}
	text, rest := d.pages.end(last, "place")
	d.out.remainder = rest
	return text, &d.out, nil
}

// show shows a place.
func (d *defining) show(list *[]location, at source.Span, words string) {
	if !d.pages.wants() {
		d.pages.skip()
		return
	}
	p := placeAt(d.file, at, words)
	if d.pages.take(report.AppendPlace(nil, false, d.file, at, printable.Text(words), ""), p) {
		*list = append(*list, p)
	}
}

// notes returns what else is known of a name.
func (d *defining) notes(m *meaning) (notes []string) {
	if !m.isName {
		return nil
	}
	if m.info.Dead {
		why := "never used"
		if m.info.Why != "" {
			why += ": " + m.info.Why
		}
		notes = append(notes, why)
	}
	notes = append(notes, m.info.Notes...)
	switch {
	case m.info.Cell:
		notes = append(notes, "captured by a function: a call may read or write it")
	case m.info.Kind == place.Global:
		notes = append(notes, "a global: any code may read or write it")
	}
	return notes
}

// marksAt returns what is said of the place at a span.
func marksAt(places []place.Place, at source.Span) string {
	for i := range places {
		if places[i].Site == at {
			return marks(&places[i])
		}
	}
	return ""
}

// marks returns on which paths a value goes between a place and the name that is asked about.
func marks(p *place.Place) (text string) {
	if p.May {
		text = " (may: only if a closure runs in between)"
	}
	if p.If != "" {
		text += fmt.Sprintf(", %s", p.If)
	}
	return text
}
