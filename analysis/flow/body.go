package flow

import (
	"cmp"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// The facts of one function as data, and what they rest on.

// Inputs is all that the facts of the bytecode of one function rest on.
type Inputs struct {
	// Proto is the prototype, which bytecode.Verify accepts. Of it count Code, Constants,
	// NumParams and MaxStack, where Upvalues are found, and where Locals begin and end: no
	// names, no lines, and nothing of Protos.
	Proto *bytecode.Proto
	// Makes is, by the number that a CLOSURE names, the closures that it makes.
	Makes []Closure
}

// Closure is what the function that makes a closure has to do with it.
type Closure struct {
	Upvalues []bytecode.Upvalue // where each is found; the names do not count
	Access   []effect.Access    // by upvalue: how the closure, and those that it makes, access it
}

// Body is the facts of the bytecode of one function: its graph and what its registers hold. It
// is immutable, and rests on its Inputs alone, so that functions with equal inputs may share it.
type Body struct {
	Inputs
	Graph   cfg.Graph        // with unreachable blocks, of which nothing else here says anything
	Opcodes effect.OpcodeSet // of its instructions
	Access  []effect.Access  // by upvalue: how the function, and those in it, access it, in code that can be reached

	operands Operands
	sharing  pcs       // of the instructions by which it shares variables, in code that can be reached or not
	captured *captured // nil if closures access no register of the function
	vars     variables
	loops    *cfg.Loops
}

// Words returns the number of words of a set of registers of f.
func (f *Body) Words() int { return WordsFor(int(f.Proto.MaxStack)) }

// Operands returns those of f.
func (f *Body) Operands() *Operands { return &f.operands }

// Loops returns the loops of f.
func (f *Body) Loops() *cfg.Loops { return f.loops }

// captured is what is known of the registers of a function that its closures access.
type captured struct {
	captures  []capture // sorted by register, then pc
	registers Set       // in captures
	writable  Set       // those of them that a closure writes

	cells []uint64 // see CellSets
	// byPath: some register is a cell that may be read on some paths to a point only.
	byPath bool
	// plain is, if it depends on the path, by block the registers that are live at its start
	// where they are no cells. It comes with the rows of liveness.
	plain []uint64
	// observations is by block the registers whose value at its start closures may
	// read in it. It comes with the rows of liveness.
	observations []uint64
	acting       pcs // see findActing
	// events is those of all registers, of which others ask for each variable that they share: see
	// eventsOf.
	events events
}

// capture is one register that one CLOSURE captures for a closure that accesses
// it, or one inside which does. A CLOSURE that adds nothing to those in front of it
// in the same block has none.
type capture struct {
	pc     int32
	reg    uint8
	access effect.Access
}

// byRegister orders captures by register, then pc.
func byRegister(a, b capture) int {
	return cmp.Or(cmp.Compare(a.reg, b.reg), cmp.Compare(a.pc, b.pc))
}

// from returns the captures of reg from start on, and then those of greater registers.
func (c *captured) from(reg int, start int32) []capture {
	low, high := 0, len(c.captures)
	for low < high {
		mid := (low + high) / 2
		if k := &c.captures[mid]; int(k.reg) < reg || int(k.reg) == reg && k.pc < start {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return c.captures[low:]
}

// variables is the debug records of one function by register, see locals.go.
type variables struct {
	reg []uint8 // by index in Proto.Locals
	// byReg is, by register and one entry more, where its records begin in it, and then the
	// indices of all records, by register, then start: one array, as there are many small functions.
	byReg []int32
}

// in returns the indices of the records of reg, by start.
func (v *variables) in(reg int) []int32 { return v.byReg[v.byReg[reg]:v.byReg[reg+1]] }
