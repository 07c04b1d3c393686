package mcp

import (
	"context"
	"fmt"

	"luaflow/analysis/across"
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
	Definitions []location `json:"definitions" jsonschema:"of a use: the stores that reach it, on some path; of a store or declaration: itself; of a field of a module: where it gets its first value"`
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
	// field is that of a module, if nothing else is known there; its Name is "" if there is none.
	field across.Place
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
		if len(m.defs) == 0 && !m.isName {
			m.field, _ = across.PlaceAt(p.Facts, pos)
		}
		if !m.at.Valid() {
			m.at = place.At(p, pos).Nearest(pos)
			m.defs, m.isName = nil, false
		}
		return m
	})
	switch {
	case err != nil:
		return "", nil, err
	case m.field.Name != "":
		return s.fieldDefinition(ctx, doc, in, note, m.field)
	case len(m.defs) == 0 && !m.isName:
		return "", nil, nothing(doc.File, pos, &place.NothingError{Reason: "there is no name of a variable or label here", Nearest: m.at})
	}
	d := newDefining(doc.File, in, note, m.at)
	return d.answer(&m)
}

// fieldDefinition returns where a field of a module gets its first value, whatever file that is in.
func (s *server) fieldDefinition(ctx context.Context, doc *document, in *definitionInput, note string, field across.Place) (string, *definitionAnswer, error) {
	p, err := s.programs.of(ctx, doc)
	if err != nil {
		return "", nil, err
	}
	defer p.close(s.documents)
	var found []source.Span
	file := p.own
	if p.Program != nil {
		var ok bool
		if file, ok = p.Program.Module(p.own, field.Module); ok {
			if found, err = p.Definitions(file, field.Name); err != nil {
				return "", nil, err
			}
		}
	}
	if len(found) == 0 {
		return "", nil, nothing(doc.File, field.At.Start, &place.NothingError{Reason: "no file of the program is known to give this field a value", Nearest: source.NoSpan})
	}
	d := newDefining(doc.File, in, note, field.At)
	for _, at := range found {
		d.show(&d.out.Definitions, p.docs[file].File, at, "its first value comes from here")
	}
	return d.end("")
}

// defining is one answer to definition.
type defining struct {
	file  *source.File
	pages *pager
	out   definitionAnswer
}

// newDefining returns the beginning of an answer about a place in a file.
func newDefining(f *source.File, in *definitionInput, note string, at source.Span) *defining {
	head := report.AppendPlace([]byte(note), false, f, at, "about `"+printable.Text(f.Slice(at))+"`", "")
	return &defining{f, newPager(in.From, clip(string(head), maxItem)), definitionAnswer{About: placeAt(f, at, f.Slice(at)), Definitions: []location{}}}
}

func (d *defining) answer(m *meaning) (string, *definitionAnswer, error) {
	for _, at := range m.defs {
		words := "defined here"
		if m.isName && m.info.IsUse {
			words = "its value comes from here" + marksAt(m.info.Defs, at)
		}
		d.show(&d.out.Definitions, d.file, at, words)
	}
	if m.decl.Valid() {
		var declared []location
		d.show(&declared, d.file, m.decl, "declared here")
		if declared != nil {
			d.out.Declaration = &declared[0]
		}
	}
	if m.isName && !m.info.IsUse {
		for i := range m.info.Uses {
			use := &m.info.Uses[i]
			d.show(&d.out.Uses, d.file, use.Site, "its value is read here"+marks(use))
		}
	}
	var last string
	for _, note := range d.notes(m) {
		note = clip(printable.Text(note), maxMessage)
		d.out.Notes = append(d.out.Notes, note)
		last += note + "\n"
	}
	return d.end(last)
}

// end returns the answer, with a last line or "".
func (d *defining) end(last string) (string, *definitionAnswer, error) {
	text, rest := d.pages.end(last, "place")
	d.out.remainder = rest
	return text, &d.out, nil
}

// show shows a place in a file.
func (d *defining) show(list *[]location, f *source.File, at source.Span, words string) {
	if !d.pages.wants() {
		d.pages.skip()
		return
	}
	p := placeAt(f, at, words)
	if d.pages.take(report.AppendPlace(nil, false, f, at, printable.Text(words), ""), p) {
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
