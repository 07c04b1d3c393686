package proof

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	bc "luaflow/compile/bytecode"
)

// This file finds where values come from that calls work on: a global, a text, what another
// instruction gave.

// source follows a value backward, at most a few steps: it returns where a value comes from by
// way of copies, and of variables in which nothing else is ever; ok is false if that may be
// more than one place.
func (p *finder) source(at place) (from place, ok bool) {
	for range 8 {
		if declared, ok := p.declaredIn(at); ok {
			at = declared
		}
		defs, isAll := p.definitions(at.f, at.pc, at.reg)
		if len(defs) != 1 || !isAll {
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

// declaredIn returns where the variable that is in a register is declared, if nothing is ever
// stored to it later.
func (p *finder) declaredIn(at place) (declared place, ok bool) {
	local := at.f.Variable(at.pc, at.reg)
	if local < 0 || !p.isFixed(at.f, local) {
		return at, false
	}
	if c := p.cells.At(at.f, at.pc, at.reg); c >= 0 && len(p.cells.Cells[c].Writes) > 0 {
		return at, false
	}
	return place{at.f, int(at.f.Proto.Locals[local].StartPC), at.reg}, true
}

// declared returns a captured variable where it is declared, if nothing is ever stored to it
// later.
func (p *finder) declared(cell int) (at place, ok bool) {
	if cell < 0 {
		return at, false
	}
	c := &p.cells.Cells[cell]
	if c.Owner < 0 || c.Local < 0 || len(c.Writes) > 0 {
		return at, false
	}
	f := &p.flow.Funcs[c.Owner]
	return place{f, int(f.Proto.Locals[c.Local].StartPC), c.Reg}, p.isFixed(f, c.Local)
}

// isFixed reports whether a function stores to one of its local variables only in front
// of the scope of that: `local f = require` is, if no `f = …` follows. Stores of other functions
// are in the table of cells.
func (p *finder) isFixed(f *flow.Func, local int) bool {
	key := [2]int{f.Number, local}
	fixed, isKnown := p.fixed[key]
	if !isKnown {
		scope, reg := &f.Proto.Locals[local], f.Register(local)
		fixed = true
		for pc := int(scope.StartPC); pc < int(scope.EndPC) && fixed; pc++ {
			fixed = !effect.Defs(f.Proto, pc).Has(reg) && !effect.MayDefs(f.Proto, pc).Has(reg) && !effect.EdgeDefs(f.Proto, pc).Has(reg)
		}
		p.fixed[key] = fixed
	}
	return fixed
}

// global returns the name of the global variable whose value is in a register, "" if it is
// not known to be one.
func (p *finder) global(at place) string {
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
		if formOf(i) == method || p.global(place{from.f, from.pc, i.B()}) != "_G" {
			return ""
		}
	default:
		return ""
	}
	name, _ := textOf(from.f.Proto, effect.Key(i))
	return name
}

// path returns the name of the global variable whose value is in a register, or with a dot that of
// a field of one; "" if it is known to be neither.
func (p *finder) path(at place) string {
	from, ok := p.source(at)
	if !ok || !isField(from.f.Proto.Code[from.pc]) {
		return p.global(at)
	}
	i := from.f.Proto.Code[from.pc]
	table := p.global(place{from.f, from.pc, i.B()})
	key, _ := textOf(from.f.Proto, effect.Key(i))
	if table == "" || table == "_G" || key == "" {
		return p.global(at)
	}
	return table + "." + key
}

// isGlobal reports whether an upvalue is the table of global variables.
func (p *finder) isGlobal(function, upvalue int) bool {
	c := p.cells.Of(function, upvalue)
	return c >= 0 && p.cells.Cells[c].Owner < 0
}

// maxPieces bounds how many pieces of texts are put together in one program: of the text
// that `a = a .. a` makes over and over there are as many as the square, and the square
// of that. With more nothing is known of any name.
const maxPieces = 1 << 16

// text returns the string that is in a register, if the code has it: in one piece, or as
// pieces that are put together.
func (p *finder) text(at place) (text string, ok bool) {
	if p.pieces++; p.pieces > maxPieces {
		return "", false
	}
	from, ok := p.source(at)
	if !ok {
		return "", false
	}
	if k, ok := effect.Literal(from.f.Proto, from.pc); ok {
		return k.Str(), k.Kind == bc.KString
	}
	i := from.f.Proto.Code[from.pc]
	if licenseOf(i) != onTexts {
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
func (p *finder) isNoTable(at place) bool {
	from, ok := p.source(at)
	if !ok || licenseOf(from.f.Proto.Code[from.pc]) != onTexts {
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
func (p *finder) isOnlyRead(at place) bool {
	if p.read[at] {
		return true // if not, whoever asked first has noted that anything may be handed on
	}
	p.read[at] = true
	if c := p.cells.At(at.f, at.pc+1, at.reg); c >= 0 && !p.isOnlyReadIn(c) {
		return false
	}
	for _, pc := range p.usersOf(at.f, at.pc, at.reg) {
		if !p.isRead(place{at.f, pc, at.reg}) {
			return false
		}
	}
	return true
}

// isOnlyReadIn reports the same of a captured variable.
func (p *finder) isOnlyReadIn(cell int) bool {
	c := &p.cells.Cells[cell]
	if len(c.Writes) > 0 {
		return false
	}
	for _, s := range c.Reads {
		f := &p.flow.Funcs[s.Func]
		switch i := f.Proto.Code[s.PC]; effect.ReferenceOf(i) {
		case effect.ReadsUpvalue:
			if !p.isOnlyRead(place{f, int(s.PC), i.A()}) {
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
func (p *finder) isRead(at place) bool {
	i := at.f.Proto.Code[at.pc]
	switch {
	case tellsTruth(i), formOf(i) == equal:
		return true
	case effect.Copy(i) >= 0:
		return p.isOnlyRead(place{at.f, at.pc, i.A()})
	case effect.ReferenceOf(i) == effect.Calls:
		return at.reg == i.A()
	}
	return isField(i) && i.C() != at.reg && isPlainField(at.f.Proto, i)
}

// isField reports whether an instruction reads a field, and does not give the table as well.
func isField(i bc.Instruction) bool {
	return effect.ReferenceOf(i) == effect.ReadsField && formOf(i) != method
}

// tellsTruth reports whether an instruction tells no more of its operand than whether that
// counts as true, and gives it to nobody.
func tellsTruth(i bc.Instruction) bool {
	return formOf(i) == negation || formOf(i) == truthTest && effect.EdgeCopy(i) < 0
}

// isPlainField reports whether an instruction reads a field that is a table neither in
// `_G` nor in `package`.
func isPlainField(f *bc.Proto, i bc.Instruction) bool {
	name, named := textOf(f, effect.Key(i))
	return named && name != "loaded" && !slices.Contains(tables, name)
}

// textOf returns the string that an operand is, if it is a constant; named is false if
// it may be a string that is not in the code.
func textOf(f *bc.Proto, rk int) (text string, named bool) {
	if !bc.IsK(rk) {
		return "", false
	}
	if k := f.Constants[bc.KIndex(rk)]; k.Kind == bc.KString {
		return k.Str(), true
	}
	return "", true
}
