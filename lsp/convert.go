package lsp

import (
	"sort"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"luaflow/compile/source"
)

// This file is the only place where byte offsets meet the protocol's positions.

// encoding is the unit in which the protocol counts the characters of a line.
type encoding uint8

const (
	utf16 encoding = iota
	utf8bytes
	utf32
)

var encodings = map[protocol.PositionEncodingKind]encoding{
	protocol.PositionEncodingKindUTF8:  utf8bytes,
	protocol.PositionEncodingKindUTF16: utf16,
	protocol.PositionEncodingKindUTF32: utf32,
}

func (e encoding) kind() protocol.PositionEncodingKind {
	for kind, enc := range encodings {
		if enc == e {
			return kind
		}
	}
	panic("unknown encoding")
}

// mapper converts places of one text. Positions that do not exist are moved to the
// nearest one before them that does, as the protocol wants it.
type mapper struct {
	file   *source.File
	enc    encoding
	starts []source.Pos // of the lines as an editor counts them
}

func newMapper(f *source.File, enc encoding) mapper {
	m := mapper{file: f, enc: enc, starts: []source.Pos{0}}
	text := f.Text()
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			fallthrough
		case '\n':
			m.starts = append(m.starts, source.Pos(i+1))
		}
	}
	return m
}

// lineText is a line without its break.
func (m *mapper) lineText(line int) string {
	end := source.Pos(m.file.Len())
	if line+1 < len(m.starts) {
		end = m.starts[line+1]
	}
	t := m.file.Slice(source.Span{Start: m.starts[line], End: end})
	for len(t) > 0 && (t[len(t)-1] == '\n' || t[len(t)-1] == '\r') {
		t = t[:len(t)-1]
	}
	return t
}

func (m *mapper) units(r rune) uint32 {
	if m.enc == utf16 && r > 0xFFFF {
		return 2
	}
	return 1
}

func (m *mapper) position(p source.Pos) protocol.Position {
	line := sort.Search(len(m.starts), func(i int) bool { return m.starts[i] > p }) - 1
	before := m.lineText(line)
	if n := int(p - m.starts[line]); n < len(before) {
		before = before[:n]
	}
	col := uint32(len(before))
	if m.enc != utf8bytes {
		col = 0
		for _, r := range before {
			col += m.units(r)
		}
	}
	return protocol.Position{Line: uint32(line), Character: col}
}

func (m *mapper) pos(p protocol.Position) source.Pos {
	if int(p.Line) >= len(m.starts) {
		return source.Pos(m.file.Len())
	}
	text := m.lineText(int(p.Line))
	start := m.starts[p.Line]
	var col uint32
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		n := m.units(r)
		if m.enc == utf8bytes {
			n = uint32(size)
		}
		if col+n > p.Character {
			return start + source.Pos(i)
		}
		col += n
	}
	return start + source.Pos(len(text))
}

func (m *mapper) rangeOf(s source.Span) protocol.Range {
	return protocol.Range{Start: m.position(s.Start), End: m.position(s.End)}
}

func (m *mapper) span(r protocol.Range) source.Span {
	s := source.Span{Start: m.pos(r.Start), End: m.pos(r.End)}
	if s.End < s.Start {
		s.Start, s.End = s.End, s.Start
	}
	return s
}

func (m *mapper) textEdits(edits []source.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		out[i] = protocol.TextEdit{Range: m.rangeOf(e.Span), NewText: e.New}
	}
	return out
}

func (m *mapper) edits(edits []protocol.TextEdit) []source.Edit {
	out := make([]source.Edit, len(edits))
	for i, e := range edits {
		out[i] = source.Edit{Span: m.span(e.Range), New: e.NewText}
	}
	return out
}

// applyChanges makes the changes one after the other: each is relative to the text
// that the one before it left.
func applyChanges(f *source.File, enc encoding, changes []protocol.TextDocumentContentChangeEvent) *source.File {
	for _, change := range changes {
		text := f.Text()
		switch c := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			m := newMapper(f, enc)
			s := m.span(c.Range)
			text = text[:s.Start] + c.Text + text[s.End:]
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = c.Text
		}
		f = source.NewFile(f.Name(), text)
	}
	return f
}
