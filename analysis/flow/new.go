package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// How the facts of a function, and then those of a program, are put together.

// NewBody returns the facts of a function. They are valid until mem is used for the next
// Program.
func NewBody(in Inputs, mem *Memory) *Body {
	f := &mem.bodies.Take(1)[0]
	f.Inputs = in
	mem.Meter.Step()
	f.Graph = cfg.Build(in.Proto, &mem.cfg)
	mem.Meter.Step()
	f.Opcodes = effect.OpcodesOf(in.Proto.Code)
	f.Access = mem.access.Take(len(in.Proto.Upvalues))
	f.findSharing(mem)
	f.findCaptures(mem)
	f.loops = f.Graph.Loops(&mem.cfg)
	if mem.NamedOnly && len(in.Proto.Locals) == 0 && f.Size() > MaxFollowed {
		return f
	}
	mem.Meter.Step()
	f.findOperands(mem)
	if f.captured != nil {
		f.captured.cells = f.solveCells(mem)
		f.captured.acting = f.findActing(mem)
		f.captured.events = f.findEvents(mem)
	}
	f.solveLiveness(mem)
	mem.Meter.Step()
	f.findVariables(mem)
	return f
}

// body returns the facts of a function.
func (m *Memory) body(in Inputs) *Body {
	if m.Bodies != nil {
		return m.Bodies.Body(in, m)
	}
	return NewBody(in, m)
}

// New returns the functions of main and of all functions in it, which bytecode.Verify
// accepts, with their facts. The result is valid until mem is used for the next one.
func New(main *bytecode.Proto, mem *Memory) *Program {
	mem.reset()
	mem.cfg.Meter = mem.Meter
	p := new(Program)
	functions, upvalues := count(main)
	p.Funcs = mem.funcs.Take(functions)
	p.children = mem.numbers.Take(functions - 1)
	b := filler{p: p, steps: mem.Meter}
	b.fill(main, -1, 0)
	// A function has a greater number than the one that it stands in.
	for i := len(p.Funcs) - 1; i >= 0; i-- {
		f := &p.Funcs[i]
		f.Body = mem.body(f.inputs(mem))
		f.IsLarge = f.Size() > mem.followed()
		p.hasLarge = p.hasLarge || f.IsLarge
	}
	mem.Meter.Step()
	p.findCells(upvalues, mem)
	mem.Meter.Step()
	return p
}

// inputs returns what the facts of f rest on. The functions inside it must have theirs.
func (f *Func) inputs(mem *Memory) Inputs {
	in := Inputs{f.Proto, mem.closures.Take(len(f.Proto.Protos))}
	for k, child := range f.children() {
		c := &f.program.Funcs[child]
		in.Makes[k] = Closure{c.Proto.Upvalues, c.Access}
	}
	return in
}

// Count returns the number of functions in the tree of main: those that New makes.
func Count(main *bytecode.Proto) int {
	functions, _ := count(main)
	return functions
}

// count returns the number of functions in the tree of p, and that of their upvalues.
func count(p *bytecode.Proto) (functions, upvalues int) {
	functions, upvalues = 1, len(p.Upvalues)
	for _, child := range p.Protos {
		f, u := count(child)
		functions += f
		upvalues += u
	}
	return functions, upvalues
}

// filler sets up the functions of a program.
type filler struct {
	p                  *Program
	steps              *meter.Meter
	children, upvalues int32 // how many those that are set up have
}

// fill sets up proto as the function with the given number and those in it as the
// following ones; it returns the number after them.
func (b *filler) fill(proto *bytecode.Proto, parent, number int) int {
	b.steps.Step()
	p, f := b.p, &b.p.Funcs[number]
	f.Proto, f.Number, f.Parent, f.program = proto, number, parent, p
	f.firstChild, f.firstUpvalue = b.children, b.upvalues
	b.children += int32(len(proto.Protos))
	b.upvalues += int32(len(proto.Upvalues))
	after := number + 1
	for i, child := range proto.Protos {
		f.children()[i] = int32(after)
		after = b.fill(child, number, after)
	}
	return after
}
