package lsp

import (
	"go.lsp.dev/protocol"

	"luaflow/compile/source"
)

// This file is the only place where the byte offsets of a text meet the protocol's
// lines and characters. The arithmetic is package source's, and so is the rule for
// a position that does not exist: it means the nearest one before it that does.

// encodings are the protocol's names for what a character of a line is.
var encodings = map[protocol.PositionEncodingKind]source.Encoding{
	protocol.PositionEncodingKindUTF8:  source.UTF8,
	protocol.PositionEncodingKindUTF16: source.UTF16,
	protocol.PositionEncodingKindUTF32: source.UTF32,
}

// kindOf returns the protocol's name for an encoding.
func kindOf(enc source.Encoding) protocol.PositionEncodingKind {
	for kind, e := range encodings {
		if e == enc {
			return kind
		}
	}
	return protocol.PositionEncodingKindUTF16
}

// mapper converts the places of one text.
type mapper struct {
	file *source.File
	enc  source.Encoding
}

func (m mapper) position(p source.Pos) protocol.Position {
	return position(m.file.Point(p, m.enc))
}

func (m mapper) pos(p protocol.Position) source.Pos {
	return m.file.Pos(point(p), m.enc)
}

func (m mapper) rangeOf(s source.Span) protocol.Range {
	r := m.file.Range(s, m.enc)
	return protocol.Range{Start: position(r.Start), End: position(r.End)}
}

func (m mapper) span(r protocol.Range) source.Span {
	return m.file.Span(sourceRange(r), m.enc)
}

func (m mapper) textEdits(edits []source.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		out[i] = protocol.TextEdit{Range: m.rangeOf(e.Span), NewText: e.New}
	}
	return out
}

func (m mapper) edits(edits []protocol.TextEdit) []source.Edit {
	out := make([]source.Edit, len(edits))
	for i, e := range edits {
		out[i] = source.Edit{Span: m.span(e.Range), New: e.NewText}
	}
	return out
}

// applyChanges makes the changes one after the other: the places of each are those
// of the text that the one before it left.
func applyChanges(f *source.File, enc source.Encoding, changes []protocol.TextDocumentContentChangeEvent) *source.File {
	edits := make([]source.Change, 0, len(changes))
	for _, change := range changes {
		switch c := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			edits = append(edits, source.Change{Range: sourceRange(c.Range), New: c.Text})
		case *protocol.TextDocumentContentChangeWholeDocument:
			f, edits = source.NewFile(f.Name(), c.Text), edits[:0]
		}
	}
	return f.ReplaceAll(edits, enc)
}

func point(p protocol.Position) source.Point {
	return source.Point{Line: int(p.Line), Col: int(p.Character)}
}

func position(p source.Point) protocol.Position {
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Col)}
}

func sourceRange(r protocol.Range) source.Range {
	return source.Range{Start: point(r.Start), End: point(r.End)}
}

// lineRange returns the beginning of a line, counted from 1 on; of the first one for 0.
func lineRange(line int) protocol.Range {
	start := protocol.Position{Line: uint32(max(1, line) - 1)}
	return protocol.Range{Start: start, End: start}
}
