package bytecode

import (
	"math"
	"strconv"
	"strings"
)

// This file turns strings into numbers as the machine does where it expects a number
// and finds a string: luaO_str2num of lobject.c. It takes more than the scanner of
// the language does, spaces and a sign, and in decimal integers it takes less.

// spaces are what isspace of C's own locale answers to.
const spaces = " \t\n\v\f\r"

// ParseNumber returns the number that a string stands for, if it stands for one.
func ParseNumber(s string) (k Constant, ok bool) {
	s = strings.Trim(s, spaces)
	digits := s
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		digits = s[1:]
	}
	hex := len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'x'
	if i, ok := parseInteger(digits, hex, negative); ok {
		return Int(i), true
	}
	f, ok := parseFloat(digits, hex)
	if negative {
		f = -f
	}
	return Float(f), ok
}

// parseInteger reads digits. Hexadecimal ones wrap, decimal ones must not overflow.
func parseInteger(digits string, hex, negative bool) (i int64, ok bool) {
	if !hex {
		// ParseUint takes no sign, and with a base of 10 no underscores.
		u, err := strconv.ParseUint(digits, 10, 64)
		if negative {
			return int64(-u), err == nil && u <= 1<<63
		}
		return int64(u), err == nil && u <= math.MaxInt64
	}
	var u uint64
	for _, c := range []byte(digits[2:]) {
		v, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		u = u<<4 | v
	}
	if negative {
		u = -u
	}
	return int64(u), len(digits) > 2
}

func hexDigit(c byte) (v uint64, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return uint64(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return uint64(c|0x20-'a') + 10, true
	}
	return 0, false
}

// parseFloat returns the number that C's strtod reads in all of digits; ok is false if it would
// not read all, and for signs, infinities and NaNs. Both round correctly; what is too large is
// infinite.
func parseFloat(digits string, hex bool) (f float64, ok bool) {
	// ParseFloat knows names of infinities and NaNs, and underscores.
	if digits == "" || digits[0] == '-' || digits[0] == '+' || strings.ContainsAny(digits, "_iInN") {
		return 0, false
	}
	if hex && !strings.ContainsAny(digits, "pP") {
		digits += "p0" // C can do without
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return 0, false
	}
	return f, true
}
