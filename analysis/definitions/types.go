package definitions

import "strings"

// This file reads types, as far as it matters: where they end, whether nil is among their values, and what functions take
// and return.
//
//	union    = postfix { "|" postfix }
//	postfix  = atom { "?" | "[" … "]" | "<" … ">" }
//	atom     = name | number | string | "(" union ")" | "{" … "}" | "[" … "]" | function
//	function = [ "async" ] "fun" [ "<" … ">" ] "(" … ")" [ ":" union { "," union } ]

// signature is what an overload takes and returns.
type signature struct {
	most int
	nils uint64
}

// scanner reads one line.
type scanner struct {
	text string // what is left
	deep int    // of nested types
	// optional holds the names of types that nil may be one of.
	optional map[string]bool
}

// deepest is how deep a type may nest.
const deepest = 50

// space skips white space.
func (s *scanner) space() { s.text = strings.TrimLeft(s.text, " \t\r") }

// isAtEnd reports whether nothing is left but a remark.
func (s *scanner) isAtEnd() bool {
	s.space()
	return s.text == "" || s.text[0] == '#'
}

// take skips a byte, and reports whether it was the next one.
func (s *scanner) take(c byte) bool {
	if s.text == "" || s.text[0] != c {
		return false
	}
	s.text = s.text[1:]
	return true
}

// word returns a name, maybe with dots and the like in it, and skips it; "" if there is none.
func (s *scanner) word() string {
	end := strings.IndexFunc(s.text, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 || strings.ContainsRune("_.-*", r))
	})
	if end < 0 {
		end = len(s.text)
	}
	word := s.text[:end]
	s.text = s.text[end:]
	return word
}

// union reads a type. mayBeNil: nil is among its values. It is not ok if it is not understood.
func (s *scanner) union() (mayBeNil, ok bool) {
	if s.deep++; s.deep > deepest {
		return false, false
	}
	defer func() { s.deep-- }()
	for {
		s.space()
		isNil, ok := s.postfix()
		if !ok {
			return false, false
		}
		mayBeNil = mayBeNil || isNil
		before := s.text
		if s.space(); !s.take('|') {
			s.text = before
			return mayBeNil, true
		}
	}
}

// postfix reads one of the types of a union.
func (s *scanner) postfix() (mayBeNil, ok bool) {
	mayBeNil, ok = s.atom()
	for ok && s.text != "" {
		switch s.text[0] {
		case '?':
			s.take('?')
			mayBeNil = true
		case '[':
			_, ok = s.bracketed()
			mayBeNil = false
		case '<':
			_, ok = s.bracketed()
		default:
			return mayBeNil, true
		}
	}
	return mayBeNil, ok
}

func (s *scanner) atom() (mayBeNil, ok bool) {
	if s.text == "" {
		return false, false
	}
	switch c := s.text[0]; c {
	case '(':
		s.take('(')
		mayBeNil, ok = s.union()
		s.space()
		return mayBeNil, ok && s.take(')')
	case '{', '[':
		_, ok = s.bracketed()
		return false, ok
	case '"', '\'', '`':
		return false, s.quoted()
	}
	if isFunction(s.text) {
		_, _, ok = s.function()
		return false, ok
	}
	word := s.word()
	return word == "nil" || s.optional[word], word != ""
}

// quoted skips a text in quotes.
func (s *scanner) quoted() (ok bool) {
	end := strings.IndexByte(s.text[1:], s.text[0])
	if end < 0 {
		return false
	}
	s.text = s.text[end+2:]
	return true
}

// bracketed skips what a bracket encloses, and returns that.
func (s *scanner) bracketed() (inside string, ok bool) {
	deep := 0
	for i := 0; i < len(s.text); i++ {
		switch c := s.text[i]; c {
		case '(', '[', '{', '<':
			deep++
		case ')', ']', '}', '>':
			if deep--; deep == 0 {
				inside = s.text[1:i]
				s.text = s.text[i+1:]
				return inside, true
			}
		case '"', '\'', '`':
			end := strings.IndexByte(s.text[i+1:], c)
			if end < 0 {
				return "", false
			}
			i += end + 1
		}
	}
	return "", false
}

// isFunction reports whether a text begins with the type of a function.
func isFunction(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "async "), " ")
	rest, ok := strings.CutPrefix(text, "fun")
	return ok && (strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "<"))
}

// function reads the type of a function. hasSelf: its first parameter is called self.
func (s *scanner) function() (sig signature, hasSelf, ok bool) {
	if s.space(); !isFunction(s.text) {
		return sig, false, false
	}
	s.text = s.text[strings.Index(s.text, "fun")+len("fun"):]
	if strings.HasPrefix(s.text, "<") {
		if _, ok = s.bracketed(); !ok || !strings.HasPrefix(s.text, "(") {
			return sig, false, false
		}
	}
	params, ok := s.bracketed()
	if !ok {
		return sig, false, false
	}
	sig.most, hasSelf = parameters(params)
	before := s.text
	if s.space(); !s.take(':') {
		s.text = before
		return sig, hasSelf, true
	}
	for i := 0; ; i++ {
		mayBeNil, ok := s.result()
		if !ok {
			return sig, hasSelf, false
		}
		if i < 64 && mayBeNil {
			sig.nils |= 1 << i
		}
		before = s.text
		if s.space(); !s.take(',') {
			s.text = before
			return sig, hasSelf, true
		}
	}
}

// result reads the type of a result, with a name in front of it maybe.
func (s *scanner) result() (mayBeNil, ok bool) {
	s.space()
	before := s.text
	if s.word() != "" {
		s.take('?')
		if s.take(':') {
			return s.union()
		}
	}
	s.text = before
	return s.union()
}

// parameters counts those in a list, Unlimited if it is open.
func parameters(list string) (most int, hasSelf bool) {
	s := scanner{text: list}
	for !s.isAtEnd() {
		start := s.text
		name := s.word()
		if strings.HasPrefix(start, "...") {
			return Unlimited, hasSelf
		}
		hasSelf = hasSelf || most == 0 && name == "self"
		most++
		if !s.pass(',') {
			break
		}
	}
	return most, hasSelf
}

// pass skips all up to a byte that stands in no brackets or quotes, and that. It reports whether there is one.
func (s *scanner) pass(c byte) bool {
	for s.text != "" {
		switch first := s.text[0]; first {
		case c:
			return s.take(c)
		case '(', '[', '{', '<':
			if _, ok := s.bracketed(); !ok {
				return false
			}
		case '"', '\'', '`':
			if !s.quoted() {
				return false
			}
		default:
			s.text = s.text[1:]
		}
	}
	return false
}
