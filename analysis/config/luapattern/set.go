package luapattern

// This file defines sets of bytes: a character class, or a set in brackets.

type set [4]uint64

func (s *set) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *set) has(b byte) bool { return s[b>>6]>>(b&63)&1 != 0 }

func (s *set) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

func (s *set) union(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

// isA is the character classes of the C locale, by their letter.
var isA = map[byte]func(byte) bool{
	'a': isLetter,
	'c': func(b byte) bool { return b < ' ' || b == 0x7f },
	'd': isDigit,
	'g': isGraphic,
	'l': isLower,
	'p': func(b byte) bool { return isGraphic(b) && !isLetter(b) && !isDigit(b) },
	's': func(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' },
	'u': isUpper,
	'w': func(b byte) bool { return isLetter(b) || isDigit(b) },
	'x': func(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' },
	'z': func(b byte) bool { return b == 0 },
}

func isLower(b byte) bool   { return b >= 'a' && b <= 'z' }
func isUpper(b byte) bool   { return b >= 'A' && b <= 'Z' }
func isLetter(b byte) bool  { return isLower(b) || isUpper(b) }
func isDigit(b byte) bool   { return b >= '0' && b <= '9' }
func isGraphic(b byte) bool { return b > ' ' && b < 0x7f }

// class returns what a letter stands for after a percent sign: a class, its complement
// if the letter is upper case, else the character itself.
func class(letter byte) (s set) {
	is, ok := isA[letter|0x20]
	if !ok || !isLetter(letter) {
		s.add(letter)
		return s
	}
	for b := range 256 {
		if is(byte(b)) {
			s.add(byte(b))
		}
	}
	if isUpper(letter) {
		s.invert()
	}
	return s
}
