package syntax

import (
	"strings"
	"unicode/utf8"
)

// This file defines the scanning of strings: read_string and read_long_string of
// llex.c.

// leftBracket makes `[` or a long string.
func (s *scanner) leftBracket(i int) {
	level := longBracket(s.text, i)
	if level < 0 {
		s.set(tLeftBracket, i, 1)
		if i+1 < len(s.text) && s.text[i+1] == '=' {
			s.badLongBracket(i)
		}
		return
	}
	end, closed := longEnd(s.text, i, level)
	s.kind, s.start, s.end = tString, i, end
	if level == 0 {
		s.nested(i, end)
	}
	if !closed {
		s.sym = SymEmpty
		s.unfinishedLong("unfinished long string", i)
		return
	}
	s.sym = s.internLines(s.text[i+level+2 : end-level-2])
}

// nested looks for [[ inside what [[ at i opens, which ends at end: 5.1 refuses that.
func (s *scanner) nested(i, end int) {
	if s.g.Dialects&Lua51 == 0 {
		return
	}
	if n := strings.Index(s.text[i+2:end], "[["); n >= 0 {
		s.uses(nestedBrackets, i+n+3)
	}
}

// badLongBracket reports `[=` without a second bracket. The token is what was
// read of it.
func (s *scanner) badLongBracket(i int) {
	j := i + 1
	for j < len(s.text) && s.text[j] == '=' {
		j++
	}
	s.kind, s.end, s.sym = tString, j, SymEmpty
	s.fail(lexError{at: j - 1, msg: "invalid long string delimiter", near: quote(s.text[i:j]), opened: -1})
}

// unfinishedLong reports a long string or comment that began at start.
func (s *scanner) unfinishedLong(msg string, start int) {
	s.start, s.end = start, len(s.text)
	s.fail(lexError{at: len(s.text), msg: msg, near: tEOF.quoted(), opened: start})
}

// longBracket returns the number of `=` in the long bracket that opens at i, -1 if
// there is none.
func longBracket(text string, i int) int {
	if i >= len(text) || text[i] != '[' {
		return -1
	}
	j := i + 1
	for j < len(text) && text[j] == '=' {
		j++
	}
	if j < len(text) && text[j] == '[' {
		return j - i - 1
	}
	return -1
}

// longEnd returns the end of what the long bracket of a level at i opens: after the
// closing one, or the end of the text.
func longEnd(text string, i, level int) (end int, closed bool) {
	i += level + 2
	for {
		n := strings.IndexByte(text[i:], ']')
		if n < 0 {
			return len(text), false
		}
		i += n
		j := i + 1
		for j < len(text) && text[j] == '=' {
			j++
		}
		if j < len(text) && text[j] == ']' && j-i-1 == level {
			return j + 1, true
		}
		i = j
	}
}

// internLines interns the inside of a long string: without a line break at its
// start, and each other one as '\n'.
func (s *scanner) internLines(t string) Sym {
	if !s.hasCR || strings.IndexByte(t, '\r') < 0 {
		if t != "" && t[0] == '\n' {
			t = t[1:]
		}
		return s.intern(t)
	}
	if n := breakLen(t); n > 0 {
		t = t[n:]
	}
	buf := s.buf[:0]
	for i := 0; i < len(t); {
		if n := breakLen(t[i:]); n > 0 {
			buf = append(buf, '\n')
			i += n
			continue
		}
		buf = append(buf, t[i])
		i++
	}
	s.buf = buf
	return s.internBytes(buf)
}

// breakLen returns the length of the line break that t begins with, 0 if there is
// none.
func breakLen(t string) int {
	if t == "" || t[0] != '\n' && t[0] != '\r' {
		return 0
	}
	if len(t) > 1 && (t[1] == '\n' || t[1] == '\r') && t[1] != t[0] {
		return 2
	}
	return 1
}

// shortString makes the string whose quote is at i.
func (s *scanner) shortString(i int) {
	text, quoteByte, traits := s.text, s.text[i], &s.g.traits
	j := i + 1
	for uint(j) < uint(len(text)) {
		c := text[j]
		if traits[c]&traitString == 0 || c == '"'+'\''-quoteByte {
			j++
			continue
		}
		if c != quoteByte {
			break
		}
		s.kind, s.start, s.end = tString, i, j+1
		s.sym = s.intern(text[i+1 : j])
		return
	}
	s.kind, s.start, s.end = tString, i, shortEnd(text, i, s.g.zaps)
	d := decoder{text: text, buf: append(s.buf[:0], text[i:j]...), pos: j, s: s}
	d.decode(quoteByte)
	s.buf = d.buf
	if d.msg != "" {
		near := quote(string(d.buf))
		if d.msg == unfinishedString && d.pos >= len(text) {
			near = tEOF.quoted()
		}
		s.sym = SymEmpty
		s.fail(lexError{at: d.pos, msg: d.msg, near: near, opened: -1})
		return
	}
	s.sym = s.internBytes(d.buf[1:])
}

// shortEnd returns the end of the short string at i: after the closing quote, or
// where its line or the text ends before that.
func shortEnd(text string, i int, zaps bool) int {
	quoteByte := text[i]
	for i++; i < len(text); {
		switch c := text[i]; c {
		case quoteByte:
			return i + 1
		case '\n', '\r':
			return i
		case '\\':
			i++
			if i < len(text) {
				i = escapedEnd(text, i, zaps)
			}
		default:
			i++
		}
	}
	return i
}

// escapedEnd returns the end of what the backslash in front of i escapes, so far as
// that decides where a string ends; zaps: \z takes the white space after it.
func escapedEnd(text string, i int, zaps bool) int {
	if n := breakLen(text[i:]); n > 0 {
		return i + n
	}
	if text[i] == 'z' && zaps {
		for i++; i < len(text) && isSpace(text[i]); {
			i++
		}
		return i
	}
	return i + 1
}

const unfinishedString = "unfinished string"

// decoder reads a short string with escapes. buf is what the reference's buffer
// holds: the opening quote and the bytes of the value; when it stops at an error,
// also the escape that is wrong, as far as it was read.
type decoder struct {
	text string
	pos  int
	buf  []byte
	msg  string // of the error
	s    *scanner
}

// decode reads up to the closing quote or the first error.
func (d *decoder) decode(quoteByte byte) {
	for d.msg == "" {
		if d.pos >= len(d.text) {
			d.msg = unfinishedString
			return
		}
		switch c := d.text[d.pos]; c {
		case quoteByte:
			return
		case '\n', '\r':
			d.msg = unfinishedString
		case '\\':
			d.escape()
		default:
			d.buf = append(d.buf, c)
			d.pos++
		}
	}
}

// simpleEscapes are the values of the escapes of one letter.
var simpleEscapes = [256]byte{
	'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
	'\\': '\\', '"': '"', '\'': '\'',
}

func (d *decoder) escape() {
	start := d.pos
	d.pos++
	if d.pos >= len(d.text) {
		d.buf = append(d.buf, '\\')
		return // the next round finds the string unfinished
	}
	c := d.text[d.pos]
	if v := simpleEscapes[c]; v != 0 {
		d.buf = append(d.buf, v)
		d.pos++
		return
	}
	switch {
	case c == 'x' && d.knows(start, hexEscapes, hexEnd):
		d.hexEscape(start)
	case c == 'u' && d.knowsUnicode(start):
		d.unicodeEscape(start)
	case c == '\n' || c == '\r':
		d.buf = append(d.buf, '\n')
		d.pos += breakLen(d.text[d.pos:])
	case c == 'z' && d.knows(start, zapEscapes, nil):
		d.pos = escapedEnd(d.text, d.pos, true)
	case isDigit(c):
		d.decimalEscape(start)
	case d.s.g.Dialects&Lua51 != 0:
		d.s.uses(unknownEscapes, start)
		d.buf = append(d.buf, c)
		d.pos++
	default:
		d.reject(start, "invalid escape sequence")
	}
}

// knows reports whether the escape at start is that of a feature: not if only 5.1 is left, which takes the
// letter for itself, nor if 5.1 is and no other dialect accepts what follows: end tells where a sound
// escape ends, -1 if it is not one.
func (d *decoder) knows(start int, f feature, end func(text string, i int) int) bool {
	g := d.s.g
	if g.Dialects&Lua51 == 0 {
		return true
	}
	if g.Dialects == Lua51 || end != nil && end(d.text, d.pos) < 0 {
		return false
	}
	return d.s.uses(f, start)
}

// hexEnd returns where the escape \x ends whose letter is at i, -1 if it is not one.
func hexEnd(text string, i int) int {
	if i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
		return i + 3
	}
	return -1
}

// knowsUnicode reports what knows does for \u: LuaJIT wants no surrogates, 5.4 takes all up to 2^31.
func (d *decoder) knowsUnicode(start int) bool {
	g := d.s.g
	if g.exact {
		return true
	}
	v, ok := unicodeValue(d.text, d.pos)
	if !ok {
		return g.Dialects&(LuaJIT|Lua53|Lua54|Lua55) != 0 && g.Dialects&Lua51 == 0
	}
	f := feature{what: `\u in a string is`, dialects: LuaJIT | Lua53 | Lua54 | Lua55}
	switch {
	case v > utf8.MaxRune:
		f = feature{what: "a code point beyond 10FFFF is", dialects: Lua54 | Lua55}
	case v >= 0xD800 && v < 0xE000:
		f = feature{what: "a surrogate in a string is", dialects: Lua53 | Lua54 | Lua55}
	}
	if g.Dialects&f.dialects == 0 && (g.Dialects&Lua51 != 0 || v > utf8.MaxRune) {
		return g.Dialects&Lua51 == 0
	}
	d.s.uses(f, start)
	return true
}

// unicodeValue returns the value of the escape \u whose letter is at i.
func unicodeValue(text string, i int) (v uint64, ok bool) {
	if i+1 >= len(text) || text[i+1] != '{' {
		return 0, false
	}
	for i += 2; i < len(text) && isHex(text[i]); i++ {
		if v = v<<4 | hexValue(text[i]); v >= 1<<31 {
			return 0, false
		}
		ok = true
	}
	return v, ok && i < len(text) && text[i] == '}'
}

// at returns the byte at the decoder's place, 0 at the end of the text.
func (d *decoder) at() byte {
	if d.pos < len(d.text) {
		return d.text[d.pos]
	}
	return 0
}

// reject stops at an error in the escape that began at start: the byte at the
// decoder's place is what is wrong, and part of what Lua shows.
func (d *decoder) reject(start int, msg string) {
	d.msg = msg
	d.buf = append(d.buf, d.text[start:min(d.pos+1, len(d.text))]...)
}

func (d *decoder) hexEscape(start int) {
	v := uint64(0)
	for range 2 {
		d.pos++
		if !isHex(d.at()) {
			d.reject(start, "hexadecimal digit expected")
			return
		}
		v = v<<4 | hexValue(d.at())
	}
	d.pos++
	d.buf = append(d.buf, byte(v))
}

func (d *decoder) decimalEscape(start int) {
	v := 0
	for i := 0; i < 3 && isDigit(d.at()); i++ {
		v = v*10 + int(d.at()-'0')
		d.pos++
	}
	if v > 255 {
		d.reject(start, "decimal escape too large")
		return
	}
	d.buf = append(d.buf, byte(v))
}

func (d *decoder) unicodeEscape(start int) {
	d.pos++
	if d.at() != '{' {
		d.reject(start, "missing '{'")
		return
	}
	d.pos++
	if !isHex(d.at()) {
		d.reject(start, "hexadecimal digit expected")
		return
	}
	v := uint64(0)
	for ; isHex(d.at()); d.pos++ {
		if v = v<<4 | hexValue(d.at()); v > d.mostUnicode() {
			d.reject(start, "UTF-8 value too large")
			return
		}
	}
	if d.at() != '}' {
		d.reject(start, "missing '}'")
		return
	}
	d.pos++
	d.buf = appendUTF8(d.buf, uint32(v))
}

// mostUnicode returns the greatest value of an escape \u.
func (d *decoder) mostUnicode() uint64 {
	if d.s.g.Dialects&(Lua54|Lua55) != 0 {
		return 1<<31 - 1
	}
	return utf8.MaxRune
}

// appendUTF8 encodes a code point, surrogates too, which Go's encoder refuses.
func appendUTF8(b []byte, r uint32) []byte {
	switch {
	case 0xD800 <= r && r <= 0xDFFF:
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F|0x80, 0x80|byte(r)&0x3F)
	case r > utf8.MaxRune:
		return appendLongUTF8(b, r)
	}
	return utf8.AppendRune(b, rune(r))
}

// appendLongUTF8 encodes a value beyond Unicode in four to six bytes, as UTF-8 was
// meant first (RFC 2279).
func appendLongUTF8(b []byte, r uint32) []byte {
	n := 3 // bytes after the first
	for first := uint32(1) << 21; n < 5 && r >= first; first <<= 5 {
		n++
	}
	b = append(b, byte(0xFF<<(7-n))|byte(r>>(6*n)))
	for n--; n >= 0; n-- {
		b = append(b, 0x80|byte(r>>(6*n))&0x3F)
	}
	return b
}
