package value

import (
	"math"
	"strings"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file computes the arithmetic and bitwise operators: OP_ADD to OP_BNOT of
// lvm.c, with luaT_trybinTM of ltm.c for what they do when they cannot.
//
// A metamethod may return anything, and a number may have one: where an operand
// does not fit, the result is Unknown. Two errors come without asking for a
// metamethod, integer `//` and `%` by zero; there no result is left.

// Arith computes a binary arithmetic or bitwise operator (ADD to SHR), or a unary
// one (UNM, BNOT), which looks at a only.
func (p *Pool) Arith(op bc.Op, a, b Value) (Value, Impact) {
	if op == bc.UNM || op == bc.BNOT {
		b = a
	}
	if !isBitwise(op) && a.is != theText && b.is != theText && a.types != 0 && b.types != 0 && (a.types|b.types)&^Number != 0 {
		return Unknown, failing(a, b) // whatever the dialect
	}
	if s, ok := p.single(); ok {
		return s.arith(op, a, b)
	}
	var u union
	p.every(func(s semantics) {
		v, impact := s.arith(op, a, b)
		u.add(s, v, impact)
	})
	return u.value(), u.impact
}

func (s semantics) arith(op bc.Op, a, b Value) (Value, Impact) {
	if s.allFloats() {
		a, b = s.own(a), s.own(b)
	}
	switch {
	case a.types == 0 || b.types == 0:
		return Bottom, None
	case a.is == theInt && b.is == theInt && op != bc.DIV && op != bc.POW:
		return foldIntegers(op, a, b)
	}
	if isBitwise(op) {
		return s.bitwise(op, a, b)
	}
	a, b = s.operand(a), s.operand(b)
	if (a.types|b.types)&^Number != 0 {
		return Unknown, failing(a, b)
	}
	return s.arithmetic(op, a, b)
}

func isBitwise(op bc.Op) bool { return op >= bc.BAND && op <= bc.SHR || op == bc.BNOT }

// arithmetic computes an operator on numbers, which asks for no metamethod.
func (s semantics) arithmetic(op bc.Op, a, b Value) (Value, Impact) {
	if a.is == theInt && b.is == theInt && op != bc.DIV && op != bc.POW {
		return foldIntegers(op, a, b) // of strings
	}
	if a.is != anyOf && b.is != anyOf {
		return s.foldFloats(op, a.asFloat(), b.asFloat()), None
	}
	both := a.types & b.types & Integer
	result := (a.types | b.types) & Float
	impact := None
	switch op {
	case bc.DIV, bc.POW:
		return Value{types: Float}, None
	case bc.IDIV, bc.MOD:
		if both == 0 {
			break
		}
		if b.is == anyOf {
			impact = Operators // the divisor may be 0
		} else if b.n == 0 {
			both = 0
			impact = Operators
			if a.types == Integer {
				impact = Effects
			}
		}
	}
	return Value{types: both | result}, impact
}

// foldIntegers computes an operator on integers that gives one again.
func foldIntegers(op bc.Op, a, b Value) (Value, Impact) {
	if b.n == 0 && (op == bc.IDIV || op == bc.MOD) {
		return Bottom, Effects
	}
	return OfInt(bc.IntArith(op, int64(a.n), int64(b.n))), None
}

func (s semantics) foldFloats(op bc.Op, x, y float64) Value {
	switch {
	case op == bc.UNM && x == 0 && s.has(syntax.Lua51):
		return Value{types: Float} // of the zeros in a function 5.1 keeps the sign of one
	case op == bc.MOD && s.allFloats():
		return OfFloat(bc.FloorMod(x, y))
	case op != bc.POW:
		return OfFloat(bc.FloatArith(op, x, y))
	}
	if r, ok := exactPower(x, y); ok {
		return OfFloat(r)
	}
	return Value{types: Float}
}

// exactPower returns x to the power of y where a float holds the result exactly, for y
// an integer: any library finds that, while they differ in how they round others.
func exactPower(x, y float64) (r float64, ok bool) {
	const most = 1 << 10 // no power of a number but 0, 1 and -1 fits beyond
	if y != math.Trunc(y) || math.Abs(y) > most || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, false
	}
	mantissa, _ := math.Frexp(x)
	isPowerOfTwo := math.Abs(mantissa) == 0.5
	r = 1
	for range int(math.Abs(y)) {
		r *= x
		if !isPowerOfTwo && (r != math.Trunc(r) || math.Abs(r) > 1<<53) || isExtreme(r) {
			return 0, false
		}
	}
	if y < 0 {
		return 1 / r, isPowerOfTwo && !isExtreme(1/r)
	}
	return r, true
}

// isExtreme reports whether a power of two is so large or small that it has, or its
// inverse may have, fewer digits.
func isExtreme(r float64) bool {
	r = math.Abs(r)
	return r != 0 && (r < 0x1p-1000 || r > 0x1p1000)
}

// bitwise computes an operator on integers and on what stands for one.
func (s semantics) bitwise(op bc.Op, a, b Value) (Value, Impact) {
	if s.has(syntax.LuaJIT) { // of 32 bits; strings raise an error, and values of C have operators of their own
		if (a.types|b.types)&^Number == 0 {
			return Value{types: Float}, None
		}
		return Unknown, failing(a, b)
	}
	if s.has(coercing) && (a.is == theText || b.is == theText) {
		return Unknown, failing(a, b) // not every release of 5.4 takes strings
	}
	a, b = s.bitOperand(a), s.bitOperand(b)
	switch {
	case a.is == theInt && b.is == theInt:
		return foldIntegers(op, a, b)
	case (a.types|b.types)&^Integer == 0:
		return Value{types: Integer}, None
	}
	return Unknown, failing(a, b)
}

// misfit stands for a known operand that an operator cannot take.
var misfit = Value{types: Nil}

// operand returns v as an operand of arithmetic.
func (s semantics) operand(v Value) Value {
	if v.is == theText && s.has(coercing) {
		return s.number(v)
	}
	return s.numeral(v)
}

// numeral returns v where a number is expected: a string that stands for a number is the
// float of it, even if it reads like an integer.
func (s semantics) numeral(v Value) Value {
	if v.is != theText {
		return v
	}
	n := s.number(v)
	if n.is == theInt {
		n = OfFloat(float64(int64(n.n)))
	}
	return n
}

// bitOperand returns v as an operand of a bitwise operator: floats and strings that stand for
// an integer are that.
func (s semantics) bitOperand(v Value) Value {
	if v.is == theText {
		v = s.number(v)
	}
	if v.is != theFloat {
		return v
	}
	if i, ok := bc.FloatToInt(math.Float64frombits(v.n)); ok {
		return OfInt(i)
	}
	return misfit
}

// number returns the number that a known string stands for, or a misfit. It is any string
// where the dialects or the libraries of C do not agree.
func (s semantics) number(v Value) Value {
	text := s.texts[v.n]
	k, ok := bc.ParseNumber(text)
	switch {
	case s.allFloats():
		return floatOf(text, k, ok)
	case !ok:
		return misfit
	case k.Kind == bc.KInt:
		return OfInt(k.Int())
	}
	return OfFloat(k.Float())
}

// floatOf returns the number that a string stands for without integers, k and ok being what
// 5.3 takes it for. There strtod may read hexadecimal digits, a name of infinity or NaN
// and stop at a zero; LuaJIT knows binary digits too.
func floatOf(text string, k bc.Constant, ok bool) Value {
	isHex := ok && k.Kind == bc.KInt && isExact(k.Int()) && len(text) < 16
	switch {
	case !isHex && strings.ContainsAny(text, "xXpPnNiIbBuUlL\x00"):
		return Value{types: String}
	case !ok:
		return misfit
	case k.Kind == bc.KFloat:
		return OfFloat(k.Float())
	case k.Int() == 0 && strings.Contains(text, "-"):
		return OfFloat(math.Copysign(0, -1))
	}
	return OfFloat(float64(k.Int()))
}

// failing returns the Impact of an operator on operands that need not fit.
func failing(a, b Value) Impact {
	const fit = Number | String
	if a.hasMetatable() || b.hasMetatable() || a.MayBe(fit) && b.MayBe(fit) {
		return Operators
	}
	return Effects
}

// hasMetatable reports whether a value of v may have a metatable with operators
// that setmetatable gave it.
func (v Value) hasMetatable() bool { return v.types&(Table|Other) != 0 && v.is != theTable }
