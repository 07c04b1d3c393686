package dataflow

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Which values are those of standard names: what `print` and `string.format` give,
// and what locals and captured variables hold that are given one and nothing else.
//
// A name that the program assigns is not known anywhere: the assignment may come
// first. No name is known if the program gives `_ENV` another value, writes to the
// global table under a key that is not known or gives it a metatable, or asks for
// `setfenv`, with which Lua 5.1 replaces the global table of a function.

// Names tells the standard names of values. It is immutable.
type Names struct {
	p     *Program
	cells *CellTable
	env   int // the cell of the global table, -1 if there is none
	// global is the standard name of the global variable that each constant of each
	// function names, where something asks for that variable.
	global   []value.Name
	first    []int32      // by function: where its constants begin in global
	held     []value.Name // by cell: the name of the one value that it holds
	changers bool         // something asks for rawset or setmetatable

	assignments
}

// assignments is what a program assigns of the standard names.
type assignments struct {
	none     bool                // any name, so that none is known
	assigned map[value.Name]bool // these names; nil without any
	opened   map[value.Name]bool // any field of these tables
}

// The names that say what becomes of others.
var (
	nameG            = value.Global("_G")
	nameRawset       = value.Global("rawset")
	nameSetmetatable = value.Global("setmetatable")
	nameSetfenv      = value.Global("setfenv")
	namePairs        = value.Global("pairs")
	nameIpairs       = value.Global("ipairs")
	nameNext         = value.Global("next")
	nameSort         = value.Global("table").Field("sort")
)

// notStandard stands in Names.global for a variable of no standard name.
const notStandard = ^value.Name(0)

// Names is computed once per program.
func (p *Program) Names() *Names {
	p.namesOnce.Do(func() {
		cells := p.Cells()
		for i := range p.Funcs {
			p.Funcs[i].SSA()
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.names = newNames(p, cells)
	})
	return p.names
}

func newNames(p *Program, cells *CellTable) *Names {
	n := &Names{p: p, cells: cells, env: -1}
	if len(p.Funcs[0].Proto.Upvalues) > 0 {
		n.env = cells.Of(0, 0)
	}
	n.findGlobals(p.mem)
	n.held = p.mem.names.Take(len(cells.Cells))
	n.findHeld()
	n.assignments = n.findAssigned()
	if n.assigned != nil || n.opened != nil {
		n.findHeld()
	}
	return n
}

// Of is the standard name whose value v, a value of f, is; 0 if there is none, or
// if the name may stand for something else.
func (n *Names) Of(f *Func, v ValueID) value.Name {
	if n.none {
		return 0
	}
	return n.of(f, v, maxNameSteps)
}

// maxNameSteps is how many instructions in front of a value are looked at.
const maxNameSteps = 8

func (n *Names) of(f *Func, v ValueID, steps int) value.Name {
	s := f.SSA()
	if s == nil || v < 0 || s.Values[v].Kind != DefValue || steps == 0 {
		return 0
	}
	pc := int(s.Values[v].PC)
	switch i := f.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.Copies:
		return n.ofOperand(f, pc, steps-1)
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		return n.ofUpvalue(f, upvalue)
	case effect.ReadsUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		return n.field(n.ofUpvalue(f, upvalue), f, effect.Key(i))
	case effect.ReadsField:
		table := n.ofOperand(f, pc, steps-1)
		if int(s.Values[v].Reg) != i.A() {
			return table
		}
		return n.field(table, f, effect.Key(i))
	}
	return 0
}

// ofOperand is the name of the first value that the instruction at pc reads.
func (n *Names) ofOperand(f *Func, pc, steps int) value.Name {
	s := f.SSA()
	if s.UseByClosure(pc, 0) {
		return 0
	}
	return n.of(f, s.Uses(pc)[0], steps)
}

// ofUpvalue is the name of the value that an upvalue of f holds.
func (n *Names) ofUpvalue(f *Func, upvalue int) value.Name {
	switch cell := n.cells.Of(f.Number, upvalue); cell {
	case -1:
		return 0
	case n.env:
		return nameG
	default:
		return n.held[cell]
	}
}

// field is the name of the field of a table of that name under the key that rk
// names, a constant of f; 0 if the program may assign it.
func (n *Names) field(table value.Name, f *Func, rk int) value.Name {
	if table == 0 || !bytecode.IsK(rk) {
		return 0
	}
	k := bytecode.KIndex(rk)
	name := n.global[int(n.first[f.Number])+k]
	if table != nameG || name == 0 {
		name = fieldOf(table, f.Proto.Constants[k])
	}
	return n.known(table, name)
}

// known is name, a field of a table of that name, unless the program assigns it.
func (n *Names) known(table, name value.Name) value.Name {
	if name == notStandard || n.assigned[name] || n.opened[table] {
		return 0
	}
	return name
}

// fieldOf is the name of the field of a table of that name under a constant key.
func fieldOf(table value.Name, key bytecode.Constant) value.Name {
	if key.Kind != bytecode.KString {
		return 0
	}
	return table.Field(key.Str())
}

// ofCallee is the name of the function that the call at pc calls.
func (n *Names) ofCallee(f *Func, pc int) value.Name {
	if n.none {
		return 0
	}
	return n.ofOperand(f, pc, maxNameSteps)
}

// iterates reports whether the TFORCALL at pc goes through the fields of its second
// operand, if that is a table without a metatable: it calls what `pairs` or `ipairs`
// has returned, or `next`.
func (n *Names) iterates(f *Func, pc int) bool {
	s := f.SSA()
	v := s.Uses(pc)[0]
	if v < 0 || s.UseByClosure(pc, 0) || s.Values[v].Kind != DefValue {
		return false
	}
	d := &s.Values[v]
	if effect.ReferenceOf(f.Proto.Code[d.PC]) == effect.Calls && s.firstDef[d.PC] == v {
		name := n.ofCallee(f, int(d.PC))
		return name != 0 && (name == namePairs || name == nameIpairs)
	}
	name := n.Of(f, v)
	return name != 0 && name == nameNext
}

// findGlobals looks up the global variables that something asks for.
func (n *Names) findGlobals(mem *Memory) {
	total := 0
	n.first = mem.numbers.Take(len(n.p.Funcs))
	for i := range n.p.Funcs {
		n.first[i] = int32(total)
		total += len(n.p.Funcs[i].Proto.Constants)
	}
	n.global = mem.names.Take(total)
	for i := range n.p.Funcs {
		f := &n.p.Funcs[i]
		for k := range f.Proto.Upvalues {
			if n.env >= 0 && n.cells.Of(i, k) == n.env {
				n.findGlobalsOf(f, k)
			}
		}
	}
}

// findGlobalsOf looks up those that f asks for by its upvalue env.
func (n *Names) findGlobalsOf(f *Func, env int) {
	global := n.global[n.first[f.Number]:]
	for _, i := range f.Proto.Code {
		if effect.ReferenceOf(i) != effect.ReadsUpvalueField || !bytecode.IsK(effect.Key(i)) {
			continue
		}
		k := bytecode.KIndex(effect.Key(i))
		if upvalue, _ := effect.Upvalue(i); upvalue != env || global[k] != 0 {
			continue
		}
		switch name := fieldOf(nameG, f.Proto.Constants[k]); name {
		case 0:
			global[k] = notStandard
		case nameSetfenv:
			n.none = true
		case nameRawset, nameSetmetatable:
			n.changers = true
			global[k] = name
		default:
			global[k] = name
		}
	}
}

// findHeld finds the names in cells. Those around a function have smaller numbers
// than its own.
func (n *Names) findHeld() {
	for k := range n.cells.Cells {
		c := &n.cells.Cells[k]
		if c.Owner < 0 || c.Local < 0 || len(c.Writes) > 0 {
			continue
		}
		f := &n.p.Funcs[c.Owner]
		n.held[k] = n.of(f, f.onlyValue(c.Local, c.Reg), maxNameSteps)
	}
}

// onlyValue is the value of a variable that gets one where it is declared and no
// other in f; NoValue if it may get another, or if paths meet in the middle of its
// declaration.
func (f *Func) onlyValue(local, reg int) ValueID {
	start, end := int(f.Proto.Locals[local].StartPC), int(f.Proto.Locals[local].EndPC)
	s := f.SSA()
	events := f.registerEvents().of(reg)
	if s == nil || start == 0 || slices.ContainsFunc(eventsBetween(events, start, end), isDef) {
		return NoValue
	}
	block := &f.Graph.Blocks[f.Graph.Block(start-1)]
	for _, e := range slices.Backward(eventsBetween(events, int(block.Start), start)) {
		if e.kind() == evDef {
			return s.Def(e.pc(), reg)
		}
	}
	return NoValue
}

// findAssigned finds what the program assigns. What it knows of names when it begins
// is more than is true, so that it finds enough.
func (n *Names) findAssigned() assignments {
	a := assigner{Names: n}
	a.found.none = n.none
	for i := range n.p.Funcs {
		if f := &n.p.Funcs[i]; f.SSA() != nil {
			a.function(f)
		} else {
			a.found.none = true
		}
	}
	return a.found
}

type assigner struct {
	*Names
	found assignments
}

func (a *assigner) function(f *Func) {
	s := f.SSA()
	for pc, i := range f.Proto.Code {
		switch effect.ReferenceOf(i) {
		case effect.WritesUpvalue:
			if upvalue, _ := effect.Upvalue(i); a.cells.Of(f.Number, upvalue) == a.env {
				a.found.none = true
			}
		case effect.WritesUpvalueField:
			upvalue, _ := effect.Upvalue(i)
			if table := a.ofUpvalue(f, upvalue); table != 0 {
				a.field(table, f, pc, effect.Key(i), 0)
			}
		case effect.WritesField:
			if uses := s.Uses(pc); len(uses) > 0 {
				if table := a.of(f, uses[0], maxNameSteps); table != 0 {
					a.field(table, f, pc, effect.Key(i), 1)
				}
			}
		case effect.Calls:
			if uses := s.Uses(pc); a.changers && len(uses) > 2 {
				a.call(f, pc, uses)
			}
		}
	}
}

// call sees to `rawset(table, key, value)` and `setmetatable(table, meta)`.
func (a *assigner) call(f *Func, pc int, uses []ValueID) {
	table := a.of(f, uses[1], maxNameSteps)
	if table == 0 {
		return
	}
	switch a.of(f, uses[0], maxNameSteps) {
	case nameRawset:
		a.field(table, f, pc, 0, 2)
	case nameSetmetatable:
		a.found.none = a.found.none || table == nameG
	}
}

// field notes that the field of a table is assigned, under a key that is operand i of
// the instruction at pc or the constant that rk names.
func (a *assigner) field(table value.Name, f *Func, pc, rk, i int) {
	key, known := f.SSA().constant(pc, rk, i)
	switch {
	case !known && table == nameG:
		a.found.none = true
	case !known:
		a.found.opened = with(a.found.opened, table)
	default:
		if name := fieldOf(table, key); name != 0 {
			a.found.assigned = with(a.found.assigned, name)
		}
	}
}

func with(set map[value.Name]bool, n value.Name) map[value.Name]bool {
	if set == nil {
		set = make(map[value.Name]bool)
	}
	set[n] = true
	return set
}

// constant is the constant that an operand of the instruction at pc is: rk names it,
// or the register that is number i of Uses holds nothing else.
func (s *SSA) constant(pc, rk, i int) (k bytecode.Constant, ok bool) {
	p := s.f.Proto
	if bytecode.IsK(rk) {
		return p.Constants[bytecode.KIndex(rk)], true
	}
	uses := s.Uses(pc)
	if i >= len(uses) || uses[i] < 0 || s.UseByClosure(pc, i) {
		return k, false
	}
	d := &s.Values[uses[i]]
	if d.Kind != DefValue {
		return k, false
	}
	switch in := p.Code[d.PC]; in.Op() {
	case bytecode.LOADK:
		return p.Constants[in.Bx()], true
	case bytecode.LOADKX:
		return p.Constants[p.Code[d.PC+1].Ax()], true
	}
	return k, false
}
