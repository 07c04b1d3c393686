package value

import "strconv"

// This file computes `#` and `..`: luaV_objlen and luaV_concat of lvm.c.

// maxText is how long a string may be that a concatenation is folded to, in bytes.
const maxText = 256

// Len computes `#a`.
func (p *Pool) Len(a Value) (Value, Impact) {
	switch {
	case a.types == 0:
		return Bottom, None
	case a.is == theText:
		return OfInt(int64(len(p.texts[a.n]))), None
	case a.types == String, a.is == theTable:
		return Value{types: Integer}, None
	case a.MayBe(String | Table | Other):
		return Unknown, Operators
	}
	return Unknown, Effects
}

// Concat computes `a .. b .. c`, from the right, as CONCAT does.
func (p *Pool) Concat(values ...Value) (Value, Impact) {
	const fit = Number | String
	var all Types
	fits, known, overloaded := true, true, false
	for _, v := range values {
		if v.types == 0 {
			return Bottom, None
		}
		all |= v.types
		fits = fits && v.MayBe(fit)
		known = known && (v.is == theText || v.is == theInt)
		overloaded = overloaded || v.hasMetatable()
	}
	switch {
	case all&^fit == 0:
		if known {
			return p.join(values), None
		}
		return Value{types: String}, None
	case fits || overloaded:
		return Unknown, Operators
	}
	return Unknown, Effects
}

// join concatenates known strings and integers. (How a float is written depends on
// the locale.)
func (p *Pool) join(values []Value) Value {
	var room [maxText + 20]byte // of the longest integer
	b := room[:0]
	for _, v := range values {
		switch {
		case v.is == theInt:
			b = strconv.AppendInt(b, int64(v.n), 10)
		case len(b)+len(p.texts[v.n]) <= maxText:
			b = append(b, p.texts[v.n]...)
		default:
			return Value{types: String}
		}
		if len(b) > maxText {
			return Value{types: String}
		}
	}
	return p.OfString(string(b))
}
