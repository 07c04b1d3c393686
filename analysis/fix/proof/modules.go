package proof

import (
	"slices"
	"strings"

	"luaflow/analysis/dataflow"
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file defines what calls hand on of the standard tables: of `require`, which may
// give any of them if its argument is not in the code, and of functions like `load`
// that run a text, which may assign whatever it names. A function that is called by
// way of a variable is known if nothing else is ever in that.

// place is what an instruction gives to a register, or found there.
type place struct {
	f       *dataflow.Func
	pc, reg int
}

// noteCall notes what the call at pc hands on.
func (n *names) noteCall(p *program, f *dataflow.Func, pc int) {
	i := f.Proto.Code[pc]
	at := place{f, pc, i.A()}
	shift := 0
	switch p.global(at) {
	case "pcall":
		shift = 1
	case "xpcall":
		shift = 2
	}
	if shift > 0 {
		at.reg++
	}
	if n.requires && p.global(at) == "require" {
		n.noteRequire(p, place{f, pc, i.A() + shift + 1}, i.A()+min(shift, 1))
	}
	for reg := i.A() + 1; n.loads && reg < i.A()+i.B(); reg++ {
		if text, ok := p.text(place{f, pc, reg}); ok {
			n.noteText(text)
		}
	}
}

// noteRequire notes what a call of `require` gives in a register: a standard table
// perhaps, unless the name is in the code.
func (n *names) noteRequire(p *program, name place, result int) {
	i := name.f.Proto.Code[name.pc]
	if i.B() == 0 || name.reg < i.A()+i.B() {
		if text, ok := p.text(name); ok {
			n.loaded[text] = true
			return
		}
		if p.isNoTable(name) {
			return
		}
	}
	if i.C() == 0 || result < i.A()+i.C()-1 && !p.isOnlyRead(place{name.f, name.pc, result}) {
		n.handed[anything] = true
	}
}

// noteText notes what a text may assign: every name in it.
func (n *names) noteText(text string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || '9' < r) && (r < 'A' || 'Z' < r) && (r < 'a' || 'z' < r)
	}) {
		n.named[word] = true
		switch word {
		case "_G", "_ENV", "getfenv", "setfenv", "debug", "getmetatable", "package", "require", "load", "loadstring", "rawset":
			n.all = true
		}
	}
}

// source is where a value comes from by way of copies, and of variables in which
// nothing else is ever; ok is false if that may be more than one place.
func (p *program) source(at place) (from place, ok bool) {
	for range 8 {
		defs := at.f.Reaching(at.pc, at.reg)
		if len(defs) != 1 || defs[0] < 0 {
			return at, false
		}
		at.pc = defs[0]
		i := at.f.Proto.Code[at.pc]
		switch from := effect.Copy(i); {
		case from >= 0:
			at.reg = from
		case effect.ReferenceOf(i) != effect.ReadsUpvalue:
			return at, true
		default:
			if at, ok = p.declared(p.cells.Of(at.f.Number, i.B())); !ok {
				return at, false
			}
		}
	}
	return at, false
}

// declared is a variable where it is declared, if nothing is ever stored to it later.
func (p *program) declared(cell int) (at place, ok bool) {
	if cell < 0 {
		return at, false
	}
	c := &p.cells.Cells[cell]
	if c.Owner < 0 || c.Local < 0 || len(c.Writes) > 0 {
		return at, false
	}
	f := &p.flow.Funcs[c.Owner]
	scope := &f.Proto.Locals[c.Local]
	for pc := int(scope.StartPC); pc < int(scope.EndPC); pc++ {
		if effect.Defs(f.Proto, pc).Has(c.Reg) || effect.MayDefs(f.Proto, pc).Has(c.Reg) || effect.EdgeDefs(f.Proto, pc).Has(c.Reg) {
			return at, false
		}
	}
	return place{f, int(scope.StartPC), c.Reg}, true
}

// global is the name of the global variable whose value is in a register, "" if it is
// not known to be one.
func (p *program) global(at place) string {
	from, ok := p.source(at)
	if !ok {
		return ""
	}
	i := from.f.Proto.Code[from.pc]
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalueField:
		if !p.isGlobal(from.f.Number, i.B()) {
			return ""
		}
	case effect.ReadsField:
		if i.Op() != bc.GETTABLE || p.global(place{from.f, from.pc, i.B()}) != "_G" {
			return ""
		}
	default:
		return ""
	}
	name, _ := textOf(from.f.Proto, effect.Key(i))
	return name
}

// isGlobal reports whether an upvalue is the table of global variables.
func (p *program) isGlobal(function, upvalue int) bool {
	c := p.cells.Of(function, upvalue)
	return c >= 0 && p.cells.Cells[c].Owner < 0
}

// text is the string that is in a register, if the code has it: in one piece, or as
// pieces that are put together.
func (p *program) text(at place) (text string, ok bool) {
	from, ok := p.source(at)
	if !ok {
		return "", false
	}
	if k, ok := effect.Literal(from.f.Proto, from.pc); ok {
		return k.Str(), k.Kind == bc.KString
	}
	i := from.f.Proto.Code[from.pc]
	if i.Op() != bc.CONCAT {
		return "", false
	}
	for reg := i.B(); reg <= i.C(); reg++ {
		piece, ok := p.text(place{from.f, from.pc, reg})
		if !ok {
			return "", false
		}
		text += piece
	}
	return text, true
}

// isNoTable reports whether a piece of the string that is put together in a register is
// in no name of a standard table.
func (p *program) isNoTable(at place) bool {
	from, ok := p.source(at)
	if !ok || from.f.Proto.Code[from.pc].Op() != bc.CONCAT {
		return false
	}
	i := from.f.Proto.Code[from.pc]
	for reg := i.B(); reg <= i.C(); reg++ {
		piece, _ := p.text(place{from.f, from.pc, reg})
		if !slices.ContainsFunc(tables, func(name string) bool { return strings.Contains(name, piece) }) {
			return true
		}
	}
	return false
}

// tables is the names of all standard tables.
var tables = []string{"_G", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8", "bit32"}

// isOnlyRead reports whether all that is ever done with the value that an instruction
// gives to a register is to test it, to call it, and to read fields that are no
// standard tables in any table.
func (p *program) isOnlyRead(at place) bool {
	if c := p.cells.At(at.f, at.pc+1, at.reg); c >= 0 && !p.isOnlyReadIn(c) {
		return false
	}
	for _, pc := range at.f.UsesOf(at.pc, at.reg) {
		if pc < 0 || !p.isRead(place{at.f, pc, at.reg}) {
			return false
		}
	}
	return true
}

// isOnlyReadIn reports the same of a captured variable.
func (p *program) isOnlyReadIn(cell int) bool {
	c := &p.cells.Cells[cell]
	if len(c.Writes) > 0 {
		return false
	}
	for _, s := range c.Reads {
		f := &p.flow.Funcs[s.Func]
		switch i := f.Proto.Code[s.PC]; effect.ReferenceOf(i) {
		case effect.ReadsUpvalue:
			if !p.isOnlyRead(place{f, s.PC, i.A()}) {
				return false
			}
		case effect.ReadsUpvalueField:
			if !isPlainField(f.Proto, i) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isRead reports whether the instruction at a place only reads what it finds there.
func (p *program) isRead(at place) bool {
	i := at.f.Proto.Code[at.pc]
	switch i.Op() {
	case bc.TEST, bc.NOT, bc.EQ:
		return true
	case bc.MOVE:
		return p.isOnlyRead(place{at.f, at.pc, i.A()})
	case bc.CALL, bc.TAILCALL:
		return at.reg == i.A()
	case bc.GETTABLE:
		return i.C() != at.reg && isPlainField(at.f.Proto, i)
	}
	return false
}

// isPlainField reports whether an instruction reads a field that is a table neither in
// `_G` nor in `package`.
func isPlainField(f *bc.Proto, i bc.Instruction) bool {
	name, named := textOf(f, effect.Key(i))
	return named && name != "loaded" && !slices.Contains(tables, name)
}
