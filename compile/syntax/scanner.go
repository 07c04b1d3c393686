package syntax

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines the scanner: llex of the reference's llex.c, without its
// buffer. A token is a kind and a byte range of the text; what else there is to
// know of it stands in sym, isFloat and isBoxed.

// scanner holds one token of a text at a time: the one that the reference's
// parser would hold.
type scanner struct {
	text     string
	g        *grammar
	interner // of names and strings

	kind    kind
	start   int // the token is text[start:end]
	end     int
	prevEnd int  // of the token before
	sym     Sym  // of a tName or tString
	isFloat bool // of a tNumber: see Number
	isBoxed bool

	isSeparated bool // a numeral was met as it is read by NewLuaJIT alone

	hasCR    bool // the text has a carriage return
	comments []Comment
	buf      []byte // of a string with escapes
	// fail is called when no token can be made as the language wants it. The
	// scanner makes one nevertheless.
	fail func(lexError)
	// uses is called when the token has syntax that not all dialects have, for which
	// Lua would name the line of the byte at. It reports whether that may be.
	uses func(f feature, at int) bool
}

// lexError is an error in the scanner's token.
type lexError struct {
	at     int // where the scanner stood: Lua names this line
	msg    string
	near   string // what Lua puts after "near"
	opened int    // where that which is not finished began; -1 if msg does not say
}

// next makes the token after the present one.
func (s *scanner) next() {
	text, i := s.text, s.end
	classes := &s.g.classes
	s.prevEnd = i
	for {
		for uint(i) < uint(len(text)) && classes[text[i]] == classSpace {
			i++
		}
		if uint(i) >= uint(len(text)) {
			break
		}
		c := text[i]
		switch classes[c] {
		case classLetter:
			s.name(i)
		case classDigit:
			s.numeral(i)
		case classQuote:
			s.shortString(i)
		case classSingle:
			s.set(singleKinds[c], i, 1)
		case classMinus:
			if i+1 < len(text) && text[i+1] == '-' {
				i = s.comment(i)
				continue
			}
			if s.g.sign(text, i) != "" {
				s.set(tArrow, i, 2)
			} else {
				s.set(tMinus, i, 1)
			}
		case classLeftBracket:
			s.leftBracket(i)
		case classEqual:
			s.choose(i, '=', tEqual, tAssign)
		case classLess:
			if i+1 < len(text) && text[i+1] == '<' {
				s.set(tShiftLeft, i, 2)
			} else {
				s.choose(i, '=', tLessEqual, tLess)
			}
		case classGreater:
			if i+1 < len(text) && text[i+1] == '>' {
				s.set(tShiftRight, i, 2)
			} else {
				s.choose(i, '=', tGreaterEqual, tGreater)
			}
		case classSlash:
			s.choose(i, '/', tDoubleSlash, tSlash)
		case classTilde:
			if s.g.sign(text, i) != "" {
				s.set(tShiftArith, i, 3)
			} else {
				s.choose(i, '=', tNotEqual, tTilde)
			}
		case classColon:
			s.choose(i, ':', tDoubleColon, tColon)
		case classDot:
			s.dot(i)
		case classHigh:
			s.highName(i)
		case classExtended:
			if !s.extended(i) {
				i = s.end
				continue
			}
		default:
			s.set(tOther, i, 1)
		}
		return
	}
	s.set(tEOF, len(text), 0)
}

// set makes a token of n bytes.
func (s *scanner) set(k kind, start, n int) {
	s.kind, s.start, s.end = k, start, start+n
}

// choose makes a token of two bytes if the second is c, else one of one byte.
func (s *scanner) choose(i int, c byte, two, one kind) {
	if i+1 < len(s.text) && s.text[i+1] == c {
		s.set(two, i, 2)
	} else {
		s.set(one, i, 1)
	}
}

func (s *scanner) name(i int) {
	text, j := s.text, i+1
	for uint(j) < uint(len(text)) && byteTraits[text[j]]&traitName != 0 {
		j++
	}
	if uint(j) < uint(len(text)) && text[j] >= 0x80 && s.g.highNames {
		s.highName(i)
		return
	}
	s.start, s.end = i, j
	s.sym = s.intern(text[i:j])
	s.kind = tName
	if s.sym-firstWord < afterWords-firstWord {
		s.kind = s.g.words[s.sym-firstWord]
	}
}

// highName makes a name that has bytes from 0x80 on.
func (s *scanner) highName(i int) {
	j := highNameEnd(s.text, i)
	s.kind, s.start, s.end = tName, i, j
	s.sym = s.intern(s.text[i:j])
	s.uses(highNames, i)
}

func highNameEnd(text string, i int) int {
	for i < len(text) && IsNameByte(text[i]) {
		i++
	}
	return i
}

// dot makes `.`, `..`, `...` or a numeral.
func (s *scanner) dot(i int) {
	rest := s.text[i:]
	switch {
	case strings.HasPrefix(rest, "..."):
		s.set(tDots, i, 3)
	case strings.HasPrefix(rest, ".."):
		s.set(tConcat, i, 2)
	case len(rest) > 1 && isDigit(rest[1]):
		s.numeral(i)
	default:
		s.set(tDot, i, 1)
	}
}

// comment keeps the comment at i and returns its end.
func (s *scanner) comment(i int) int {
	end, long, closed := commentEnd(s.text, i, s.hasCR)
	if level := longBracket(s.text, i+2); long && level == 0 {
		s.start, s.end = i, end // what the token before it means is known by now
		s.nested(i+2, end)
	}
	if !closed {
		s.unfinishedLong("unfinished long comment", i)
	}
	s.comments = append(s.comments, Comment{
		Span: source.Span{Start: source.Pos(i), End: source.Pos(end)},
		Long: long,
	})
	return end
}

// lineEnd returns where the line that holds the byte at i ends, without its break.
func lineEnd(text string, i int, hasCR bool) int {
	n := strings.IndexByte(text[i:], '\n')
	if n < 0 {
		n = len(text) - i
	}
	if hasCR {
		if cr := strings.IndexByte(text[i:i+n], '\r'); cr >= 0 {
			n = cr
		}
	}
	return i + n
}

func hasCR(text string) bool { return strings.IndexByte(text, '\r') >= 0 }
