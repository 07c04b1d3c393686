package effect

// Action is what an instruction may do beside its reads and writes of registers
// and upvalues. Types of operands are not known here, so any operand may bring a
// metamethod.
type Action uint8

// The actions.
const (
	// RunsCode: a call, or a metamethod, between the reads and the writes of the
	// instruction. A coroutine may yield there and never come back.
	RunsCode Action = 1 << iota
	// Allocates: the collector may run after the writes of the instruction, and
	// with it finalizers.
	Allocates
	// Raises: it may end in an error, without its writes.
	Raises
	// Leaves: it may leave the function as it should.
	Leaves
)

// Observable is when code outside the function may look at the variables that it
// shares with closures, after the reads of the instruction and before its writes.
const Observable = RunsCode | Raises | Leaves
