package value

import (
	"bytes"
	"math"
	"strconv"

	"luaflow/compile/syntax"
)

// This file computes `#` and `..`: luaV_objlen and luaV_concat of lvm.c.

// maxText is how long a string may be that a concatenation is folded to, in bytes.
const maxText = 256

// Len computes `#a`.
func (p *Pool) Len(a Value) (Value, Impact) {
	if s, ok := p.single(); ok {
		return s.length(a)
	}
	var u union
	p.every(func(s semantics) {
		v, impact := s.length(a)
		u.add(s, v, impact)
	})
	return u.value(), u.impact
}

func (s semantics) length(a Value) (Value, Impact) {
	switch {
	case a.types == 0:
		return Bottom, None
	case a.is == theText:
		return s.own(OfInt(int64(len(s.texts[a.n])))), None
	case a.types == String, a.is == theTable:
		return s.own(Value{types: Integer}), None
	case a.MayBe(String | Table | Other):
		return Unknown, Operators
	}
	return Unknown, Effects
}

// Concat computes `a .. b .. c`, from the right, as CONCAT does.
func (p *Pool) Concat(values ...Value) (Value, Impact) {
	if s, ok := p.single(); ok {
		return s.concat(values)
	}
	var u union
	p.every(func(s semantics) {
		v, impact := s.concat(values)
		u.add(s, v, impact)
	})
	return u.value(), u.impact
}

func (s semantics) concat(values []Value) (Value, Impact) {
	const fit = Number | String
	var all Types
	fits, known, overloaded := true, true, false
	for _, v := range values {
		if v.types == 0 {
			return Bottom, None
		}
		all |= v.types
		fits = fits && v.MayBe(fit)
		known = known && (v.is == theText || v.is == theInt || v.is == theFloat)
		overloaded = overloaded || v.hasMetatable()
	}
	switch {
	case all&^fit == 0:
		if known {
			return s.join(values), None
		}
		return Value{types: String}, None
	case fits || overloaded:
		return Unknown, Operators
	}
	return Unknown, Effects
}

// join concatenates known strings and numbers.
func (s semantics) join(values []Value) Value {
	var room [2 * maxText]byte
	b := room[:0]
	for _, v := range values {
		known := true
		if v = s.own(v); v.is != theText {
			b, known = s.appendNumber(b, v)
		} else if text := s.texts[v.n]; len(text) <= maxText {
			b = append(b, text...)
		} else {
			known = false
		}
		if !known || len(b) > maxText {
			return Value{types: String}
		}
	}
	return s.OfString(string(b))
}

// appendNumber writes a known number as tostring does. known: that neither depends on
// the locale, which has its own decimal point, nor on the dialect.
func (s semantics) appendNumber(b []byte, v Value) (_ []byte, known bool) {
	if v.is == theInt {
		return strconv.AppendInt(b, int64(v.n), 10), true
	}
	at := len(b)
	b = appendFloat(b, v.asFloat(), s.dialects)
	return b, bytes.IndexByte(b[at:], '.') < 0 && (!s.has(syntax.LuaJIT) || isFaithful(b[at:], v.asFloat()))
}

// isFaithful reports whether text is exactly f. LuaJIT rounds other numbers up where
// the library of C rounds to even digits.
func isFaithful(text []byte, f float64) bool {
	read, err := strconv.ParseFloat(string(text), 64)
	return err == nil && read == f
}

// appendFloat writes f as the oldest of some dialects does: with 14 digits up to 5.4,
// in 5.5 with as many of 15 and 17 as it takes, and where there are integers always
// distinct from them.
func appendFloat(b []byte, f float64, in syntax.Dialect) []byte {
	switch {
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	}
	at := len(b)
	if in != syntax.Lua55 {
		b = strconv.AppendFloat(b, f, 'g', 14, 64)
	} else if b = strconv.AppendFloat(b, f, 'g', 15, 64); !isFaithful(b[at:], f) {
		b = strconv.AppendFloat(b[:at], f, 'g', 17, 64)
	}
	if in&withoutIntegers == 0 && len(bytes.Trim(b[at:], "-0123456789")) == 0 {
		b = append(b, ".0"...)
	}
	return b
}
