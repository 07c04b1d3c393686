package syntax

import (
	"math"
	"strconv"
	"strings"
)

// This file defines the scanning of numerals: read_numeral of llex.c, and
// luaO_str2num of lobject.c with the C library's strtod, which rounds correctly, as
// Go's strconv does.

// numeral makes the numeral that begins at i.
func (s *scanner) numeral(i int) {
	text, j := s.text, i
	var v uint64
	for uint(j) < uint(len(text)) && isDigit(text[j]) {
		v = v*10 + uint64(text[j]-'0')
		j++
	}
	// 18 digits always fit.
	if n := j - i; n > 0 && n <= 18 && (j == len(text) || text[j] != '.' && byteTraits[text[j]]&traitHex == 0 && text[j]|0x20 != 'x') {
		s.kind, s.start, s.end = tNumber, i, j
		s.num, s.isFloat = v, false
		return
	}
	j = numeralEnd(text, i)
	s.kind, s.start, s.end = tNumber, i, j
	var ok bool
	if s.num, s.isFloat, ok = parseNumber(text[i:j]); !ok {
		s.fail(lexError{at: j - 1, msg: "malformed number", near: quote(text[i:j]), opened: -1})
	}
}

// numeralEnd is where the reference stops reading a numeral: it takes all that
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
	hex := len(t) > 1 && t[0] == '0' && t[1]|0x20 == 'x'
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
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return 0, false, false
	}
	return math.Float64bits(f), true, true
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
