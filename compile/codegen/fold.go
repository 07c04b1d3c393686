package codegen

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// fold.go computes operations on numerals as the reference generator does
// (constfolding of lcode.c): where that can neither fail nor give a NaN or a zero
// float.

// fold replaces a by "a op b" if that may be folded, and reports whether it has. For a unary
// operator b is any integer.
func fold(op syntax.BinaryOp, a, b *desc) bool {
	if !a.isNumeral() || !b.isNumeral() {
		return false
	}
	switch op {
	case syntax.Sar: // 5.3 has none
		return false
	case syntax.BAnd, syntax.BOr, syntax.BXor, syntax.Shl, syntax.Shr:
		x, ok1 := asInt(a)
		y, ok2 := asInt(b)
		if ok1 && ok2 {
			a.setInt(bc.IntArith(binaryOps[op], x, y))
		}
		return ok1 && ok2
	case syntax.Div, syntax.IDiv, syntax.Mod:
		if isZero(b) {
			return false
		}
	}
	if a.kind == vInt && b.kind == vInt && op != syntax.Div && op != syntax.Pow {
		a.setInt(bc.IntArith(binaryOps[op], int64(a.num), int64(b.num)))
		return true
	}
	r := bc.FloatArith(binaryOps[op], asFloat(a), asFloat(b))
	if math.IsNaN(r) || r == 0 {
		return false
	}
	a.kind, a.num = vFloat, math.Float64bits(r)
	return true
}

// agree reports whether every dialect of the text computes what fold does: without
// integers nothing wraps, zeros have a sign and `%` rounds.
func (g *generator) agree(op syntax.BinaryOp, a, b *desc) bool {
	if g.tree.Dialects&^syntax.WithIntegers == 0 || !a.isNumeral() || !b.isNumeral() {
		return true
	}
	x, y := asFloat(a), asFloat(b)
	switch op {
	case syntax.BAnd, syntax.BOr, syntax.BXor, syntax.Shl, syntax.Shr:
		return g.tree.Dialects&syntax.LuaJIT == 0 // of 32 bits there
	case syntax.Mod:
		return bc.FloorMod(x, y) == bc.FloatArith(bc.MOD, x, y)
	case syntax.Add, syntax.Sub, syntax.Mul:
		if a.kind == vInt && b.kind == vInt {
			i := bc.IntArith(binaryOps[op], int64(a.num), int64(b.num))
			same := math.Float64bits(float64(i)) == math.Float64bits(bc.FloatArith(binaryOps[op], x, y))
			return same && -1<<53 <= i && i <= 1<<53
		}
	}
	return true
}

// negates reports whether every dialect of the text computes the same of a zero, or of all bits.
func (g *generator) negates(op syntax.UnaryOp, v *desc) bool {
	if op == syntax.BNot && g.tree.Dialects&syntax.LuaJIT != 0 {
		return false
	}
	return g.tree.Dialects&^syntax.WithIntegers == 0 || v.kind != vInt || v.num != 0
}

// foldUnary replaces v by -v or ~v if that may be folded, and reports whether it has.
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
	return bc.FloatToInt(math.Float64frombits(v.num))
}
