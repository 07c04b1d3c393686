package syntax

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines what a Tree can tell of its text: where the tokens are that
// the tree does not keep.

// After returns the first byte of the token at or after p, which must not lie in a
// token or comment; the end of the text if there is none.
func (t *Tree) After(p source.Pos) source.Pos {
	text := t.File.Text()
	i := int(p)
	if p < t.File.Body() {
		i = int(t.File.Body())
	}
	for i < len(text) {
		switch {
		case isSpace(text[i]):
			i++
		case t.beginsComment(i):
			i, _, _ = commentEnd(text, i, true)
		default:
			return source.Pos(i)
		}
	}
	return source.Pos(len(text))
}

// Paren returns where the parenthesis of a call's arguments begins, if what is called ends at
// p; NoPos if the only argument has none around it.
func (t *Tree) Paren(p source.Pos) source.Pos {
	text := t.File.Text()
	if int(p) < len(text) && text[p] != '(' {
		p = t.After(p)
	}
	if int(p) < len(text) && text[p] == '(' {
		return p
	}
	return source.NoPos
}

// beginsComment reports whether the byte at i begins a comment.
func (t *Tree) beginsComment(i int) bool {
	text := t.File.Text()
	if i+1 >= len(text) {
		return false
	}
	switch text[i] {
	case '-':
		return text[i+1] == '-'
	case '/':
		x := t.g.Extensions
		return text[i+1] == '/' && x&SlashComment != 0 || text[i+1] == '*' && x&BlockComment != 0
	}
	return false
}

// commentEnd returns where the comment at i ends; not closed if that is only because the
// text does.
func commentEnd(text string, i int, hasCR bool) (end int, long, closed bool) {
	if text[i] == '/' && text[i+1] == '*' {
		n := strings.Index(text[i+2:], "*/")
		if n < 0 {
			return len(text), true, false
		}
		return i + n + 4, true, true
	}
	if text[i] == '-' {
		if level := longBracket(text, i+2); level >= 0 {
			end, closed = longEnd(text, i+2, level)
			return end, true, closed
		}
	}
	return lineEnd(text, i+2, hasCR), false, true
}

// TokenAt returns the whole token that begins at p; empty at the end of the text.
func (t *Tree) TokenAt(p source.Pos) source.Span {
	return source.Span{Start: p, End: source.Pos(tokenEnd(t.g, t.File.Text(), int(p)))}
}

// tokenEnd returns where the scanner ends the token that begins at i.
func tokenEnd(g *grammar, text string, i int) int {
	if i >= len(text) {
		return len(text)
	}
	switch c := text[i]; g.classes[c] {
	case classLetter:
		j := i + 1
		for j < len(text) && byteTraits[text[j]]&traitName != 0 {
			j++
		}
		if j < len(text) && text[j] >= 0x80 && g.highNames {
			return highNameEnd(text, j)
		}
		return j
	case classHigh:
		return highNameEnd(text, i)
	case classExtended:
		s := scanner{text: text, g: g}
		s.extended(i)
		return s.end
	case classDigit:
		return g.numeral(text, i).end
	case classQuote:
		return shortEnd(text, i, g.zaps)
	case classLeftBracket:
		if level := longBracket(text, i); level >= 0 {
			end, _ := longEnd(text, i, level)
			return end
		}
		for i++; i < len(text) && text[i] == '='; {
			i++
		}
		return i
	case classDot:
		if i+1 < len(text) && isDigit(text[i+1]) {
			return g.numeral(text, i).end
		}
	case classMinus, classTilde:
		if sign := g.sign(text, i); sign != "" {
			return i + len(sign)
		}
	}
	for n := min(3, len(text)-i); n > 1; n-- {
		if longOperators[text[i:i+n]] {
			return i + n
		}
	}
	return i + 1
}

// longOperators are the operators of several bytes that Lua has.
var longOperators = func() map[string]bool {
	m := map[string]bool{}
	for k := tPlus; k < firstSign; k++ {
		if len(kindText[k]) > 1 {
			m[kindText[k]] = true
		}
	}
	return m
}()

// NearText returns what Lua writes after "near" in a message about the token that
// begins at p; empty if it writes no "near" at all.
func (t *Tree) NearText(p source.Pos) string {
	s := scanner{
		text: t.File.Text(), g: t.g, end: int(p), hasCR: true,
		fail: func(lexError) {}, uses: func(feature, int) bool { return true },
	}
	s.reset(0)
	s.next()
	return s.near()
}

// near returns what NearText does, for the scanner's token. Lua shows a string as its buffer
// holds it: the quotes as written, and the value between them.
func (s *scanner) near() string {
	token := s.text[s.start:s.end]
	switch s.kind {
	case tName, tNumber:
		return quote(token)
	case tString:
		delim := 1
		if token[0] == '[' {
			delim = longBracket(token, 0) + 2
		}
		if delim == 1 && token[0] == '[' || len(token) < 2*delim {
			return quote(token) // not finished
		}
		return quote(token[:delim] + s.syms[s.sym] + token[len(token)-delim:])
	case tOther:
		if token == "\x00" {
			return "" // 0 stands for "no token" there
		}
		return quoteChar(token[0])
	}
	return s.kind.quoted()
}
