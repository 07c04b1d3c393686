package codegen

import (
	"math"

	"luaflow/compile/syntax"
)

// fold.go computes operations on numerals as Lua 5.3 does at run time (lobject.c,
// luaO_arith), where that can neither fail nor give a NaN or a zero float.

// fold replaces a by "a op b" if that may be folded. For a unary operator b is any
// integer.
func fold(op syntax.BinaryOp, a, b *desc) bool {
	if !a.isNumeral() || !b.isNumeral() {
		return false
	}
	switch op {
	case syntax.BAnd, syntax.BOr, syntax.BXor, syntax.Shl, syntax.Shr:
		x, ok1 := asInt(a)
		y, ok2 := asInt(b)
		if ok1 && ok2 {
			a.setInt(bitwise(op, x, y))
		}
		return ok1 && ok2
	case syntax.Div, syntax.IDiv, syntax.Mod:
		if isZero(b) {
			return false
		}
	}
	if a.kind == vInt && b.kind == vInt && op != syntax.Div && op != syntax.Pow {
		a.setInt(integer(op, int64(a.num), int64(b.num)))
		return true
	}
	r := float(op, asFloat(a), asFloat(b))
	if math.IsNaN(r) || r == 0 {
		return false
	}
	a.kind, a.num = vFloat, math.Float64bits(r)
	return true
}

// foldUnary replaces v by -v or ~v if that may be folded.
func foldUnary(op syntax.UnaryOp, v *desc) bool {
	if !v.isNumeral() {
		return false
	}
	if op == syntax.BNot {
		x, ok := asInt(v)
		if ok {
			v.setInt(^x)
		}
		return ok
	}
	if v.kind == vInt {
		v.setInt(-int64(v.num))
		return true
	}
	r := -asFloat(v)
	if math.IsNaN(r) || r == 0 {
		return false
	}
	v.num = math.Float64bits(r)
	return true
}

func (v *desc) setInt(i int64) { v.kind, v.num = vInt, uint64(i) }

func isZero(v *desc) bool {
	return v.kind == vInt && v.num == 0 || v.kind == vFloat && math.Float64frombits(v.num) == 0
}

func asFloat(v *desc) float64 {
	if v.kind == vInt {
		return float64(int64(v.num))
	}
	return math.Float64frombits(v.num)
}

// asInt converts a float with an exact integer value (luaV_tointeger, mode 0).
func asInt(v *desc) (int64, bool) {
	if v.kind == vInt {
		return int64(v.num), true
	}
	f := math.Float64frombits(v.num)
	if f != math.Floor(f) || f < -(1<<63) || f >= 1<<63 {
		return 0, false
	}
	return int64(f), true
}

func bitwise(op syntax.BinaryOp, x, y int64) int64 {
	switch op {
	case syntax.BAnd:
		return x & y
	case syntax.BOr:
		return x | y
	case syntax.BXor:
		return x ^ y
	case syntax.Shl:
		return shiftLeft(x, y)
	default:
		return shiftLeft(x, -y)
	}
}

// shiftLeft shifts logically, to the right if n is negative (luaV_shiftl). -n of
// the least integer is itself, and shifts everything out either way.
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

func integer(op syntax.BinaryOp, x, y int64) int64 {
	switch op {
	case syntax.Add:
		return x + y
	case syntax.Sub:
		return x - y
	case syntax.Mul:
		return x * y
	case syntax.IDiv:
		q := quotient(x, y)
		if x%y != 0 && x^y < 0 {
			q--
		}
		return q
	default: // Mod
		if y == -1 {
			return 0
		}
		r := x % y
		if r != 0 && r^y < 0 {
			r += y
		}
		return r
	}
}

// quotient truncates; it wraps where the result is one too big.
func quotient(x, y int64) int64 {
	if y == -1 {
		return -x
	}
	return x / y
}

func float(op syntax.BinaryOp, x, y float64) float64 {
	switch op {
	case syntax.Add:
		return x + y
	case syntax.Sub:
		return x - y
	case syntax.Mul:
		return x * y
	case syntax.Div:
		return x / y
	case syntax.IDiv:
		return math.Floor(x / y)
	case syntax.Pow:
		return pow(x, y)
	default: // Mod
		r := math.Mod(x, y)
		if r*y < 0 {
			r += y
		}
		return r
	}
}
