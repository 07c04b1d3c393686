package names

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/slab"
)

// Which values are those of standard names, and of names of hosts: what `print` and
// `string.format` give, and what locals and captured variables hold that are given one and
// nothing else.
//
// A name that the program assigns is not known anywhere: the assignment may come
// first (assign.go).

// Names tells the standard names of values. It is immutable.
type Names struct {
	p       *flow.Program
	forms   *ssa.Forms
	library value.Library
	cells   *flow.CellTable
	env     int // the cell of the global table, -1 if there is none
	// global is the standard name of the global variable that each constant of each
	// function names, where something asks for that variable.
	global []value.Name
	first  []int32      // by function: where its constants begin in global
	held   []value.Name // by cell: the name of the one value that it holds
	// fetches: something asks for require, load, getmetatable or debug.
	fetches bool

	assignments
}

// assignments is what a program assigns of the standard names.
type assignments struct {
	none     bool                // any name, so that none is known
	assigned map[value.Name]bool // these names; nil without any
	opened   map[value.Name]bool // any field of these tables
	reloaded bool                // something in package.loaded
}

// The names that say what becomes of others.
var (
	G                = value.Global("_G")
	nameRawset       = value.Global("rawset")
	nameSetmetatable = value.Global("setmetatable")
	nameSetfenv      = value.Global("setfenv")
	Pairs            = value.Global("pairs")
	Ipairs           = value.Global("ipairs")
	Next             = value.Global("next")
	Sort             = value.Global("table").Field("sort")
	String           = value.Global("string") // in which the methods of strings are
)

// notStandard stands in Names.global for a variable of no standard name.
const notStandard = ^value.Name(0)

// New finds the names of a program. A name counts that is one of the library. The
// result is valid until mem is used for the next one.
func New(p *flow.Program, forms *ssa.Forms, library value.Library, mem *Memory) *Names {
	mem.Meter.Step()
	mem.reset()
	cells := p.Cells()
	n := &Names{p: p, forms: forms, library: library, cells: cells, env: -1}
	if len(p.Funcs[0].Proto.Upvalues) > 0 {
		n.env = cells.Of(0, 0)
	}
	n.findGlobals(mem)
	mem.Meter.Step()
	n.held = mem.names.Take(len(n.cells.Cells))
	n.findHeld(mem.Meter)
	n.assignments = n.findAssigned(mem.Meter)
	if n.assigned != nil || n.opened != nil || n.reloaded {
		n.findHeld(mem.Meter)
	}
	return n
}

// In returns the names of a program whose functions have the same bodies as those that n is of. They last as long
// as n does.
func (n *Names) In(p *flow.Program, forms *ssa.Forms) *Names {
	same := *n
	same.p, same.forms, same.cells = p, forms, p.Cells()
	return &same
}

// Memory is what Names are made of, to be used again for the next ones. The zero
// Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken; nil if nobody counts them.
	Meter *meter.Meter

	names   slab.Slab[value.Name]
	numbers slab.Slab[int32]
}

func (m *Memory) reset() {
	m.names.Reset()
	m.numbers.Reset()
}

// Of returns the standard name whose value v, a value of f, is; 0 if there is none, or
// if the name may stand for something else.
func (n *Names) Of(f *flow.Func, v ssa.ValueID) value.Name {
	if n.none {
		return 0
	}
	return n.of(f, v, maxNameSteps)
}

// maxNameSteps is how many instructions in front of a value are looked at.
const maxNameSteps = 8

func (n *Names) of(f *flow.Func, v ssa.ValueID, steps int) value.Name {
	s := n.forms.Of(f)
	if s == nil || v < 0 || s.Values[v].Kind != ssa.DefValue || steps == 0 {
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
		return n.Field(n.ofUpvalue(f, upvalue), f, effect.Key(i))
	case effect.ReadsField:
		table := n.ofOperand(f, pc, steps-1)
		if int(s.Values[v].Reg) != i.A() {
			return table
		}
		return n.Field(table, f, effect.Key(i))
	case effect.Calls:
		if int(s.Values[v].Reg) == i.A() {
			return n.required(f, pc, steps-1)
		}
	}
	return 0
}

// RequiredBy returns the name of the standard table that the call at pc gets by require; 0 if
// it gets none.
func (n *Names) RequiredBy(f *flow.Func, pc int) value.Name { return n.required(f, pc, maxNameSteps) }

// required returns the name of the standard table that the call at pc gets by require.
func (n *Names) required(f *flow.Func, pc, steps int) value.Name {
	s := n.forms.Of(f)
	if !n.fetches || n.none || n.reloaded || len(s.Uses(pc)) != 2 || n.ofOperand(f, pc, steps) != nameRequire {
		return 0
	}
	key, _ := s.Constant(pc, 0, 1)
	if key.Kind != bytecode.KString {
		return 0
	}
	name := n.library.Module(key.Str())
	if n.assigned[name] {
		return 0
	}
	return name
}

// ofOperand returns the name of the first value that the instruction at pc reads.
func (n *Names) ofOperand(f *flow.Func, pc, steps int) value.Name {
	s := n.forms.Of(f)
	if s.UseByClosure(pc, 0) {
		return 0
	}
	return n.of(f, s.Uses(pc)[0], steps)
}

// ofUpvalue returns the name of the value that an upvalue of f holds.
func (n *Names) ofUpvalue(f *flow.Func, upvalue int) value.Name {
	switch cell := n.cells.Of(f.Number, upvalue); cell {
	case -1:
		return 0
	case n.env:
		return G
	default:
		return n.held[cell]
	}
}

// Field returns the name of the field of a table of that name under the key that rk
// names, a constant of f; 0 if the program may assign it.
func (n *Names) Field(table value.Name, f *flow.Func, rk int) value.Name {
	if table == 0 || !bytecode.IsK(rk) {
		return 0
	}
	name := n.fieldName(table, f, rk, f.Proto.Constants[bytecode.KIndex(rk)])
	if name == notStandard || n.assigned[name] || n.opened[table] {
		return 0
	}
	return name
}

// IsGlobals reports whether a cell holds the table of global variables, as long as the program
// runs.
func (n *Names) IsGlobals(cell int) bool { return cell == n.env && !n.none }

// Method returns the name of the function that a string has under a constant key; 0 if it has
// none, or if the program may assign it.
func (n *Names) Method(key bytecode.Constant) value.Name {
	name := n.fieldOf(String, key)
	if n.none || n.assigned[name] || n.opened[String] {
		return 0
	}
	return name
}

// fieldName returns the name of the field of a table of that name under a key, which rk
// names if it is a constant. It may be notStandard.
func (n *Names) fieldName(table value.Name, f *flow.Func, rk int, key bytecode.Constant) value.Name {
	if table == G && bytecode.IsK(rk) {
		if name := n.global[int(n.first[f.Number])+bytecode.KIndex(rk)]; name != 0 {
			return name
		}
	}
	return n.fieldOf(table, key)
}

// fieldOf returns the name of the field of a table of that name under a constant key.
func (n *Names) fieldOf(table value.Name, key bytecode.Constant) value.Name {
	if key.Kind != bytecode.KString {
		return 0
	}
	return n.library.Field(table, key.Str())
}

// OfCallee returns the name of the function that the call at pc calls.
func (n *Names) OfCallee(f *flow.Func, pc int) value.Name {
	if n.none || f.IsLarge {
		return 0
	}
	return n.ofOperand(f, pc, maxNameSteps)
}

// Iterator returns by which standard function the TFORCALL at pc goes through the fields of its second
// operand, if that is a table without a metatable: Pairs or Ipairs, which has returned what it calls, or
// Next, which it calls; 0 if it calls something else.
func (n *Names) Iterator(f *flow.Func, pc int) value.Name {
	s := n.forms.Of(f)
	if s == nil {
		return 0
	}
	v := s.Uses(pc)[0]
	if v < 0 || s.UseByClosure(pc, 0) || s.Values[v].Kind != ssa.DefValue {
		return 0
	}
	d := &s.Values[v]
	name := value.Name(0)
	if effect.ReferenceOf(f.Proto.Code[d.PC]) == effect.Calls && s.First(int(d.PC)) == v {
		if name = n.OfCallee(f, int(d.PC)); name == Pairs || name == Ipairs {
			return name
		}
		return 0
	}
	if name = n.Of(f, v); name == Next {
		return name
	}
	return 0
}

// findGlobals looks up the global variables that something asks for.
func (n *Names) findGlobals(mem *Memory) {
	total := 0
	n.first = mem.numbers.TakeUncleared(len(n.p.Funcs))
	for i := range n.p.Funcs {
		n.first[i] = int32(total)
		total += len(n.p.Funcs[i].Proto.Constants)
	}
	n.global = mem.names.Take(total)
	for i := range n.p.Funcs {
		f := &n.p.Funcs[i]
		if !f.Opcodes.HasAny(effect.UpvalueFieldReaders) {
			continue
		}
		for k := range f.Proto.Upvalues {
			if n.env >= 0 && n.cells.Of(i, k) == n.env {
				n.findGlobalsOf(f, k, mem.Meter)
			}
		}
	}
}

// findGlobalsOf looks up those that f asks for by its upvalue env.
func (n *Names) findGlobalsOf(f *flow.Func, env int, steps *meter.Meter) {
	global := n.global[n.first[f.Number]:]
	for pc, i := range f.Proto.Code {
		if pc%meter.Stride == 0 {
			steps.Step()
		}
		if !effect.UpvalueFieldReaders.Has(i) || !bytecode.IsK(effect.Key(i)) {
			continue
		}
		k := bytecode.KIndex(effect.Key(i))
		if upvalue, _ := effect.Upvalue(i); upvalue != env || global[k] != 0 {
			continue
		}
		switch name := n.fieldOf(G, f.Proto.Constants[k]); name {
		case 0:
			global[k] = notStandard
		case nameSetfenv:
			n.none = true
		case nameRequire, nameGetmetatable, nameDebug, nameLoad, nameLoadstring, nameGetfenv, nameModule:
			n.fetches = true
			global[k] = name
		default:
			global[k] = name
		}
	}
}

// findHeld finds the names in cells. Those around a function have smaller numbers
// than its own.
func (n *Names) findHeld(steps *meter.Meter) {
	for k := range n.cells.Cells {
		steps.Step()
		c := &n.cells.Cells[k]
		if c.Owner < 0 || c.Local < 0 || len(c.Writes) > 0 {
			continue
		}
		f := &n.p.Funcs[c.Owner]
		n.held[k] = n.of(f, n.onlyValue(f, c.Local, c.Reg), maxNameSteps)
	}
}

// onlyValue returns the value of a variable of f that gets one where it is declared and no
// other in f; NoValue if it may get another, or if paths meet in the middle of its
// declaration.
func (n *Names) onlyValue(f *flow.Func, local, reg int) ssa.ValueID {
	s := n.forms.Of(f)
	if s == nil {
		return ssa.NoValue
	}
	if pc := f.OnlyDef(local, reg); pc >= 0 {
		return s.Def(pc, reg)
	}
	return ssa.NoValue
}
