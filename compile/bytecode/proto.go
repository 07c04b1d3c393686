package bytecode

// Proto is a compiled function: what a binary chunk holds of it.
// A Proto is immutable once its maker has returned it.
type Proto struct {
	Source          string        // "@file", "=stdin", or "" when stripped
	LineDefined     int32         // 0 for the main function
	LastLineDefined int32         // of `end`; 0 for the main function
	NumParams       uint8         // without the extra arguments of `...`
	IsVararg        bool          // it takes extra arguments; the main function always does
	MaxStack        uint8         // registers needed: at least 2
	Code            []Instruction // at least one instruction: the last is a RETURN
	Constants       []Constant    // in the order of their first use
	Upvalues        []Upvalue     // in the order in which the text first needs them
	Protos          []*Proto      // the functions directly inside, in the order of their text
	Lines           Lines         // empty when stripped
	Locals          []LocalVar    // in order of declaration; nil when stripped
}

// Upvalue says where a closure finds one of its upvalues when it is made.
type Upvalue struct {
	Name    string // "" when stripped
	InStack bool   // a register of the enclosing function, else one of its upvalues
	Index   uint8  // of the register, or among the Upvalues of the enclosing function
}

// LocalVar is a debug record: the variable is in its register from StartPC
// (inclusive) to EndPC (exclusive), pcs from 0. The register is the number of
// records that began before it and are still active at StartPC.
type LocalVar struct {
	Name           string // `(for index)` and the like for those of loops that the text does not name
	StartPC, EndPC int32
}

// ConstantKind is the type of a Constant.
type ConstantKind uint8

// The kinds of Constant. The zero Constant is nil.
const (
	KNil ConstantKind = iota
	KFalse
	KTrue
	KInt
	KFloat
	KString
)

// Constant is one entry of a function's constant table.
type Constant struct {
	Kind ConstantKind // whether bits, str or nothing has the value
	bits uint64       // KInt: the value; KFloat: its IEEE 754 bits
	str  string       // KString
}
