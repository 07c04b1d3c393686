package machine

import (
	"math"
	"strconv"
	"strings"

	bc "luaflow/compile/bytecode"
)

// Numbers: conversions between integers, floats and strings (lobject.c, lvm.c), and
// comparison without loss.

func float(f float64) Value { return Value{kind: Float, bits: math.Float64bits(f)} }

// Float returns the value of a Float.
func (v Value) Float() float64 { return v.float() }

func (v Value) float() float64 { return math.Float64frombits(v.bits) }

// formatNumber returns a number as tostring and `..` write it.
func formatNumber(v Value) string {
	if v.kind == Integer {
		return strconv.FormatInt(v.Int(), 10)
	}
	return bc.Float(v.float()).String()
}

// toNumber returns v as a number, if it is one or a string that reads as one.
func toNumber(v Value) (Value, bool) {
	if v.kind == String {
		return parseNumber(v.Text())
	}
	return v, v.isNumber()
}

// toFloat converts as arithmetic does.
func toFloat(v Value) (float64, bool) {
	n, ok := toNumber(v)
	if n.kind == Integer {
		return float64(n.Int()), ok
	}
	return n.float(), ok
}

// toInteger converts a number with an integral value, or a string that reads as one.
func toInteger(v Value) (int64, bool) {
	n, ok := toNumber(v)
	if !ok {
		return 0, false
	}
	if n.kind == Integer {
		return n.Int(), true
	}
	return bc.FloatToInt(n.float())
}

const blanks = " \f\n\r\t\v"

// parseNumber returns the number that a text is, with blanks around it or none; false if it is
// none: luaO_str2num.
func parseNumber(s string) (Value, bool) {
	s = strings.Trim(s, blanks)
	digits, negative := s, false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits, negative = s[1:], s[0] == '-'
	}
	if strings.Trim(digits, "0123456789abcdefABCDEFxXpP.+-") != "" || digits == "" {
		return Value{}, false // inf, nan, 1_000
	}
	if len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		return parseHex(digits, negative)
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return integer(i), true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return Value{}, false
	}
	return float(f), true
}

// parseHex reads an integer, which wraps, or a float with or without an exponent.
func parseHex(digits string, negative bool) (Value, bool) {
	v, whole := uint64(0), len(digits) > 2
	for _, c := range []byte(digits[2:]) {
		d, err := strconv.ParseUint(string(c), 16, 8)
		whole = whole && err == nil
		v = v<<4 | d
	}
	if whole {
		if negative {
			v = -v
		}
		return integer(int64(v)), true
	}
	if !strings.ContainsAny(digits, "pP") {
		digits += "p0" // C can do without
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return Value{}, false
	}
	if negative {
		f = -f
	}
	return float(f), true
}

// equalNumbers reports whether an integer and a float are equal.
func equalNumbers(i, f Value) bool {
	n, ok := bc.FloatToInt(f.float())
	return ok && n == i.Int()
}

// lessNumber reports whether a < b, for numbers.
func lessNumber(a, b Value) bool {
	switch {
	case a.kind == Integer && b.kind == Integer:
		return a.Int() < b.Int()
	case a.kind == Float && b.kind == Float:
		return a.float() < b.float()
	case a.kind == Integer:
		return lessIntFloat(a.Int(), b.float())
	}
	f := a.float()
	return !math.IsNaN(f) && !lessEqualIntFloat(b.Int(), f)
}

// lessEqualNumber reports whether a <= b, for numbers.
func lessEqualNumber(a, b Value) bool {
	switch {
	case a.kind == Integer && b.kind == Integer:
		return a.Int() <= b.Int()
	case a.kind == Float && b.kind == Float:
		return a.float() <= b.float()
	case a.kind == Integer:
		return lessEqualIntFloat(a.Int(), b.float())
	}
	f := a.float()
	return !math.IsNaN(f) && !lessIntFloat(b.Int(), f)
}

// lessIntFloat reports whether i < f: whether i is below the least integer that is not below f.
func lessIntFloat(i int64, f float64) bool {
	switch c := math.Ceil(f); {
	case c >= 1<<63:
		return true
	case c > -(1 << 63):
		return i < int64(c)
	}
	return false // f is below all integers, the least one, or NaN
}

// lessEqualIntFloat reports whether i <= f: whether i is not above the greatest integer below f.
func lessEqualIntFloat(i int64, f float64) bool {
	switch c := math.Floor(f); {
	case c >= 1<<63:
		return true
	case c >= -(1 << 63):
		return i <= int64(c)
	}
	return false
}
