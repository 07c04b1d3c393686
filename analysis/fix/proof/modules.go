package proof

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	bc "luaflow/compile/bytecode"
)

// This file defines what calls hand on of the standard tables: of `require`, which may
// give any of them if its argument is not in the code, and of functions like `load`
// that run a text, which may assign whatever it names. A function that is called by
// way of a variable is known if nothing else is ever in that.
//
//	local load_module = require
//	local m = load_module("json")     -- hands on nothing but what is in the code: "json"
//	local n = require(...)            -- may be any standard table, `string` for instance
//	n.format = nil                    -- so this may assign `string.format`
//	load("print = nil")()             -- may assign what the text names: `print`
//
// If all that is ever done with what `require` gives is to read fields of it and to call them, it
// is not handed on (isOnlyRead): no store goes through it.

// finder finds where values come from that calls work on.
type finder struct {
	flow  *flow.Program
	cells *flow.CellTable
	// fixed: by function and number of its local variable, whether that keeps the value
	// that it is declared with, as far as its own function goes.
	fixed    map[[2]int]bool
	read     map[place]bool // see isOnlyRead
	loaders  map[place]bool // see declaresLoader
	pieces   int            // of texts that were looked at
	changing map[int][]int  // by function: its cells that other functions store to
	accesses map[int]*accesses
	found    []registerAccess // scratch of accessesOf
}

// newFinder returns a finder that has looked at no function yet.
func newFinder(program *flow.Program) *finder {
	p := &finder{
		flow: program, cells: program.Cells(), fixed: make(map[[2]int]bool), read: make(map[place]bool),
		loaders:  make(map[place]bool),
		changing: make(map[int][]int), accesses: make(map[int]*accesses),
	}
	for c := range p.cells.Cells {
		if cell := &p.cells.Cells[c]; cell.Owner >= 0 && len(cell.Writes) > 0 {
			p.changing[cell.Owner] = append(p.changing[cell.Owner], c)
		}
	}
	return p
}

// place is what an instruction gives to a register, or found there.
type place struct {
	f       *flow.Func
	pc, reg int
}

// noteCall notes what the call at pc hands on.
func (n *names) noteCall(p *finder, f *flow.Func, pc int) {
	i := f.Proto.Code[pc]
	if at := (place{f, pc, i.A()}); (n.requires || n.modules) && p.mayBeLoader(at) {
		if n.requires {
			n.noteCallee(p, at)
		}
		if n.modules && p.global(at) == "module" && !p.seesAll(at) {
			n.all = true
		}
	}
	for reg := i.A() + 1; n.loads && reg < i.A()+i.B(); reg++ {
		if text, ok := p.text(place{f, pc, reg}); ok {
			n.noteText(text)
		}
	}
}

// mayBeLoader reports whether a register may hold one of `require`, `module`, pcall and xpcall, as
// global would say. The last instruction in front of it, in its block, that defines the register
// mostly tells that it does not, so that no other search is needed. In
//
//	GETTABUP 0 0 "print"
//	LOADK    1 "text"
//	CALL     0 2 1
//
// that is the GETTABUP, whatever came before it.
func (p *finder) mayBeLoader(at place) bool {
	proto, g := at.f.Proto, &at.f.Graph
	for pc := at.pc - 1; pc >= int(g.Blocks[g.Block(at.pc)].Start); pc-- {
		if effect.MayDefs(proto, pc).Has(at.reg) {
			return true
		}
		if !effect.Defs(proto, pc).Has(at.reg) {
			continue
		}
		i := proto.Code[pc]
		switch from := effect.Copy(i); {
		case from >= 0:
			return p.mayBeLoader(place{at.f, pc, from})
		case effect.ReferenceOf(i) == effect.ReadsUpvalue:
			declared, ok := p.declared(p.cells.Of(at.f.Number, i.B()))
			return ok && p.declaresLoader(declared)
		}
		return readsLoader(proto, i)
	}
	if declared, ok := p.declaredIn(at); ok {
		return p.declaresLoader(declared)
	}
	return true
}

// readsLoader reports whether an instruction reads a field with the name of one of those that
// mayBeLoader is about.
func readsLoader(proto *bc.Proto, i bc.Instruction) bool {
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalueField, effect.ReadsField:
		switch name, _ := textOf(proto, effect.Key(i)); name {
		case "require", "module", "pcall", "xpcall":
			return true
		}
	}
	return false
}

// declaresLoader reports whether a variable in which nothing else is ever is one of those that
// mayBeLoader is about, by where it is declared.
func (p *finder) declaresLoader(at place) bool {
	is, isKnown := p.loaders[at]
	if !isKnown {
		p.loaders[at] = true // for who comes here again by what it asks now
		if p.mayBeLoader(at) {
			switch p.global(at) {
			case "require", "module", "pcall", "xpcall":
				is = true
			}
		}
		p.loaders[at] = is
	}
	return is
}

// seesAll reports whether an argument of a call is `package.seeall`.
func (p *finder) seesAll(call place) bool {
	i := call.f.Proto.Code[call.pc]
	for reg := i.A() + 1; reg < i.A()+i.B(); reg++ {
		if p.path(place{call.f, call.pc, reg}) == "package.seeall" {
			return true
		}
	}
	return false
}

// noteCallee notes what a call hands on if it calls `require`, perhaps by way of pcall.
func (n *names) noteCallee(p *finder, at place) {
	callee, args := p.global(at), 1
	switch callee {
	case "pcall":
		at.reg, args = at.reg+1, 1
		callee = p.global(at)
	case "xpcall":
		at.reg, args = at.reg+1, 2
		callee = p.global(at)
	}
	if callee == "require" {
		n.noteRequire(p, place{at.f, at.pc, at.reg + args}, at.reg)
	}
}

// noteRequire notes what a call of `require` gives in a register: a standard table
// perhaps, unless the name is in the code.
func (n *names) noteRequire(p *finder, name place, result int) {
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
