package effect

import bc "luaflow/compile/bytecode"

// This file defines what an instruction does with references: where the tables that
// its operands hold go, and where those come from that its definitions hold.

// Reference is a way to deal with references.
type Reference uint8

// The ways. Where the definitions are not named, the instruction makes none.
const (
	// Forgets: no operand goes anywhere, no definition is ever a table.
	Forgets Reference = iota + 1
	// Copies: its definition is its one operand.
	Copies
	// Makes: its definition is a new table.
	Makes
	// ReadsUpvalue: its definition is what an upvalue holds.
	ReadsUpvalue
	// WritesUpvalue: its operand is put into an upvalue.
	WritesUpvalue
	// ReadsField: its first definition is the field of its first operand under Key;
	// a second one is that operand.
	ReadsField
	// ReadsUpvalueField: its definition is the field of an upvalue under Key.
	ReadsUpvalueField
	// WritesField: its last operand is put into the field of the first under Key.
	WritesField
	// WritesUpvalueField: its last operand is put into the field of an upvalue
	// under Key.
	WritesUpvalueField
	// Fills: the operands after the first become items of it.
	Fills
	// Measures: it asks its operand for its length. The definition may be anything.
	Measures
	// Compares: it asks whether its operands are equal.
	Compares
	// Operates: metamethods may see its operands. The definitions may be anything.
	Operates
	// Calls: its first operand is called with the others. The definitions are the
	// results.
	Calls
	// Iterates: its first operand, an iterator, is called with the others. The
	// definitions are the results.
	Iterates
	// Returns: its operands are handed to the caller.
	Returns
)

var references = [bc.NumOps]Reference{
	bc.MOVE:     Copies,
	bc.LOADK:    Forgets,
	bc.LOADKX:   Forgets,
	bc.LOADBOOL: Forgets,
	bc.LOADNIL:  Forgets,
	bc.GETUPVAL: ReadsUpvalue,
	bc.GETTABUP: ReadsUpvalueField,
	bc.GETTABLE: ReadsField,
	bc.SETTABUP: WritesUpvalueField,
	bc.SETUPVAL: WritesUpvalue,
	bc.SETTABLE: WritesField,
	bc.NEWTABLE: Makes,
	bc.SELF:     ReadsField,
	bc.ADD:      Operates,
	bc.SUB:      Operates,
	bc.MUL:      Operates,
	bc.MOD:      Operates,
	bc.POW:      Operates,
	bc.DIV:      Operates,
	bc.IDIV:     Operates,
	bc.BAND:     Operates,
	bc.BOR:      Operates,
	bc.BXOR:     Operates,
	bc.SHL:      Operates,
	bc.SHR:      Operates,
	bc.UNM:      Operates,
	bc.BNOT:     Operates,
	bc.NOT:      Forgets,
	bc.LEN:      Measures,
	bc.CONCAT:   Operates,
	bc.JMP:      Forgets,
	bc.EQ:       Compares,
	bc.LT:       Operates,
	bc.LE:       Operates,
	bc.TEST:     Forgets,
	bc.TESTSET:  Copies,
	bc.CALL:     Calls,
	bc.TAILCALL: Calls, // and the RETURN after hands the results on
	bc.RETURN:   Returns,
	bc.FORLOOP:  Forgets,
	bc.FORPREP:  Forgets,
	bc.TFORCALL: Iterates,
	bc.TFORLOOP: Copies,
	bc.SETLIST:  Fills,
	bc.CLOSURE:  Forgets, // what it captures it does not move
	bc.VARARG:   Operates,
	bc.EXTRAARG: Forgets,
}

// ReferenceOf returns what i does with references.
func ReferenceOf(i bc.Instruction) Reference { return references[i.Op()] }

// FetchesMethod reports whether i reads a field for a call `x:f()` (SELF): its definitions
// are the field and the table, side by side, as the call wants them.
func FetchesMethod(i bc.Instruction) bool { return i.Op() == bc.SELF }

// Concatenates reports whether i joins its operands to one string (CONCAT).
func Concatenates(i bc.Instruction) bool { return i.Op() == bc.CONCAT }

// ReadsVarargs reports whether the definitions of i are the extra arguments of the function,
// `...` (VARARG), which no register holds.
func ReadsVarargs(i bc.Instruction) bool { return i.Op() == bc.VARARG }

// IsNonTailCall reports whether i calls its first operand and the function goes on after
// that (CALL). A TAILCALL gives up the frame: what its callee returns, the caller gets. A
// TFORCALL belongs to a loop.
func IsNonTailCall(i bc.Instruction) bool { return i.Op() == bc.CALL }

// DiscardsResults reports whether i is a call that keeps no result: a statement.
func DiscardsResults(i bc.Instruction) bool { return i.Op() == bc.CALL && i.C() == 1 }

// Table returns the register that holds the table which i accesses. For ReadsField and WritesField.
func Table(i bc.Instruction) int {
	if i.Op() == bc.SETTABLE {
		return i.A()
	}
	return i.B()
}

// KeyUse returns which of the uses of i the key is if it is in a register: the table comes first unless an upvalue holds it. For those
// that Key is for.
func KeyUse(i bc.Instruction) int {
	if _, how := Upvalue(i); how != 0 {
		return 0
	}
	return 1
}

// Key returns the operand, a register or a constant, that names the field which i reads
// or writes. For ReadsField, ReadsUpvalueField, WritesField and WritesUpvalueField.
func Key(i bc.Instruction) int {
	switch i.Op() {
	case bc.SETTABLE, bc.SETTABUP:
		return i.B()
	}
	return i.C()
}
