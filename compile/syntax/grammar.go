package syntax

import "sync"

// This file defines the tables that a Language comes down to. They are chosen once for
// a file, and again where its text rules dialects out.

// grammar is what the scanner and the parser ask of a language. It never changes.
type grammar struct {
	Language
	classes [256]byteClass
	traits  [256]uint8
	words   [numWords]kind // by reserved word: its kind, or tName

	zaps       bool // \z skips white space
	strict     bool // a call's arguments must begin on its line somewhere (splitCall)
	lonelyStop bool // neither empty statements nor statements after break, somewhere
	highNames  bool // bytes from 0x80 on are letters, somewhere
	exact      bool // the zero Language, which keeps to Lua 5.3's words: nothing else is recognised
}

const numWords = int(afterWords - firstWord)

var grammars sync.Map // of *grammar, by Language

// grammarOf returns the tables of a language.
func grammarOf(l Language) *grammar {
	if g, ok := grammars.Load(l); ok {
		return g.(*grammar)
	}
	g, _ := grammars.LoadOrStore(l, newGrammar(l))
	return g.(*grammar)
}

func newGrammar(l Language) *grammar {
	exact := l.Dialects == 0
	if exact {
		l.Dialects = Lua53
	}
	d := l.Dialects
	g := &grammar{
		Language: l, classes: byteClasses, traits: byteTraits,
		zaps:       d&zapEscapes.dialects != 0,
		strict:     d&^splitCall.dialects != 0,
		lonelyStop: d&^emptyStatement.dialects != 0,
		highNames:  d&LuaJIT != 0,
		exact:      exact,
	}
	for i := range g.words {
		g.words[i] = tAnd + kind(i)
	}
	if d&gotoName.dialects != 0 {
		g.words[tGoto-tAnd] = tName // a word only where a name follows: see statementWord
	}
	if d&^(Lua52|Lua53) != 0 {
		for c := range g.traits {
			if g.traits[c]&traitName != 0 {
				g.traits[c] |= traitNumeral
			}
		}
	}
	if g.highNames {
		for c := 0x80; c < 0x100; c++ {
			g.classes[c] = classHigh
			g.traits[c] |= traitNumeral
		}
	}
	g.extend(l.Extensions)
	return g
}

// extend makes the tables those of a language with extensions.
func (g *grammar) extend(x Extension) {
	if x&(SlashComment|BlockComment) != 0 {
		g.classes['/'] = classExtended
	}
	for i, c := range "|&!" {
		if x&[...]Extension{PipePipe, AmpersandPair, Bang | BangEqual}[i] != 0 || !g.exact {
			g.classes[c] = classExtended
		}
	}
	if !g.exact {
		g.classes['?'] = classExtended
	}
	if x&Backtick != 0 {
		g.classes['`'] = classQuote
		g.traits['`'] |= traitString
	}
}

// recognises reports whether the parser should read a feature, be it to say that no
// dialect at hand has it.
func (g *grammar) recognises(f *feature) bool { return g.Dialects&f.dialects != 0 || !g.exact }

// sign returns the sign that begins at i, a minus or a tilde, if it is one that Lua does not have: "->" or
// "~>>"; otherwise it is empty.
func (g *grammar) sign(text string, i int) string {
	if i+1 >= len(text) || text[i+1] != '>' || g.exact {
		return ""
	}
	if text[i] == '-' {
		return text[i : i+2]
	}
	if i+2 < len(text) && text[i+2] == '>' {
		return text[i : i+3]
	}
	return ""
}

// extended makes the token that Lua does not have which begins at i, or the usual one. It
// reports false if there is a comment, which it takes.
func (s *scanner) extended(i int) bool {
	next := byte(0)
	if i+1 < len(s.text) {
		next = s.text[i+1]
	}
	x, known := s.g.Extensions, !s.g.exact
	switch c := s.text[i]; {
	case c == '/' && next == '/' && x&SlashComment != 0, c == '/' && next == '*' && x&BlockComment != 0:
		s.end = s.comment(i)
		return false
	case c == '/':
		s.choose(i, '/', tDoubleSlash, tSlash)
	case c == '|' && next == '|':
		s.set(tPipePair, i, 2)
	case c == '&' && next == '&':
		s.set(tAmpersandPair, i, 2)
	case c == '!' && next == '=' && (known || x&BangEqual != 0):
		s.set(tBangEqual, i, 2)
	case c == '!' && (known || x&Bang != 0):
		s.set(tBang, i, 1)
	case c == '?' && next == '.':
		s.set(tQuestionDot, i, 2)
	case c == '?' && next == '?':
		s.set(tQuestionPair, i, 2)
	case c == '?':
		s.set(tQuestion, i, 1)
	case c == '!':
		s.set(tOther, i, 1)
	default:
		s.set(singleKinds[c], i, 1)
	}
	return true
}
