package value

import (
	"math"

	"luaflow/compile/syntax"
)

// This file defines what a set of dialects makes of an operation: it is computed once
// for each group of them that compute alike, and what all of them agree on is known.
//
// In a set with and without integers a Value stands for another set of values in each
// dialect. Where there are integers, it is that of the lattice. Elsewhere every number
// is a float, so that an integer stands for the float of the same number, and Integer
// for any number. An integer that is no float is known nowhere in such a set.

// withoutIntegers are the dialects in which every number is a float.
const withoutIntegers = syntax.Any &^ syntax.WithIntegers

// coercing are the dialects in which a string is the integer that it reads like, where
// arithmetic finds it: lstrlib.c has that since 5.4. The loops of these do not wrap.
const coercing = syntax.Lua54 | syntax.Lua55

// alike is the groups of dialects that compute alike, up to what they print. Those
// with integers come first.
var alike = [...]syntax.Dialect{syntax.Lua53, coercing, syntax.Lua51 | syntax.Lua52, syntax.LuaJIT}

// semantics computes for dialects that do it alike. No dialect is Lua 5.3.
type semantics struct {
	*Pool
	dialects syntax.Dialect // all alike; 0 for Lua 5.3
}

// SetDialects sets the dialects that the values are computed for, all at once; without it that is
// Lua 5.3. It must be called in front of all else.
func (p *Pool) SetDialects(d syntax.Dialect) {
	p.dialects, p.groups = d, 0
	for _, group := range alike {
		if d&group != 0 {
			p.groups++
		}
	}
}

// single returns the semantics of all dialects. ok: they compute alike.
func (p *Pool) single() (s semantics, ok bool) { return semantics{p, p.dialects}, p.groups <= 1 }

// every calls f with each group of the dialects of p that compute alike.
func (p *Pool) every(f func(s semantics)) {
	for _, group := range alike {
		if in := p.dialects & group; in != 0 {
			f(semantics{p, in})
		}
	}
}

// orDefault returns the dialects with that of none written out.
func (s semantics) orDefault() syntax.Dialect {
	if s.dialects == 0 {
		return syntax.Lua53
	}
	return s.dialects
}

// allFloats reports whether there are no integers.
func (s semantics) allFloats() bool { return s.dialects&withoutIntegers != 0 }

// has reports whether one of some dialects is among those that are computed for.
func (s semantics) has(d syntax.Dialect) bool { return s.dialects&d != 0 }

// own returns v as it stands in the dialects of s.
func (s semantics) own(v Value) Value {
	if v.types&Integer == 0 || !s.allFloats() {
		return v
	}
	if v.is == theInt {
		return OfFloat(float64(int64(v.n)))
	}
	return Value{types: v.types&^Integer | Float}
}

// union collects what groups of dialects make of an operation.
type union struct {
	integers, floats Value // in those with and without integers
	impact           Impact
}

func (u *union) add(s semantics, v Value, impact Impact) {
	u.impact = max(u.impact, impact)
	if s.allFloats() {
		u.floats = Join(u.floats, s.own(v))
	} else {
		u.integers = Join(u.integers, v)
	}
}

// value returns what stands in each dialect for what was added for it.
func (u *union) value() Value { return unite(u.integers, u.floats) }

// unite returns the Value that stands for a where there are integers, for b elsewhere.
func unite(a, b Value) Value {
	switch {
	case a == b, b.types == 0:
		return a
	case a.types == 0:
		return b
	case a.is == theInt && b.is == theFloat && isSame(int64(a.n), b.asFloat()):
		return a
	}
	if a.types&Number != 0 {
		b.types &^= Number // Integer will do for any number
	}
	return Value{types: a.types | b.types}
}

// isSame reports whether a float is an integer, and positive if it is zero.
func isSame(i int64, f float64) bool {
	return math.Float64bits(float64(i)) == math.Float64bits(f) && isExact(i)
}

// isExact reports whether a float can be told from those of the integers around it.
func isExact(i int64) bool { return -1<<53 <= i && i <= 1<<53 }

// MayBeNaN reports whether v may be a NaN.
func (p *Pool) MayBeNaN(v Value) bool {
	numbers := Float
	if p.dialects&withoutIntegers != 0 {
		numbers = Number
	}
	return v.is == anyOf && v.types&numbers != 0
}
