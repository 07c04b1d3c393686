package bytecode

// Instruction is one 32-bit word of Lua 5.3 code: from the lowest bit on, 6 bits
// opcode, 8 bits A, 9 bits C, 9 bits B; or 18 bits Bx (sBx with a bias of
// MaxSBx) in the place of C and B; or 26 bits Ax after the opcode (lopcodes.h).
type Instruction uint32

// Limits of the operands.
const (
	MaxA   = 1<<8 - 1
	MaxB   = 1<<9 - 1
	MaxC   = 1<<9 - 1
	MaxBx  = 1<<18 - 1
	MaxSBx = MaxBx >> 1
	MaxAx  = 1<<26 - 1

	// BitRK marks a B or C operand as the number of a constant.
	BitRK      = 1 << 8
	MaxIndexRK = BitRK - 1

	// FieldsPerFlush is how many list items one SETLIST stores.
	FieldsPerFlush = 50
)

// ABC makes an instruction with three operands.
func ABC(op Op, a, b, c int) Instruction {
	return Instruction(op) | Instruction(a)<<6 | Instruction(c)<<14 | Instruction(b)<<23
}

// ABx makes an instruction with a register and an unsigned operand.
func ABx(op Op, a, bx int) Instruction {
	return Instruction(op) | Instruction(a)<<6 | Instruction(bx)<<14
}

// AsBx makes an instruction with a register and a signed operand.
func AsBx(op Op, a, sbx int) Instruction { return ABx(op, a, sbx+MaxSBx) }

// Ax makes an EXTRAARG.
func Ax(op Op, ax int) Instruction { return Instruction(op) | Instruction(ax)<<6 }

// Op returns the opcode.
func (i Instruction) Op() Op { return Op(i & 0x3f) }

// A returns the first operand.
func (i Instruction) A() int { return int(i >> 6 & 0xff) }

// B returns the second operand of an ABC instruction.
func (i Instruction) B() int { return int(i >> 23) }

// C returns the third operand of an ABC instruction.
func (i Instruction) C() int { return int(i >> 14 & 0x1ff) }

// Bx returns the unsigned operand of an ABx instruction.
func (i Instruction) Bx() int { return int(i >> 14) }

// SBx returns the signed operand of an AsBx instruction: a jump distance.
func (i Instruction) SBx() int { return int(i>>14) - MaxSBx }

// Ax returns the operand of an EXTRAARG.
func (i Instruction) Ax() int { return int(i >> 6) }

// WithOp replaces the opcode.
func (i Instruction) WithOp(op Op) Instruction { return i&^0x3f | Instruction(op) }

// WithA replaces A.
func (i Instruction) WithA(a int) Instruction { return i&^(0xff<<6) | Instruction(a)<<6 }

// WithB replaces B.
func (i Instruction) WithB(b int) Instruction { return i&^(0x1ff<<23) | Instruction(b)<<23 }

// WithC replaces C.
func (i Instruction) WithC(c int) Instruction { return i&^(0x1ff<<14) | Instruction(c)<<14 }

// WithSBx replaces sBx.
func (i Instruction) WithSBx(d int) Instruction {
	return i&(1<<14-1) | Instruction(d+MaxSBx)<<14
}

// IsK reports whether a B or C operand names a constant.
func IsK(rk int) bool { return rk&BitRK != 0 }

// KIndex returns the number of the constant that rk names.
func KIndex(rk int) int { return rk &^ BitRK }

// RK makes an operand of the number of a constant, at most MaxIndexRK.
func RK(k int) int { return k | BitRK }

// FloatByte encodes a size as NEWTABLE does: mmmmmeee stands for
// (1mmm) * 2^(eee-1) (luaO_int2fb).
func FloatByte(x int) int {
	if x < 8 {
		return x
	}
	e := 0
	for x >= 8<<4 {
		x = (x + 0xf) >> 4
		e += 4
	}
	for x >= 8<<1 {
		x = (x + 1) >> 1
		e++
	}
	return (e+1)<<3 | (x - 8)
}
