package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/hover"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// Why a field of a module is alive: what in the project uses it, from what starts the program.

// keeper is a part of the program on the way from a root to a field that it keeps alive. What is in it can be printed.
type keeper struct {
	uri  string // of its file
	path string // in the program
	line int    // of its definition, from 1 on; 0 if that is not known, or it is all of the file
	name string // of the field; "" for what happens while the file is loaded
	why  string // why it is a root; "" for one that the keeper in front of it uses
}

// where returns the path of a keeper, with the line if that is known.
func (k *keeper) where() string {
	if k.line == 0 {
		return k.path
	}
	return fmt.Sprintf("%s:%d", k.path, k.line)
}

// keepers returns the shortest way from a root to a field of what a file returns, the field itself at its end; nil if nothing
// uses it. It is found without a look at any text.
func (s *server) keepers(field *moduleField) []keeper {
	way, _ := field.program.Why(field.file, field.name)
	if way == nil {
		return nil
	}
	keepers := make([]keeper, len(way))
	for i, w := range way {
		keepers[i] = keeper{
			s.files.uriOf(field.program.paths[w.File]), printable.Text(field.program.Files[w.File].Path), w.Line, printable.Text(w.Export), printable.Text(w.Why),
		}
	}
	return keepers
}

// writeKeepers writes what keeps the field of a module alive that is given a value where a hover is, or that nothing does. It
// writes nothing of another place, nor if the program is not known.
func (s *server) writeKeepers(w *hoverWriter, snap *session.Snapshot, export *nav.Export) {
	p, file := s.links.programAt(snap.File.Name())
	if p == nil || export.Name == "" {
		return
	}
	keepers := s.keepers(&moduleField{program: p, file: file, name: export.Name})
	switch last := len(keepers) - 1; {
	case p.IsUnused(file, export.Name):
		w.Paragraph("nothing in the project uses it")
	case last == 0:
		w.Paragraph("kept alive: " + w.words(keepers[0].why))
	case last > 0:
		w.keepers(keepers[:last])
	}
}

// keepers lists what keeps a field alive; of very many the first and those nearest to the field.
func (w *hoverWriter) keepers(keepers []keeper) {
	if w.Paragraph("kept alive by"); len(keepers) > 1 {
		w.WriteString(", each using the next one")
	}
	w.WriteString(":")
	if w.Markdown {
		w.WriteString("\n") // a list needs it
	}
	left := len(keepers) - hover.MaxPlaces
	for i := range keepers {
		k := &keepers[i]
		switch {
		case left > 0 && i == 1:
			fmt.Fprintf(w, "\n- %d more", left)
			continue
		case left > 0 && 1 < i && i <= left:
			continue
		}
		where := w.Code(k.where())
		if w.Markdown {
			where = fmt.Sprintf("[%s](%s#L%d)", where, hover.LinkTarget(k.uri), max(1, k.line))
		}
		w.WriteString("\n- " + where)
		if k.name != "" {
			w.WriteString(" " + w.Code(k.name))
		}
		if k.why != "" {
			w.WriteString(": " + w.words(k.why))
		}
	}
}

// words returns words that may have the name of a file in them, as code if they could be markup.
func (w *hoverWriter) words(text string) string {
	if strings.ContainsAny(text, "`<>[]()!\\&*_~|$:/#") {
		return w.Code(text)
	}
	return text
}

// whyUsed returns why the project uses the field of a module that stands at a place: the shortest way to it from what starts the
// program. It is nil where something else stands, or nothing uses the field.
func (s *server) whyUsed(ctx context.Context, snap *session.Snapshot, pos source.Pos) ([]Reason, error) {
	field, ok, err := s.moduleFieldAt(ctx, snap, pos)
	if err != nil || !ok {
		return nil, err
	}
	keepers := s.keepers(&field)
	if keepers == nil {
		return nil, nil
	}
	steps := make([]Step, len(keepers))
	for i := range keepers {
		k := &keepers[i]
		text := k.path
		if k.name != "" {
			text += ": " + place.Quote(k.name)
		}
		if k.why != "" {
			text += ": " + k.why
		}
		steps[i] = Step{Location: &protocol.Location{URI: uri.URI(k.uri), Range: lineRange(k.line)}, Message: text}
	}
	m := mapper{snap.File, s.client.encoding}
	return []Reason{{Range: m.rangeOf(field.at), Message: "the project uses " + place.Quote(field.name) + " of " + printable.Text(field.program.Files[field.file].Path), Steps: steps}}, nil
}
