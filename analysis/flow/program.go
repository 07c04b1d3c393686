package flow

import (
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// Program is the functions of one chunk: where each stands, its facts, and which variables they
// share. It is immutable.
type Program struct {
	// Funcs is the functions in pre-order of the tree of prototypes, which is the
	// order of their first tokens in the text; 0 is main.
	Funcs []Func

	hasLarge bool // a function of it is too large

	children []int32 // by function and index in Proto.Protos: numbers
	cells    CellTable
	trees    Trees // nil if nobody keeps them
	meter    *meter.Meter
}

// Func is one function of a Program, and the facts of its bytecode. Equal functions, of one
// program or of several, may have one Body.
type Func struct {
	*Body
	Proto   *bytecode.Proto // with its names and lines
	Number  int             // its index in Program.Funcs
	Parent  int             // the function that it stands in; -1 for main
	IsLarge bool            // its values are not looked at, see large.go

	program *Program

	// Where its part of the children, and of the upvalues, of the program begins.
	firstChild, firstUpvalue int32
}

// New returns the functions of main and of all functions in it, which bytecode.Verify
// accepts, with their facts. The result is valid until mem is used for the next one.
func New(main *bytecode.Proto, mem *Memory) *Program {
	mem.reset()
	mem.cfg.Meter = mem.Meter
	p := &Program{trees: mem.Trees, meter: mem.Meter}
	functions, upvalues := count(main)
	p.Funcs = mem.funcs.Take(functions)
	p.children = mem.numbers.Take(functions - 1)
	b := filler{p: p}
	b.fill(main, -1, 0)
	// A function has a greater number than the one that it stands in.
	for i := len(p.Funcs) - 1; i >= 0; i-- {
		f := &p.Funcs[i]
		f.Body = mem.body(f.inputs(mem))
		f.IsLarge = f.Size() > mem.followed()
		p.hasLarge = p.hasLarge || f.IsLarge
	}
	p.findCells(upvalues, mem)
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

// CountIn has steps count what is found out from now on. Nobody else may be at work on p.
func (p *Program) CountIn(steps *meter.Meter) { p.meter = steps }

// Meter returns what counts the steps of finding something out; nil if nobody does.
func (p *Program) Meter() *meter.Meter { return p.meter }

// Step counts a step of finding something out about f.
func (f *Func) Step() { f.program.Step() }

// Step counts a step of finding something out, as meter.Meter.Step does.
func (p *Program) Step() { p.meter.Step() }

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
	children, upvalues int32 // how many those that are set up have
}

// fill sets up proto as the function with the given number and those in it as the
// following ones; it returns the number after them.
func (b *filler) fill(proto *bytecode.Proto, parent, number int) int {
	b.p.Step()
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

// children is numbers of functions, by index in Proto.Protos.
func (f *Func) children() []int32 { return f.program.children[f.firstChild:][:len(f.Proto.Protos)] }

// Child returns the function of which a CLOSURE with this Bx makes a closure.
func (f *Func) Child(i int) *Func {
	return &f.program.Funcs[f.program.children[int(f.firstChild)+i]]
}
