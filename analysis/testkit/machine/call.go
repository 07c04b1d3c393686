package machine

import (
	"slices"

	bc "luaflow/compile/bytecode"
)

// Closures, cells, frames and calls: lfunc.c and ldo.c.

// Closure is a Lua function with its upvalues.
type Closure struct {
	fn    *code
	cells []*Cell
	mark
}

// Builtin is a function of the library. What it holds on to is in upvalues.
type Builtin struct {
	name     string
	run      func(c *call) []Value
	upvalues []Value
	mark
}

// slot is a variable: a value, and who gave it.
type slot struct {
	v   Value
	def Def
}

// clobbered is the PC of a Def that stands for what an instruction leaves in
// registers that it uses as scratch.
const clobbered = -3

// Cell is a captured variable: slot is a register of a frame while it is open, own
// when it is closed.
type Cell struct {
	slot *slot
	own  slot
}

func (c *Cell) close() { c.own, c.slot = *c.slot, &c.own }

// frame is one activation of a function. A frame of a library function has a
// builtin and no fn.
type frame struct {
	caller *frame
	// deadCall: it was called by dead code. deadStep: the instruction at pc is dead.
	deadCall, deadStep bool

	builtin *Builtin
	args    []Value // of the builtin

	fn         *code
	closure    *Closure
	regs       []slot
	varargs    []Value
	pc         int
	from       int // the pc before
	open       []Value
	openAt     Def
	openPoison int32
	cells      []*Cell // those that are open, by register
}

func (f *frame) dead() bool { return f != nil && (f.deadCall || f.deadStep) }

func (f *frame) site() Site { return Site{f.fn.number, f.pc} }

// site returns the innermost instruction that runs.
func (m *Machine) site() Site {
	for f := m.top; f != nil; f = f.caller {
		if f.fn != nil {
			return f.site()
		}
	}
	return Site{-1, Entry}
}

// call calls a value.
func (m *Machine) call(fn Value, args []Value) []Value {
	if m.depth++; m.depth > maxDepth {
		panic(exhausted("calls"))
	}
	caller, depth := m.top, m.depth
	var results []Value
	switch c := fn.ref.(type) {
	case *Closure:
		results = m.enter(c, args)
	case *Builtin:
		m.top = &frame{caller: caller, builtin: c, args: args, deadCall: caller.dead()}
		results = c.run(&call{m, args})
	default:
		values := m.callee(append([]Value{fn}, args...))
		results = m.call(values[0], values[1:])
	}
	m.top, m.depth = caller, depth-1
	return results
}

// enter runs a Lua function; tail calls replace it.
func (m *Machine) enter(c *Closure, args []Value) []Value {
	caller := m.top
	var replaced []int
	for {
		f := m.newFrame(c, caller, args)
		results, tail := m.execute(f)
		replaced = append(replaced, f.fn.number)
		if tail == nil {
			m.top = caller
			m.tellReturn(replaced, results)
			return results
		}
		c, args = tail, results
	}
}

func (m *Machine) tellReturn(functions []int, results []Value) {
	for _, fn := range functions {
		if m.hooks.Return != nil {
			m.hooks.Return(fn)
		}
		if m.hooks.Result != nil {
			m.hooks.Result(fn, results)
		}
	}
}

// newFrame makes the innermost frame, of c: parameters are defined, what is too much
// is for VARARG.
func (m *Machine) newFrame(c *Closure, caller *frame, args []Value) *frame {
	p := c.fn.proto
	f := &frame{
		caller: caller, deadCall: m.top.dead(), fn: c.fn, closure: c, from: Entry,
		regs: make([]slot, p.MaxStack), cells: make([]*Cell, p.MaxStack),
	}
	if m.hooks.Enter != nil {
		from := m.site()
		if caller != nil && caller.builtin == finalizer {
			from = Site{-1, Entry}
		}
		m.hooks.Enter(from, c.fn.number)
	}
	m.top = f
	f.clobber(0)
	for reg := range int(p.NumParams) {
		var v Value
		if reg < len(args) {
			v = args[reg]
		}
		m.defineAs(f, Def{Site{c.fn.number, Entry}, reg}, v)
	}
	if p.IsVararg && len(args) > int(p.NumParams) {
		f.varargs = args[p.NumParams:]
	}
	return f
}

// operands returns the values of a CALL, RETURN and their like: those of n registers from a on,
// or of all up to the end of the open result if n is negative.
func (m *Machine) operands(f *frame, a, n int) []Value {
	end := a + n
	if n < 0 {
		end = f.openAt.Reg
	}
	values := make([]Value, max(end-a, 0), max(end-a, 0)+1)
	for k := range values {
		values[k] = m.use(f, a+k)
	}
	if n < 0 {
		values = append(values, m.useOpen(f)...)
	}
	return values
}

// clobber makes scratch of the registers from reg on.
func (f *frame) clobber(reg int) {
	for ; reg < len(f.regs); reg++ {
		f.regs[reg] = slot{def: Def{Site{f.fn.number, clobbered}, reg}}
	}
}

// results leaves n values from a on, or all of them as an open result if n is
// negative.
func (m *Machine) results(f *frame, a, n int, values []Value) {
	if n < 0 {
		m.defineOpen(f, a, values)
		return
	}
	for k := range n {
		var v Value
		if k < len(values) {
			v = values[k]
		}
		m.define(f, a+k, v)
	}
}

// newClosure makes a closure of a child of f's function, or takes the one that was
// made last if it has the same upvalues.
func (m *Machine) newClosure(f *frame, child *code) *Closure {
	if child.cached != nil && f.holds(child.cached) {
		return child.cached
	}
	c := &Closure{fn: child, cells: make([]*Cell, len(child.proto.Upvalues))}
	for i, up := range child.proto.Upvalues {
		if up.InStack {
			c.cells[i] = f.cell(int(up.Index))
		} else {
			c.cells[i] = f.closure.cells[up.Index]
		}
	}
	child.cached = c
	return c
}

// holds reports whether the upvalues of c are the variables that f would give it.
func (f *frame) holds(c *Closure) bool {
	for i, up := range c.fn.proto.Upvalues {
		var want *slot
		if up.InStack {
			want = &f.regs[up.Index]
		} else {
			want = f.closure.cells[up.Index].slot
		}
		if c.cells[i].slot != want {
			return false
		}
	}
	return true
}

// cell returns the open cell of a register.
func (f *frame) cell(reg int) *Cell {
	if f.cells[reg] == nil {
		f.cells[reg] = &Cell{slot: &f.regs[reg]}
	}
	return f.cells[reg]
}

// closeFrom closes the cells of the registers from reg on.
func (f *frame) closeFrom(reg int) {
	for ; reg < len(f.cells); reg++ {
		if f.cells[reg] != nil {
			f.cells[reg].close()
			f.cells[reg] = nil
		}
	}
}

// callee makes what is called a function: its metamethod is put in front of any other value.
func (m *Machine) callee(values []Value) []Value {
	if values[0].kind == Function {
		return values
	}
	handler := m.metamethod(values[0], "__call")
	if handler.kind != Function {
		m.failType(values[0], "call")
	}
	return slices.Concat([]Value{handler}, values)
}

// tailCall executes TAILCALL: a Lua function replaces the frame, and is returned with its
// arguments; any other leaves an open result, and callee is nil.
func (m *Machine) tailCall(f *frame, i bc.Instruction) (args []Value, callee *Closure) {
	values := m.callee(m.operands(f, i.A(), open(i.B())))
	if c, ok := values[0].ref.(*Closure); ok {
		f.closeFrom(0)
		return values[1:], c
	}
	f.clobber(i.A())
	m.results(f, i.A(), -1, m.call(values[0], values[1:]))
	return nil, nil
}

// open returns the number of registers that B or C of a CALL stands for.
func open(operand int) int {
	if operand == 0 {
		return -1
	}
	return operand
}
