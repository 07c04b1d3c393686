package syntax

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines where the word belongs that closes a block, if it is missing. Lua says where it
// noticed that, mostly at the end of the text; the second reading (see layout.go) knows which block
// the indentation leaves open, and which line shows it:
//
//   - a statement, first on its line, that is indented no deeper than the line that opened the
//     innermost block, where the block's own statements are, or stand on that line;
//   - a word, first on its line, that closes a block around it which was opened in its column;
//   - the end of the text, if all lines of the block are indented deeper than its opener;
//   - what goes on with the bracket around a function, where a statement of the function would begin: that
//     which closes it, or a comma. A comma after an expression does so if it is first on its line, and that
//     is indented no deeper than the line of the function.
//
// Of a block that is closed after all nothing is said, whatever its lines look like. Nothing is said
// either if something else was wrong in front of the place, or the lines that count mix tabs
// and spaces: of such lines nobody knows which is deeper. Then the block is the one that Lua names.

// Unclosed is a block of which the word is missing that closes it.
type Unclosed struct {
	End       source.Pos  // of the last token in the block: the word belongs after it; NoPos if nobody knows
	Opener    source.Span // the word that opens the block
	InBracket bool        // End is where a bracket goes on in which the block stands
}

// unclosed returns a block that ends where nobody knows.
func (p *parser) unclosed(b *openBlock) *Unclosed {
	word := source.Span{Start: source.Pos(b.word), End: source.Pos(b.word + wordLen(p.text[b.word:]))}
	return &Unclosed{End: source.NoPos, Opener: word}
}

// functionAround returns the innermost function of which p.open[at] is the block, or in which it is; nil if
// there is none.
func (p *parser) functionAround(at int) *openBlock {
	for ; at >= 0; at-- {
		if b := &p.open[at]; b.opener == tFunction {
			return b
		}
	}
	return nil
}

// goesOnOutside reports whether the token is what goes on with a bracket around the innermost function.
func (p *parser) goesOnOutside(at int) bool {
	if !closesBracket[p.kind] && p.kind != tComma {
		return false
	}
	f := p.functionAround(at)
	switch {
	case f == nil:
		return false
	case p.kind == tComma:
		return f.outside[bracketIndex[tRightParen]] > 0 || f.outside[bracketIndex[tRightBrace]] > 0
	}
	return f.outside[bracketIndex[p.kind]] > 0
}

// leavesComma reports whether the token, a comma between expressions, goes on with a bracket around the
// function in the second reading.
func (p *parser) leavesComma() bool {
	if !p.layout || p.brackets != [3]int{} {
		return false
	}
	at := len(p.open) - 1
	f := p.functionAround(at)
	return f != nil && p.goesOnOutside(at) && p.lines.dedents(p.start, f.pos)
}

// doubt notes that what is wrong at the token may be that a function is not closed, and the bracket goes on in which it
// stands: an assignment may be the next field of a constructor.
func (p *parser) doubt() {
	at := len(p.open) - 1
	f := p.functionAround(at)
	if p.goesOnOutside(at) || p.kind == tAssign && f != nil && f.outside[bracketIndex[tRightBrace]] > 0 {
		p.unbalanced = true
		p.beginsUnclosed = p.beginsUnclosed || len(p.tree.Errors) == 1
	}
}

// outdent is a line that tells that a block has ended: where the token in front of it ends, and where
// its first one begins.
type outdent struct{ end, first int }

// suspect notes, in the second reading, a statement that begins the line at first in the
// innermost block, but is indented no deeper than its opener.
func (p *parser) suspect(b *openBlock, width, opened, first int) {
	isInside := b.inner >= 0 && b.indent > opened || b.inner < 0 && len(p.statStack) > b.mark
	if b.out == nil && b.opener != tEOF && width <= opened && isInside {
		b.out = &outdent{p.prevEnd, first}
	}
}

// leaveOpen notes that the second reading leaves a block that is not closed. The first one counts.
func (p *parser) leaveOpen(b *openBlock) {
	if !p.layout || p.hasLeft {
		return
	}
	p.hasLeft = true
	out := b.out
	if _, first := p.lines.at(p.start); out == nil && first == p.start && endsBlock[p.kind] && p.kind != tEOF {
		out = &outdent{p.prevEnd, first}
	}
	if out == nil && p.kind == tEOF && b.inner >= 0 && b.indent > p.openedWidth(b) {
		out = &outdent{p.prevEnd, b.pos}
	}
	inBracket := out == nil && p.goesOnOutside(len(p.open)-1)
	if inBracket {
		out = &outdent{p.prevEnd, -1}
	}
	if out == nil || len(p.tree.Errors) > 0 || !inBracket && !p.isComparable(b, out.first) {
		return
	}
	p.left = p.unclosed(b)
	p.left.End, p.left.InBracket = source.Pos(out.end), inBracket
}

// isComparable reports whether the lines that tell where a block ends are indented by the same
// bytes, as far as both are.
func (p *parser) isComparable(b *openBlock, first int) bool {
	_, opener := p.lines.at(b.pos)
	if opener < 0 || first < 0 {
		return false
	}
	opened := p.indentation(opener)
	return strings.HasPrefix(opened, p.indentation(first)) &&
		(b.inner < 0 || strings.HasPrefix(p.indentation(b.inner), opened))
}

// indentation returns the white space in front of the first token of a line.
func (p *parser) indentation(first int) string {
	start := first
	for start > 0 && (p.text[start-1] == ' ' || p.text[start-1] == '\t') {
		start--
	}
	return p.text[start:first]
}

// wordLen returns how many letters text begins with.
func wordLen(text string) int {
	n := 0
	for n < len(text) && 'a' <= text[n] && text[n] <= 'z' {
		n++
	}
	return n
}
