package syntax

import (
	"math"
	"strconv"
	"strings"
)

// This file defines the scanning of numerals: read_numeral of llex.c, and
// luaO_str2num of lobject.c with the C library's strtod, which rounds correctly, as
// Go's strconv does.

// Int returns the value of an integer numeral.
func (t *Tree) Int(n *Number) int64 {
	text := t.File.Slice(n.Span())
	if v, ok := decimal(text); ok {
		return int64(v)
	}
	bits, _, _, _ := plainNumber(text)
	return int64(bits)
}

// Float returns the value of a float numeral.
func (t *Tree) Float(n *Number) float64 {
	text := t.File.Slice(n.Span())
	if v, ok := decimal(text); ok {
		return float64(v)
	}
	text = strings.ReplaceAll(text, "_", "")
	if !isHexNumeral(text) {
		if f, err := strconv.ParseFloat(text, 64); err == nil || isOutOfRange(err) {
			return f
		}
	}
	bits, isFloat, _, _ := numberJIT(text)
	if !isFloat {
		bits = floatBits(text, bits)
	}
	return math.Float64frombits(bits)
}

// maxDigits is a number of digits that always fit an integer.
const maxDigits = 18

// decimal returns the value of a numeral that is only digits, and not too many.
func decimal(text string) (v uint64, ok bool) {
	if len(text) > maxDigits {
		return 0, false
	}
	for i := range len(text) {
		if !isDigit(text[i]) {
			return 0, false
		}
		v = v*10 + uint64(text[i]-'0')
	}
	return v, true
}

func isHexNumeral(t string) bool { return len(t) > 1 && t[0] == '0' && t[1]|0x20 == 'x' }

// isOutOfRange reports whether strconv gave an infinite value or 0 for a numeral of
// which no more can be said.
func isOutOfRange(err error) bool { return err.(*strconv.NumError).Err == strconv.ErrRange }

// numeral makes the numeral that begins at i.
func (s *scanner) numeral(i int) {
	text, j := s.text, i
	for uint(j) < uint(len(text)) && isDigit(text[j]) {
		j++
	}
	if n := j - i; n > 0 && n <= maxDigits && (j == len(text) || s.g.traits[text[j]]&traitNumeral == 0) {
		s.kind, s.start, s.end = tNumber, i, j
		s.isFloat, s.isBoxed = false, false
		return
	}
	if s.fraction(i, j) || s.hexInteger(i) {
		return
	}
	n := s.g.numeral(text, i)
	s.kind, s.start, s.end = tNumber, i, n.end
	s.isFloat, s.isBoxed = n.isFloat, n.isBoxed
	switch {
	case n.dialects == 0:
		s.fail(lexError{at: n.end - 1, msg: "malformed number", near: quote(text[i:n.end]), opened: -1})
	case s.g.Dialects&^n.dialects != 0:
		s.isSeparated = s.isSeparated || n.dialects&^NewLuaJIT == 0
		s.uses(n.feature(text[i:n.end]), n.end-1)
	}
}

// fraction makes the numeral at i, and reports whether it did: if its digits, which end at j, are followed
// by a dot and digits, and nothing that only some dialects read.
func (s *scanner) fraction(i, j int) bool {
	text := s.text
	if j >= len(text) || text[j] != '.' {
		return false
	}
	for j++; j < len(text) && isDigit(text[j]); {
		j++
	}
	if j < len(text) && s.g.traits[text[j]]&traitNumeral != 0 || j == i+1 {
		return false
	}
	s.kind, s.start, s.end = tNumber, i, j
	s.isFloat, s.isBoxed = true, false
	return true
}

// maxHexDigits is a number of hexadecimal digits that always fit an integer.
const maxHexDigits = 16

// hexInteger makes the numeral at i, and reports whether it did: if it is hexadecimal digits that every
// dialect reads alike.
func (s *scanner) hexInteger(i int) bool {
	text := s.text
	if i+2 >= len(text) || text[i] != '0' || text[i+1]|0x20 != 'x' {
		return false
	}
	j := i + 2
	for j < len(text) && isHex(text[j]) {
		j++
	}
	if n := j - i - 2; n == 0 || n > maxHexDigits {
		return false
	}
	if j < len(text) && (s.g.traits[text[j]]&traitNumeral != 0 || text[j]|0x20 == 'p') {
		return false
	}
	s.kind, s.start, s.end = tNumber, i, j
	s.isFloat, s.isBoxed = false, false
	return true
}

// readNumeral is a numeral as some dialects read it.
type readNumeral struct {
	end      int
	dialects Dialect // those that read it so; none if it is malformed
	isFloat  bool
	isBoxed  bool // LuaJIT's integers and imaginary numbers: no numbers of Lua
}

// feature returns the numeral as a feature of those that read it so.
func (n *readNumeral) feature(text string) feature {
	if n.dialects&^NewLuaJIT == 0 {
		f := modern("the numeral "+quote(text), "Lua has no `_` in numerals")
		f.spelling = strings.ReplaceAll(text, "_", "")
		return f
	}
	return feature{what: "the numeral " + text + " is", dialects: n.dialects}
}

// numeral reads the numeral at i as some of the dialects do: those that make the most
// of it.
func (g *grammar) numeral(text string, i int) (best readNumeral) {
	for _, form := range numeralForms {
		d := g.Dialects & form.dialects
		if d == 0 {
			continue
		}
		n := readNumeral{end: form.end(text, i)}
		if n.end == best.end && best.dialects != 0 && !best.isBoxed {
			best.dialects |= d // what is a numeral to one of them is one to all
			continue
		}
		var ok bool
		if _, n.isFloat, n.isBoxed, ok = form.value(text[i:n.end]); ok {
			n.dialects = d
		}
		switch {
		case best.end == 0, n.dialects != 0 && (best.dialects == 0 || n.end > best.end):
			best = n
		}
	}
	return best
}

// numeralForms is how the dialects read numerals: how far, and whether that is one.
var numeralForms = []struct {
	dialects Dialect
	end      func(text string, i int) int
	value    func(t string) (bits uint64, isFloat, isBoxed, ok bool)
}{
	{Lua52 | Lua53, numeralEnd, plainNumber},
	{Lua54 | Lua55, numeralEnd54, plainNumber},
	{Lua51, numeralEnd51, plainNumber},
	{LuaJIT, numeralEndJIT, numberJIT},
	{NewLuaJIT, numeralEndJIT, separatedNumber},
}

// numeralEnd54 returns where numeralEnd does, or if a letter stands there, which is an error,
// where that ends (5.4).
func numeralEnd54(text string, i int) int {
	i = numeralEnd(text, i)
	if i < len(text) && byteClasses[text[i]] == classLetter {
		i++
	}
	return i
}

// numeralEnd51 returns where 5.1 stops: digits and dots, an exponent, letters and digits.
func numeralEnd51(text string, i int) int {
	for i < len(text) && (isDigit(text[i]) || text[i] == '.') {
		i++
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
	}
	for i < len(text) && byteTraits[text[i]]&traitName != 0 {
		i++
	}
	return i
}

// numeralEndJIT returns where LuaJIT stops: letters, digits, dots, and signs of exponents.
func numeralEndJIT(text string, i int) int {
	exponent, last := byte('e'), text[i]
	if text[i] == '0' {
		x := i + 1
		for x < len(text) && text[x] == '_' {
			x++
		}
		if x < len(text) && text[x]|0x20 == 'x' {
			exponent = 'p'
		}
	}
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '_':
			continue // the sign of an exponent may follow it
		case c >= 0x80, byteTraits[c]&traitName != 0, c == '.':
		case (c == '-' || c == '+') && last|0x20 == exponent:
		default:
			return i
		}
		last = text[i]
	}
	return i
}

// separatedNumber returns what numberJIT does for a numeral with underscores between its digits, which
// mean nothing.
func separatedNumber(t string) (bits uint64, isFloat, isBoxed, ok bool) {
	return numberJIT(strings.ReplaceAll(t, "_", ""))
}

// plainNumber returns what parseNumber does, for a text that may have any letter in it. No number
// is boxed.
func plainNumber(t string) (bits uint64, isFloat, isBoxed, ok bool) {
	if strings.IndexByte(t, '_') >= 0 {
		return 0, false, false, false // which Go would read
	}
	bits, isFloat, ok = parseNumber(t)
	return bits, isFloat, false, ok
}

// numberJIT gives the value of a numeral of LuaJIT (lj_strscan_scan): with the suffix
// of an integer of 64 bits or an imaginary number, or binary, it may be.
func numberJIT(t string) (bits uint64, isFloat, isBoxed, ok bool) {
	lower := strings.ToLower(t)
	whole := false
	for _, suffix := range []string{"llu", "ull", "ll", "i"} {
		if short, has := strings.CutSuffix(lower, suffix); has {
			lower, isBoxed, whole = short, true, suffix != "i"
			break
		}
	}
	if digits, binary := strings.CutPrefix(lower, "0b"); binary {
		bits, err := strconv.ParseUint(digits, 2, 64)
		return math.Float64bits(float64(bits)), true, isBoxed, err == nil
	}
	bits, isFloat, _, ok = plainNumber(lower)
	if whole && ok {
		if digits, hex := strings.CutPrefix(lower, "0x"); hex {
			_, err := strconv.ParseUint(digits, 16, 64)
			ok = err == nil
		} else {
			_, err := strconv.ParseUint(lower, 10, 64)
			ok = err == nil
		}
	}
	return bits, isFloat, isBoxed, ok
}

// numeralEnd returns where the reference stops reading a numeral: it takes all that
// may stand in one, in nearly any order.
func numeralEnd(text string, i int) int {
	if text[i] == '.' {
		i++
	}
	exponent := byte('e')
	if text[i] == '0' && i+1 < len(text) && text[i+1]|0x20 == 'x' {
		exponent = 'p'
		i++
	}
	for i++; i < len(text); i++ {
		if text[i]|0x20 == exponent {
			i++
			if i < len(text) && (text[i] == '+' || text[i] == '-') {
				i++
			}
		}
		if i >= len(text) || !isHex(text[i]) && text[i] != '.' {
			break
		}
	}
	return i
}

// parseNumber gives the value of a numeral, as the bits of an int64 or float64.
func parseNumber(t string) (bits uint64, isFloat, ok bool) {
	hex := isHexNumeral(t)
	if hex {
		bits, ok = parseHexInt(t[2:])
	} else {
		var err error
		bits, err = strconv.ParseUint(t, 10, 63)
		ok = err == nil
	}
	if ok {
		return bits, false, true
	}
	if hex && !strings.ContainsAny(t, "pP") {
		t += "p0" // C can do without
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil && !isOutOfRange(err) {
		return 0, false, false
	}
	return math.Float64bits(f), true, true
}

// floatBits returns the value of a numeral as a float, given that as an integer.
func floatBits(t string, integer uint64) uint64 {
	if len(t) > len("0x")+16 { // of which an integer keeps 64 bits
		if f, err := strconv.ParseFloat(t+"p0", 64); err == nil || isOutOfRange(err) {
			return math.Float64bits(f)
		}
	}
	return math.Float64bits(float64(integer))
}

// parseHexInt gives the value of hexadecimal digits, modulo 2^64.
func parseHexInt(t string) (v uint64, ok bool) {
	for i := range len(t) {
		if !isHex(t[i]) {
			return 0, false
		}
		v = v<<4 | hexValue(t[i])
	}
	return v, len(t) > 0
}
