package flow

// The registers that each instruction reads and defines, by operand: what package
// effect says of the code of a function, asked once and laid out flat (collect.go); and of each block
// what it exposes upward and what it defines: gen and kill of liveness. Code that cannot be
// reached has neither uses nor definitions.

// DefID numbers the definitions of a function: first those that its parameters have at the
// entry, by their registers, then those that instructions make in code that can be reached,
// by pc.
type DefID int32

// Operands is the registers that instructions read and define.
type Operands struct {
	FirstUse []int32 // by pc, one entry more: where its Uses begin in registers
	FirstDef []DefID // by pc, one entry more: the number of its first definition
	// Registers is first those of all uses, of each instruction in the order of
	// effect.Uses(pc).All(), then those of its Defs, MayDefs and EdgeDefs.
	Registers []uint8
	// rows is three arrays of rows of registers by block: exposed, defined and live.
	rows []uint64
}

// exposed returns the registers that a block reads in front of any definition there.
func (o *Operands) exposed() []uint64 { return o.rows[:len(o.rows)/3] }

// Defined returns the registers that a block defines whichever edge leaves it.
func (o *Operands) Defined() []uint64 { return o.rows[len(o.rows)/3:][:len(o.rows)/3] }

// live returns the rows of LiveOut, once they are computed.
func (o *Operands) live() []uint64 { return o.rows[len(o.rows)/3*2:] }

// Uses returns the registers of all uses.
func (o *Operands) Uses() []uint8 { return o.Registers[:o.FirstUse[len(o.FirstUse)-1]] }

// Defs returns the registers of all definitions.
func (o *Operands) Defs() []uint8 { return o.Registers[o.FirstUse[len(o.FirstUse)-1]:] }

// UsesOf returns the registers that the instruction at pc reads.
func (o *Operands) UsesOf(pc int) []uint8 { return o.Registers[o.FirstUse[pc]:o.FirstUse[pc+1]] }

// DefsOf returns the registers that the instruction at pc defines, on an edge or maybe
// as well.
func (o *Operands) DefsOf(pc int) []uint8 { return o.DefsBetween(pc, pc+1) }

// DefsBetween returns what DefsOf does for all instructions from start to end, exclusive.
func (o *Operands) DefsBetween(start, end int) []uint8 {
	base := o.FirstUse[len(o.FirstUse)-1] - int32(o.FirstDef[0])
	return o.Registers[base+int32(o.FirstDef[start]) : base+int32(o.FirstDef[end])]
}
