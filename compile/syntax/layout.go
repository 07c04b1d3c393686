package syntax

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines how indentation helps to find the end of a block whose
// closing word is missing. Lua notices a missing `end` only at the end of the
// file; by then everything after it stands in the wrong function.
//
// The second reading of such a file (see Parse) holds that what is written in one
// column belongs together:
//
//   - A line that declares something (it begins with `local`, or has a
//     `function`) and is indented no deeper than the line that opened a block is
//     no part of the block. The same holds for any line after a `return`.
//   - A word that closes blocks, first on its line and indented less than the
//     line that opened the innermost block, closes the outer block that was
//     opened in its column, if there is one.
//   - Such a word in the column of the block's own statements closes nothing.
//   - What goes on with the bracket around a function ends the function (see unclosed.go).
//
// A text that is not written so makes the second reading complain more than the
// first, and then the first is kept.

// tabWidth is how far apart tab stops are. It matters only where tabs and spaces
// are mixed.
const tabWidth = 8

// indents answers questions about indentation, and keeps the line it was last
// asked about.
type indents struct {
	file  *source.File
	lua   source.LineCursor
	line  int // -1: none yet
	width int // of its white space
	first int // its first byte that is not white space
}

// at gives the indentation of the line with the byte at pos, and where its first
// token begins.
func (n *indents) at(pos int) (width, first int) {
	if n.line < 0 {
		n.lua = n.file.Cursor()
	}
	line := n.lua.Line(source.Pos(pos))
	if line != n.line {
		n.line = line
		n.measure(max(int(n.file.LuaLines()[line-1]), int(n.file.Body())))
	}
	return n.width, n.first
}

// maxIndent bounds the white space that is looked at, in bytes. Beyond it, a line
// counts as having no first token.
const maxIndent = 1000

// measure sets width and first for the line that begins at i.
func (n *indents) measure(i int) {
	n.width = 0
	text := n.file.Text()
	for end := i + maxIndent; i < len(text) && (text[i] == ' ' || text[i] == '\t'); i++ {
		if i == end {
			n.first = -1
			return
		}
		if text[i] == '\t' {
			n.width += tabWidth - n.width%tabWidth
		} else {
			n.width++
		}
	}
	n.first = i
}

// dedents reports whether the token at pos is the first of its line, a later one
// than that of the byte at from, and indented no deeper than that.
func (n *indents) dedents(pos, from int) bool {
	width, first := n.at(pos)
	if first != pos {
		return false
	}
	opened, openedFirst := n.at(from)
	return first != openedFirst && width <= opened
}

// layoutBoundary decides what boundary does, by the indentation alone: it returns goesOn if that
// has nothing to say.
func (p *parser) layoutBoundary(at int, returned bool) verdict {
	b := &p.open[at]
	if p.goesOnOutside(at) {
		p.leaveOpen(b)
		p.guess()
		return leavesBlock
	}
	width, first := p.lines.at(p.start)
	if first != p.start || p.kind == tEOF {
		return goesOn
	}
	opened := p.openedWidth(b)
	if !endsBlock[p.kind] {
		p.suspect(b, width, opened, first)
		if b.indent < 0 {
			b.indent, b.inner = width, first
		}
		if width <= opened && (returned || p.declares(first)) {
			p.leaveOpen(b)
			p.guess()
			return leavesBlock
		}
		return goesOn
	}
	switch {
	case width < opened && p.closesColumn(at, width):
		p.leaveOpen(b)
		p.guess()
		return leavesBlock
	case width > opened && width == b.indent && b.closedBy(p.kind):
		p.hasLeft = true
		p.guess()
		return strayToken
	}
	return goesOn
}

// openedWidth returns the indentation of the line that opened a block; -1 for the
// chunk.
func (p *parser) openedWidth(b *openBlock) int {
	if b.opener == tEOF {
		return -1
	}
	width, _ := p.lines.at(b.pos)
	return width
}

// declares reports whether the line whose first token begins at first, the
// parser's token, declares something.
func (p *parser) declares(first int) bool {
	if p.kind == tLocal {
		return true
	}
	return strings.Contains(p.text[first:lineEnd(p.text, first, true)], "function")
}

// closesColumn reports whether the token closes a block around p.open[at] that
// was opened in a line of the given indentation.
func (p *parser) closesColumn(at, width int) bool {
	for at--; at >= 0; at-- {
		if b := &p.open[at]; b.closedBy(p.kind) && p.openedWidth(b) == width {
			return true
		}
	}
	return false
}

// guess notes that the indentation decided at the token.
func (p *parser) guess() {
	p.taint()
	p.faults++
	p.lastBad = p.start
}
