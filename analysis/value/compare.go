package value

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file computes comparisons: luaV_equalobj, luaV_lessthan and luaV_lessequal of
// lvm.c.

// Compare returns how `a == b`, `a < b` or `a <= b` (EQ, LT, LE) comes out.
func (p *Pool) Compare(op bc.Op, a, b Value) (truth Truth, impact Impact) {
	if types := a.types | b.types; op != bc.EQ && a.types != 0 && b.types != 0 && types&^Number != 0 && types&^String != 0 {
		return Sometimes, misordered(a, b) // whatever the dialect
	}
	if s, ok := p.single(); ok {
		return s.compare(op, a, b)
	}
	p.every(func(s semantics) {
		t, i := s.compare(op, a, b)
		truth, impact = truth|t, max(impact, i)
	})
	return truth, impact
}

// Equal returns how `a == b` comes out.
func (p *Pool) Equal(a, b Value) Truth {
	truth, _ := p.Compare(bc.EQ, a, b)
	return truth
}

func (s semantics) compare(op bc.Op, a, b Value) (Truth, Impact) {
	if s.allFloats() {
		a, b = s.own(a), s.own(b)
	}
	switch {
	case a.types == 0 || b.types == 0:
		return 0, None
	case op == bc.EQ:
		truth, impact := equal(a, b)
		if s.has(syntax.LuaJIT) && (a.types|b.types)&Other != 0 {
			impact = Operators // C data is asked what it equals, even whether it is nil
			if truth == Never {
				truth = Sometimes // it equals numbers, and a null pointer nil
			}
		}
		return truth, impact
	case (a.types|b.types)&^Number == 0:
		return order(op, a, b), None
	case (a.types|b.types)&^String == 0:
		return orderStrings(op, a, b), None
	}
	return Sometimes, misordered(a, b)
}

// equal compares for `==`: only two tables or two userdata are asked for a metamethod, and not if they
// are the same.
func equal(a, b Value) (Truth, Impact) {
	if a.is != anyOf && b.is != anyOf {
		return same(a, b)
	}
	if shared := a.types & b.types; shared != 0 {
		impact := None
		if shared&(Table|Other) != 0 {
			impact = Operators
		}
		if shared == a.types && shared == b.types && (shared == Nil || shared == False || shared == True) {
			return Always, None
		}
		return Sometimes, impact
	}
	if a.types&Number != 0 && b.types&Number != 0 {
		return Sometimes, None
	}
	return Never, None
}

// same compares values both of which have an identity.
func same(a, b Value) (Truth, Impact) {
	switch {
	case a.types&Number != 0 && b.types&Number != 0:
		return order(bc.EQ, a, b), None
	case a.types&b.types == 0:
		return Never, None
	case a.is != b.is:
		// A Lua function is not one of the library's; a table may have been there before.
		if a.types&b.types == Table {
			return Sometimes, Operators
		}
		return Never, None
	case a.is == theText, a.is == theFunc, a.is == theTable:
		if a.n != b.n {
			return Never, None
		}
		if a.is == theText {
			return Always, None
		}
	case a.is == theName && a.n == b.n:
		return Always, None
	}
	if a.is == theName && a.types&b.types&Table != 0 {
		return Sometimes, Operators
	}
	return Sometimes, None
}

// order compares numbers.
func order(op bc.Op, a, b Value) Truth {
	var less, equal bool
	switch {
	case a.is == anyOf || b.is == anyOf:
		return Sometimes
	case a.is == theInt && b.is == theInt:
		less, equal = int64(a.n) < int64(b.n), a.n == b.n
	case a.is == theFloat && b.is == theFloat:
		less, equal = a.asFloat() < b.asFloat(), a.asFloat() == b.asFloat()
	case a.is == theInt:
		less, equal = bc.CompareIntFloat(int64(a.n), b.asFloat())
	default: // neither is a NaN
		less, equal = bc.CompareIntFloat(int64(b.n), a.asFloat())
		less = !less && !equal
	}
	if op == bc.EQ && equal || op == bc.LT && less || op == bc.LE && (less || equal) {
		return Always
	}
	return Never
}

// orderStrings compares strings. Their order is that of the locale, except that it
// puts equal ones nowhere.
func orderStrings(op bc.Op, a, b Value) Truth {
	switch {
	case a.is != theText || a != b:
		return Sometimes
	case op == bc.LE:
		return Always
	}
	return Never
}

// misordered returns the Impact of `<` and `<=` on operands that need not be two numbers
// or two strings.
func misordered(a, b Value) Impact {
	if a.hasMetatable() || b.hasMetatable() || a.MayBe(Number) && b.MayBe(Number) || a.MayBe(String) && b.MayBe(String) {
		return Operators
	}
	return Effects
}
