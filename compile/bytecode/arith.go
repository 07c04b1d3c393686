package bytecode

import "math"

// This file computes with numbers as the machine does: luaO_arith of lobject.c, and
// luaV_mod, luaV_div and luaV_shiftl of lvm.c. Go's floats are C's doubles; only the
// sign of a NaN may differ.

// IntArith computes an operator on integers: ADD, SUB, MUL, MOD, IDIV, BAND, BOR,
// BXOR, SHL, SHR, and of x alone UNM and BNOT. Results wrap. For MOD and IDIV y must
// not be 0, which is an error in Lua.
func IntArith(op Op, x, y int64) int64 {
	switch op {
	case ADD:
		return x + y
	case SUB:
		return x - y
	case MUL:
		return x * y
	case MOD:
		return modulo(x, y)
	case IDIV:
		return quotient(x, y)
	case BAND:
		return x & y
	case BOR:
		return x | y
	case BXOR:
		return x ^ y
	case SHL:
		return shiftLeft(x, y)
	case SHR:
		return shiftLeft(x, -y)
	case UNM:
		return -x
	case BNOT:
		return ^x
	}
	panic("bytecode: " + op.String() + " is no operator on integers")
}

// FloatArith computes an operator on floats: ADD, SUB, MUL, MOD, POW, DIV, IDIV,
// and of x alone UNM.
func FloatArith(op Op, x, y float64) float64 {
	switch op {
	case ADD:
		return x + y
	case SUB:
		return x - y
	case MUL:
		return x * y
	case DIV:
		return x / y
	case IDIV:
		return math.Floor(x / y)
	case POW:
		return pow(x, y)
	case MOD:
		r := math.Mod(x, y)
		if r*y < 0 {
			r += y
		}
		return r
	case UNM:
		return -x
	}
	panic("bytecode: " + op.String() + " is no operator on floats")
}

// FloorMod returns `x % y` where every number is a float: in Lua 5.1, LuaJIT and Lua 5.2.
func FloorMod(x, y float64) float64 {
	product := math.Floor(x/y) * y // rounded, as in C
	return x - product
}

// FloatToInt returns the integer that f stands for, if it is one exactly.
func FloatToInt(f float64) (i int64, ok bool) {
	if f != math.Floor(f) || f < -(1<<63) || f >= 1<<63 {
		return 0, false
	}
	return int64(f), true
}

// quotient rounds down; it wraps where the result is one too big.
func quotient(x, y int64) int64 {
	if y == -1 {
		return -x
	}
	q := x / y
	if x%y != 0 && x^y < 0 {
		q--
	}
	return q
}

// modulo returns the remainder that has the sign of y.
func modulo(x, y int64) int64 {
	if y == -1 {
		return 0
	}
	r := x % y
	if r != 0 && r^y < 0 {
		r += y
	}
	return r
}

// shiftLeft shifts logically, to the right if n is negative. -n of the least integer
// is itself, and shifts everything out either way.
func shiftLeft(x, n int64) int64 {
	switch {
	case n <= -64 || n >= 64:
		return 0
	case n < 0:
		return int64(uint64(x) >> uint(-n))
	default:
		return int64(uint64(x) << uint(n))
	}
}

// CompareIntFloat returns how an integer stands to a float: less, equal, or neither (which is
// what it also is to a NaN). The integer is not rounded.
func CompareIntFloat(i int64, f float64) (less, equal bool) {
	switch {
	case f >= 1<<63:
		return true, false
	case f >= -(1 << 63):
		whole := math.Floor(f)
		n := int64(whole)
		return i < n || i == n && whole < f, i == n && whole == f
	}
	return false, false
}
