package bytecode

import (
	"math"
	"strconv"
	"strings"
)

// Making constants, taking them apart, and printing them as luac does (PrintConstant
// and PrintString of luac.c).

// Int makes an integer constant.
func Int(v int64) Constant { return Constant{Kind: KInt, bits: uint64(v)} }

// Float makes a float constant.
func Float(v float64) Constant { return Constant{Kind: KFloat, bits: math.Float64bits(v)} }

// String makes a string constant.
func String(v string) Constant { return Constant{Kind: KString, str: v} }

// Bool makes a boolean constant.
func Bool(v bool) Constant {
	if v {
		return Constant{Kind: KTrue}
	}
	return Constant{Kind: KFalse}
}

// Int returns the value of a KInt.
func (k Constant) Int() int64 { return int64(k.bits) }

// Float returns the value of a KFloat.
func (k Constant) Float() float64 { return math.Float64frombits(k.bits) }

// Str returns the value of a KString.
func (k Constant) Str() string { return k.str }

// String returns the constant as a listing shows it.
func (k Constant) String() string { return string(k.Append(nil)) }

// Append writes the constant at the end of b as a listing shows it: floats with
// 14 digits and always distinct from integers, strings in quotes with C's
// escapes.
func (k Constant) Append(b []byte) []byte {
	switch k.Kind {
	case KFalse:
		return append(b, "false"...)
	case KTrue:
		return append(b, "true"...)
	case KInt:
		return strconv.AppendInt(b, k.Int(), 10)
	case KFloat:
		return appendFloat(b, k.Float())
	case KString:
		return appendQuoted(b, k.str)
	default:
		return append(b, "nil"...)
	}
}

// appendFloat writes f as C's %.14g does, with ".0" where that reads like an
// integer.
func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f) && math.Signbit(f):
		return append(b, "-nan"...)
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, 'g', 14, 64)
	if strings.Trim(string(b[start:]), "-0123456789") == "" {
		b = append(b, ".0"...)
	}
	return b
}

// escapes are the letters of C's escape sequences for the bytes from \a to \r.
const escapes = "abtnvfr"

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case '\a' <= c && c <= '\r':
			b = append(b, '\\', escapes[c-'\a'])
		case ' ' <= c && c <= '~':
			b = append(b, c)
		default:
			b = append(b, '\\', '0'+c/100, '0'+c/10%10, '0'+c%10)
		}
	}
	return append(b, '"')
}
