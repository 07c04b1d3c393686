package bytecode

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestOperandsKeepApart holds that each operand is read as it was written, and
// that replacing one leaves the others alone.
func TestOperandsKeepApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		op, a, b, c := Op(rng.IntN(NumOps)), rng.IntN(MaxA+1), rng.IntN(MaxB+1), rng.IntN(MaxC+1)
		for _, i := range []Instruction{
			ABC(op, a, b, c),
			Instruction(rng.Uint32()).WithOp(op).WithA(a).WithB(b).WithC(c),
		} {
			if i.Op() != op || i.A() != a || i.B() != b || i.C() != c {
				t.Errorf("%s %d %d %d is read as %s %d %d %d", op, a, b, c, i.Op(), i.A(), i.B(), i.C())
			}
		}
		bx, ax := rng.IntN(MaxBx+1), rng.IntN(MaxAx+1)
		if i := ABx(op, a, bx); i.Op() != op || i.A() != a || i.Bx() != bx {
			t.Errorf("%s %d %d is read as %s %d %d", op, a, bx, i.Op(), i.A(), i.Bx())
		}
		sbx := bx - MaxSBx
		if i := AsBx(op, a, 0).WithSBx(sbx); i != AsBx(op, a, sbx) || i.SBx() != sbx || i.A() != a {
			t.Errorf("%s %d %d is read as %s %d %d", op, a, sbx, i.Op(), i.A(), i.SBx())
		}
		if i := Ax(op, ax); i.Op() != op || i.Ax() != ax {
			t.Errorf("%s %d is read as %s %d", op, ax, i.Op(), i.Ax())
		}
	}
}

// TestFloatByte holds that the code stands for the least size it can name that is
// not below the one given, and fits into an operand.
func TestFloatByte(t *testing.T) {
	size := func(code int) int {
		if code < 8 {
			return code
		}
		return (code&7 + 8) << (code>>3 - 1)
	}
	for _, x := range []int{0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 127, 128, 1000, 99999, math.MaxInt32} {
		code := FloatByte(x)
		if size(code) < x || code > 0 && size(code-1) >= x || code > MaxB {
			t.Errorf("%d is encoded as %d, which is %d", x, code, size(code))
		}
	}
}
