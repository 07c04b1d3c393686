package bytecode

import "strconv"

// The mode of every opcode: how its word is cut into operands and what kind of
// number each of them is. What an instruction does is told by package effect.
// After the comments and tables of lopcodes.h and lopcodes.c.

// Layout is the way in which an instruction's word is cut into operands.
type Layout uint8

// The layouts.
const (
	LayoutABC  Layout = iota // A, B and C
	LayoutABx                // A and an unsigned Bx
	LayoutAsBx               // A and a signed sBx
	LayoutAx                 // one long operand
)

// Operand is the kind of number that an operand is.
type Operand uint8

// The kinds of operand.
const (
	None          Operand = iota // the operand has no meaning and is 0
	Number                       // a count or a size
	Flag                         // 0 or 1
	Register                     // a register
	RegisterOrK                  // a register, or a constant if IsK
	ConstantIndex                // the number of a constant
	UpvalueIndex                 // the number of an upvalue
	ProtoIndex                   // the number of a child function
	JumpDistance                 // counted from the next instruction
)

// Mode describes the word of one opcode. B is also the kind of Bx, sBx and Ax.
type Mode struct {
	Name   string // the opcode, as luac prints it
	Layout Layout // how the word is cut
	// A, B and C are the kinds of the operands, None for those that the layout does not have.
	A, B, C Operand
	SetsA   bool // A is a register that the instruction writes, on some path at least
	IsTest  bool // the next instruction is a JMP that is skipped or taken
}

var modes = [NumOps]Mode{
	MOVE:     {"MOVE", LayoutABC, Register, Register, None, true, false},
	LOADK:    {"LOADK", LayoutABx, Register, ConstantIndex, None, true, false},
	LOADKX:   {"LOADKX", LayoutABx, Register, None, None, true, false},
	LOADBOOL: {"LOADBOOL", LayoutABC, Register, Flag, Flag, true, false},
	LOADNIL:  {"LOADNIL", LayoutABC, Register, Number, None, true, false},
	GETUPVAL: {"GETUPVAL", LayoutABC, Register, UpvalueIndex, None, true, false},
	GETTABUP: {"GETTABUP", LayoutABC, Register, UpvalueIndex, RegisterOrK, true, false},
	GETTABLE: {"GETTABLE", LayoutABC, Register, Register, RegisterOrK, true, false},
	SETTABUP: {"SETTABUP", LayoutABC, UpvalueIndex, RegisterOrK, RegisterOrK, false, false},
	SETUPVAL: {"SETUPVAL", LayoutABC, Register, UpvalueIndex, None, false, false},
	SETTABLE: {"SETTABLE", LayoutABC, Register, RegisterOrK, RegisterOrK, false, false},
	NEWTABLE: {"NEWTABLE", LayoutABC, Register, Number, Number, true, false},
	SELF:     {"SELF", LayoutABC, Register, Register, RegisterOrK, true, false},
	ADD:      {"ADD", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	SUB:      {"SUB", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	MUL:      {"MUL", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	MOD:      {"MOD", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	POW:      {"POW", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	DIV:      {"DIV", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	IDIV:     {"IDIV", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	BAND:     {"BAND", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	BOR:      {"BOR", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	BXOR:     {"BXOR", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	SHL:      {"SHL", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	SHR:      {"SHR", LayoutABC, Register, RegisterOrK, RegisterOrK, true, false},
	UNM:      {"UNM", LayoutABC, Register, Register, None, true, false},
	BNOT:     {"BNOT", LayoutABC, Register, Register, None, true, false},
	NOT:      {"NOT", LayoutABC, Register, Register, None, true, false},
	LEN:      {"LEN", LayoutABC, Register, Register, None, true, false},
	CONCAT:   {"CONCAT", LayoutABC, Register, Register, Register, true, false},
	JMP:      {"JMP", LayoutAsBx, Number, JumpDistance, None, false, false},
	EQ:       {"EQ", LayoutABC, Flag, RegisterOrK, RegisterOrK, false, true},
	LT:       {"LT", LayoutABC, Flag, RegisterOrK, RegisterOrK, false, true},
	LE:       {"LE", LayoutABC, Flag, RegisterOrK, RegisterOrK, false, true},
	TEST:     {"TEST", LayoutABC, Register, None, Flag, false, true},
	TESTSET:  {"TESTSET", LayoutABC, Register, Register, Flag, true, true},
	CALL:     {"CALL", LayoutABC, Register, Number, Number, true, false},
	TAILCALL: {"TAILCALL", LayoutABC, Register, Number, Number, true, false},
	RETURN:   {"RETURN", LayoutABC, Register, Number, None, false, false},
	FORLOOP:  {"FORLOOP", LayoutAsBx, Register, JumpDistance, None, true, false},
	FORPREP:  {"FORPREP", LayoutAsBx, Register, JumpDistance, None, true, false},
	TFORCALL: {"TFORCALL", LayoutABC, Register, None, Number, false, false},
	TFORLOOP: {"TFORLOOP", LayoutAsBx, Register, JumpDistance, None, true, false},
	SETLIST:  {"SETLIST", LayoutABC, Register, Number, Number, false, false},
	CLOSURE:  {"CLOSURE", LayoutABx, Register, ProtoIndex, None, true, false},
	VARARG:   {"VARARG", LayoutABC, Register, Number, None, true, false},
	EXTRAARG: {"EXTRAARG", LayoutAx, None, Number, None, false, false},
}

// Mode describes op. The Mode of a number that is no opcode is the zero one.
func (op Op) Mode() Mode {
	if int(op) >= NumOps {
		return Mode{}
	}
	return modes[op]
}

// String returns the name that luac prints, or Op(n) if there is none.
func (op Op) String() string {
	if int(op) >= NumOps {
		return "Op(" + strconv.Itoa(int(op)) + ")"
	}
	return modes[op].Name
}

// Operands returns the operands of i by its layout: Bx, sBx and Ax as b, and 0 for
// those that the layout has no room for.
func (i Instruction) Operands() (a, b, c int) {
	switch i.Op().Mode().Layout {
	case LayoutABx:
		return i.A(), i.Bx(), 0
	case LayoutAsBx:
		return i.A(), i.SBx(), 0
	case LayoutAx:
		return 0, i.Ax(), 0
	default:
		return i.A(), i.B(), i.C()
	}
}
