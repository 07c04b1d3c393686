package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

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
	Graph   cfg.Graph
	Opcodes effect.OpcodeSet // of its instructions
	Access  []effect.Access  // by upvalue: how the function, and those in it, access it, in code that can be reached

	operands Operands
	captured *captured // nil if closures access no register of the function
	vars     variables
	loops    *cfg.Loops
}

// NewBody returns the facts of a function. They are valid until mem is used for the next
// Program.
func NewBody(in Inputs, mem *Memory) *Body {
	f := &mem.bodies.Take(1)[0]
	f.Inputs = in
	f.Graph = cfg.Build(in.Proto, &mem.cfg)
	f.Opcodes = effect.OpcodesOf(in.Proto.Code)
	f.Access = mem.access.Take(len(in.Proto.Upvalues))
	f.findCaptures(mem)
	f.loops = f.Graph.Loops(&mem.cfg)
	if mem.NamedOnly && len(in.Proto.Locals) == 0 && f.Size() > MaxFollowed {
		return f
	}
	f.findOperands(mem)
	if f.captured != nil {
		f.captured.cells = f.solveCells(mem)
		f.captured.acting = f.findActing(mem)
		f.captured.events = f.findEvents(mem)
	}
	f.solveLiveness(mem)
	f.findVariables(mem)
	return f
}

// Bodies finds the facts of functions: those that it has for equal inputs, or new ones, which
// may be made in mem.
type Bodies interface {
	Body(in Inputs, mem *Memory) *Body
}

// body returns the facts of a function.
func (m *Memory) body(in Inputs) *Body {
	if m.Bodies != nil {
		return m.Bodies.Body(in, m)
	}
	return NewBody(in, m)
}

// Words returns the number of words of a set of registers of f.
func (f *Body) Words() int { return WordsFor(int(f.Proto.MaxStack)) }
