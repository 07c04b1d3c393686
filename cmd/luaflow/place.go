package main

import (
	"unicode/utf8"

	"luaflow/compile/source"
)

// place is a position for people: Lua's line number, and the column in code points,
// each stray byte of invalid UTF-8 counting as one. Both count from 1.
type place struct{ line, col int }

// placer finds places, fast for positions that come nearly in order, long lines
// included. It belongs to one goroutine.
type placer struct {
	file  *source.File
	lines source.LineCursor
	// col is the column of pos, in the line that begins at start.
	start, pos source.Pos
	col        int
}

func newPlacer(f *source.File) *placer {
	return &placer{file: f, lines: f.Cursor(), col: 1}
}

func (p *placer) place(pos source.Pos) place {
	line := p.lines.Line(pos)
	if start := p.file.LuaLines()[line-1]; start != p.start || pos < p.pos {
		p.start, p.pos, p.col = start, start, 1
	}
	p.col += utf8.RuneCountInString(p.file.Text()[p.pos:pos])
	p.pos = pos
	return place{line, p.col}
}

// lineSpan is the text of a line, without its break.
func (p *placer) lineSpan(line int) source.Span {
	starts := p.file.LuaLines()
	s := source.Span{Start: starts[line-1], End: source.Pos(p.file.Len())}
	if line < len(starts) {
		s.End = starts[line]
	}
	for text := p.file.Text(); s.End > s.Start && (text[s.End-1] == '\n' || text[s.End-1] == '\r'); {
		s.End--
	}
	return s
}
