package effect

import bc "luaflow/compile/bytecode"

// OpcodeSet is a set of opcodes, one bit for each of the 47. A function whose code has none
// of certain opcodes need not be searched for what they do.
type OpcodeSet uint64

// Sets of opcodes that whole functions are asked for.
const (
	// ClosureMakers make a closure (see Closure).
	ClosureMakers OpcodeSet = 1 << bc.CLOSURE
	// Closers end variables that closures may have captured (see Closes).
	Closers OpcodeSet = 1<<bc.JMP | 1<<bc.RETURN
	// Silent have no Actions, capture nothing and close nothing: what they do to registers and upvalues
	// is all that code elsewhere may ever notice of them.
	Silent OpcodeSet = 1<<bc.MOVE | 1<<bc.LOADK | 1<<bc.LOADKX | 1<<bc.LOADBOOL | 1<<bc.LOADNIL |
		1<<bc.GETUPVAL | 1<<bc.SETUPVAL | 1<<bc.NOT | 1<<bc.TEST | 1<<bc.TESTSET | 1<<bc.FORLOOP |
		1<<bc.TFORLOOP | 1<<bc.SETLIST | 1<<bc.VARARG | 1<<bc.EXTRAARG
	// BinaryOperators compute or compare in an order two operands, which may be constants.
	BinaryOperators OpcodeSet = 1<<bc.ADD | 1<<bc.SUB | 1<<bc.MUL | 1<<bc.MOD | 1<<bc.POW | 1<<bc.DIV | 1<<bc.IDIV | 1<<bc.BAND |
		1<<bc.BOR | 1<<bc.BXOR | 1<<bc.SHL | 1<<bc.SHR | 1<<bc.LT | 1<<bc.LE
	// BitOperators compute with the bits of integers.
	BitOperators OpcodeSet = 1<<bc.BAND | 1<<bc.BOR | 1<<bc.BXOR | 1<<bc.SHL | 1<<bc.SHR | 1<<bc.BNOT
	// UpvalueFieldReaders read a field of an upvalue (ReadsUpvalueField), as every
	// read of a global variable does.
	UpvalueFieldReaders OpcodeSet = 1 << bc.GETTABUP
	// UpvalueAccessors read or write an upvalue (see Upvalue).
	UpvalueAccessors OpcodeSet = 1<<bc.GETUPVAL | 1<<bc.GETTABUP | 1<<bc.SETTABUP | 1<<bc.SETUPVAL
	// UpvalueReaders read an upvalue, as a table at times (see Upvalue).
	UpvalueReaders OpcodeSet = 1<<bc.GETUPVAL | 1<<bc.GETTABUP | 1<<bc.SETTABUP
	// TableAccessors may read or write fields of a table, or ask for its length: whatever reads
	// or writes a field, Fills, Measures, Calls and Iterates.
	TableAccessors OpcodeSet = 1<<bc.GETTABUP | 1<<bc.GETTABLE | 1<<bc.SELF | 1<<bc.SETTABUP | 1<<bc.SETTABLE |
		1<<bc.SETLIST | 1<<bc.LEN | 1<<bc.CALL | 1<<bc.TAILCALL | 1<<bc.TFORCALL
	// Outgoing may hand something on beyond the registers of the function: they call, return, or
	// write to an upvalue or a field.
	Outgoing OpcodeSet = 1<<bc.CALL | 1<<bc.TAILCALL | 1<<bc.TFORCALL | 1<<bc.RETURN | 1<<bc.SETUPVAL |
		1<<bc.SETTABUP | 1<<bc.SETTABLE | 1<<bc.SETLIST
	// Callers call their first operand (Calls).
	Callers OpcodeSet = 1<<bc.CALL | 1<<bc.TAILCALL
	// TableMakers make a table (Makes).
	TableMakers OpcodeSet = 1 << bc.NEWTABLE
	// FieldWriters write a field of a table in a register (WritesField).
	FieldWriters OpcodeSet = 1 << bc.SETTABLE
	// FieldAccessors read or write a field of a table in a register (ReadsField, WritesField).
	FieldAccessors = FieldWriters | 1<<bc.GETTABLE | 1<<bc.SELF
	// TableFillers write fields of a table in a register, one (WritesField) or many (Fills).
	TableFillers = FieldWriters | 1<<bc.SETLIST
	// EdgeDefiners write registers on their first edge only (EdgeDefs).
	EdgeDefiners OpcodeSet = 1<<bc.TESTSET | 1<<bc.TFORLOOP | 1<<bc.FORLOOP
	// MayDefiners write registers in some executions only (MayDefs).
	MayDefiners OpcodeSet = 1 << bc.FORPREP
)

// OpcodesOf returns the opcodes in code.
func OpcodesOf(code []bc.Instruction) OpcodeSet {
	var s OpcodeSet
	for _, i := range code {
		s |= 1 << i.Op()
	}
	return s
}

// Has reports whether s has the opcode of i.
func (s OpcodeSet) Has(i bc.Instruction) bool { return s>>i.Op()&1 != 0 }

// HasAny reports whether s and of have an opcode in common.
func (s OpcodeSet) HasAny(of OpcodeSet) bool { return s&of != 0 }
