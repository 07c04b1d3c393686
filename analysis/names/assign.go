package names

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// What a program assigns of the standard names, by way of the global table or of a
// standard one, under whatever name it has these.
//
// The standard tables are followed from where they come from to all that uses them.
// Whatever may be written to one is no longer known: a field under a constant key,
// or all fields under another one. Where it cannot be followed any further, as an
// argument of a function that is not a standard one, in a field or where paths meet,
// all of its fields may be written. No name is known if that is the global table, if
// that gets a metatable, if `_ENV` gets another value, or if the program asks for
// `setfenv`, with which Lua 5.1 replaces the global table of a function, or calls `module`,
// which replaces it too, without `package.seeall`. Its `getfenv` gives such a table.
//
// What may be any standard table is in assign_module.go, what a text assigns that the
// program loads in assign_text.go.

// findAssigned finds what the program assigns. What it knows of names when it begins
// is more than is true, so that it finds enough.
func (n *Names) findAssigned(steps *meter.Meter) assignments {
	a := assigner{Names: n, steps: steps}
	a.found.none = n.none
	for i := range n.p.Funcs {
		if a.found.none {
			return a.found
		}
		steps.Step()
		a.function(&n.p.Funcs[i])
	}
	for len(a.todo) > 0 && !a.found.none {
		next := a.todo[len(a.todo)-1]
		a.todo = a.todo[:len(a.todo)-1]
		steps.Step()
		a.follow(next)
	}
	if a.escaped && !a.found.none {
		a.storesToAll()
	}
	return a.found
}

// assigner follows standard tables.
type assigner struct {
	*Names
	steps *meter.Meter
	found assignments
	todo  []held
	// escaped: what may be any standard table is where it cannot be followed.
	escaped bool
}

// held is a standard table as a value of a function.
type held struct {
	f     *flow.Func
	value ssa.ValueID
	table value.Name
}

// The names of functions by which a program may get hold of a standard table.
var (
	nameRequire      = value.Global("require")
	Pcall            = value.Global("pcall")
	Xpcall           = value.Global("xpcall")
	nameLoad         = value.Global("load")
	nameLoadstring   = value.Global("loadstring")
	nameGetmetatable = value.Global("getmetatable")
	nameDebug        = value.Global("debug")
	nameDebugGet     = nameDebug.Field("getmetatable")
	nameDebugSet     = nameDebug.Field("setmetatable")
	nameTostring     = value.Global("tostring")
	nameGetfenv      = value.Global("getfenv")
	nameModule       = value.Global("module")
	namePackage      = value.Global("package")
	nameSeeall       = namePackage.Field("seeall")
	nameLoaded       = namePackage.Field("loaded")
)

// function finds where f gets hold of standard tables.
func (a *assigner) function(f *flow.Func) {
	if f.IsLarge {
		a.large(f)
		return
	}
	if !f.Opcodes.HasAny(flow.Sharing) {
		return
	}
	asked := flow.Sharing
	if a.fetches {
		asked |= effect.Callers
	}
	for pc, i := range f.Proto.Code {
		if asked.Has(i) && f.Graph.Reachable(pc) {
			a.instruction(f, pc)
		}
	}
}

func (a *assigner) instruction(f *flow.Func, pc int) {
	i := f.Proto.Code[pc]
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		a.hold(f, a.forms.Of(f).First(pc), a.ofUpvalue(f, upvalue))
	case effect.WritesUpvalue:
		if upvalue, _ := effect.Upvalue(i); a.cells.Of(f.Number, upvalue) == a.env {
			a.found.none = true
		}
	case effect.ReadsUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		a.read(f, pc, a.ofUpvalue(f, upvalue), 0)
	case effect.WritesUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		a.write(f, pc, a.ofUpvalue(f, upvalue), effect.Key(i), 0)
	case effect.Calls:
		a.call(f, pc)
	}
}

// hold notes that a value of f is what a name stands for, if that may be a table.
func (a *assigner) hold(f *flow.Func, v ssa.ValueID, name value.Name) {
	if name != 0 && name != notStandard && (name == someTable || name.MayBeTable()) {
		a.todo = append(a.todo, held{f, v, name})
	}
}

// read: the instruction at pc reads a field of a standard table, under a constant
// key or operand k of Uses.
func (a *assigner) read(f *flow.Func, pc int, table value.Name, k int) {
	if table == 0 {
		return
	}
	v := a.forms.Of(f).First(pc)
	key, known := a.forms.Of(f).Constant(pc, effect.Key(f.Proto.Code[pc]), k)
	switch {
	case table == nameLoaded && known:
		a.hold(f, v, a.moduleOf(key))
	case table == nameLoaded:
		a.hold(f, v, a.named(f, pc, k))
	case table == someTable:
		a.hold(f, v, a.fieldOfSome(key, known))
	case table == nameDebug && (!known || a.fieldOf(table, key) == nameDebugSet):
		a.found.none = true // numbers, nil and strings may get other metatables
	case table == G && known && a.fieldOf(table, key) == nameSetfenv:
		a.found.none = true
	case known:
		a.hold(f, v, a.fieldName(table, f, effect.Key(f.Proto.Code[pc]), key))
	case table == G:
		a.found.none = true // it may be any standard table
	case table.IsOfHost():
		a.hold(f, v, someTable) // one of those in it
	}
}

// write: the field of a standard table is written, under a key that is operand k of
// the instruction at pc or the constant that rk names.
func (a *assigner) write(f *flow.Func, pc int, table value.Name, rk, k int) {
	if table == 0 {
		return
	}
	if table == nameLoaded {
		a.found.reloaded = true
	}
	key, known := a.forms.Of(f).Constant(pc, rk, k)
	if table == someTable {
		a.assignInAll(key, known)
	} else if !known {
		a.open(table)
	} else if name := a.fieldOf(table, key); name != 0 {
		a.found.assigned = added(a.found.assigned, name)
	}
}

// lose: a standard table cannot be followed any further.
func (a *assigner) lose(table value.Name) {
	switch table {
	case someTable:
		a.escaped = true
		return
	case namePackage, nameLoaded: // in which all of them are
		a.escaped = true
	}
	a.open(table)
}

// open: any field of a standard table may be written.
func (a *assigner) open(table value.Name) {
	switch table {
	case G:
		a.found.none = true
	case namePackage, nameLoaded:
		a.found.reloaded = true
		fallthrough
	default:
		a.found.opened = added(a.found.opened, table)
		if table.IsCallable() {
			a.found.assigned = added(a.found.assigned, table)
		}
	}
}

// added returns set with n in it; it makes the set if there is none yet.
func added(set map[value.Name]bool, n value.Name) map[value.Name]bool {
	if set == nil {
		set = make(map[value.Name]bool)
	}
	set[n] = true
	return set
}

// call sees to `require "string"`, to `load "error = nil"`, and to `getmetatable("")`,
// in which the standard methods of strings are.
func (a *assigner) call(f *flow.Func, pc int) {
	name, k, result := a.ofOperand(f, pc, maxNameSteps), 1, 0
	if argument := callsArgument(name); argument > 0 && len(a.forms.Of(f).Uses(pc)) > 1 {
		name, k, result = a.of(f, a.operand(f, pc, 1), maxNameSteps), argument, 1
	}
	switch name {
	case nameRequire:
		a.fetch(f, pc, k, result)
	case nameLoad, nameLoadstring:
		a.load(f, pc, k)
	case nameGetfenv:
		a.give(f, pc, result, G)
	case nameModule:
		a.found.none = a.found.none || !a.seesAll(f, pc)
	case nameGetmetatable, nameDebugGet:
		if key, known := a.forms.Of(f).Constant(pc, 0, k); known && key.Kind == bytecode.KString || !known && (k > 1 || a.mayChange(f, pc)) {
			a.lose(String)
			a.found.assigned = added(a.found.assigned, nameTostring) // which asks for __tostring
		}
	}
}

// seesAll reports whether an argument of the call at pc is `package.seeall`.
func (a *assigner) seesAll(f *flow.Func, pc int) bool {
	for k := range a.forms.Of(f).Uses(pc) {
		if a.of(f, a.operand(f, pc, k), maxNameSteps) == nameSeeall {
			return true
		}
	}
	return false
}

// callsArgument returns where the arguments begin that a standard function hands to its first
// one, which it calls; 0 if it does not.
func callsArgument(name value.Name) int {
	switch name {
	case 0:
	case Pcall:
		return 2
	case Xpcall:
		return 3
	}
	return 0
}

// mayChange reports whether the metatable that the call at pc gives, that of strings
// perhaps, may be changed: all is done with it but to compare it, to give it to
// another table, and to read a field that is not the table of methods.
func (a *assigner) mayChange(f *flow.Func, pc int) bool {
	switch f.Proto.Code[pc].C() {
	case 0: // as many results as there are, for a call or a RETURN
		return true
	case 1:
		return false
	}
	first, _ := a.forms.Of(f).Defs(pc)
	if a.forms.Of(f).Observed(first) {
		return true
	}
	for _, u := range a.forms.Of(f).Users(first) {
		at := u.PC()
		if at < 0 {
			return true
		}
		switch effect.ReferenceOf(f.Proto.Code[at]) {
		case effect.Forgets, effect.Compares:
		case effect.ReadsField:
			key, known := a.forms.Of(f).Constant(at, effect.Key(f.Proto.Code[at]), 1)
			if a.forms.Of(f).Uses(at)[0] == first && (!known || key.Kind == bytecode.KString && key.Str() == "__index") {
				return true
			}
		case effect.Calls:
			if a.ofOperand(f, at, maxNameSteps) != nameSetmetatable || a.forms.Of(f).Uses(at)[1] == first {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// follow goes to all that uses a standard table.
func (a *assigner) follow(h held) {
	f, s := h.f, a.forms.Of(h.f)
	d := &s.Values[h.value]
	if end := lastUse(f, d); end >= 0 {
		for pc := int(d.PC) + 1; pc < end; pc++ {
			a.useAt(h, pc)
		}
	} else {
		for _, u := range s.Users(h.value) {
			if pc := u.PC(); pc >= 0 {
				a.useAt(h, pc)
			} else {
				a.lose(h.table)
			}
		}
	}
	if s.Observed(h.value) {
		a.followIntoClosures(h, d)
	}
}

// followIntoClosures follows a table where closures may read the variable that holds a standard table.
func (a *assigner) followIntoClosures(h held, d *ssa.Definition) {
	cell := a.cells.At(h.f, a.forms.Of(h.f).HeldFrom(d), int(d.Reg))
	if d.Kind != ssa.DefValue || cell < 0 {
		a.lose(h.table)
		return
	}
	if owner, v := a.onlyValueIn(cell); h.table == someTable && owner == h.f && v == h.value {
		a.followCell(cell)
	} else if a.held[cell] != h.table {
		a.lose(h.table) // else it is found where the cell is read
	}
}

// lastUse returns a pc, in the same block, from which on nothing uses a value, -1 if it
// may be used outside of the block. That of most is the next instruction.
func lastUse(f *flow.Func, d *ssa.Definition) int {
	if d.Kind != ssa.DefValue {
		return -1
	}
	b := f.Graph.Block(int(d.PC))
	end := int(f.Graph.Blocks[b].End)
	for pc := int(d.PC) + 1; pc < end; pc++ {
		if slices.Contains(f.Operands().DefsOf(pc), d.Reg) {
			return pc + 1
		}
	}
	if out := f.LiveOut(b); out.Has(int(d.Reg)) {
		return -1
	}
	return end
}

// useAt sees to the operands of the instruction at pc that are a standard table.
func (a *assigner) useAt(h held, pc int) {
	for k, v := range a.forms.Of(h.f).Uses(pc) {
		if v == h.value {
			a.use(h, pc, k)
		}
	}
}

// use sees to operand k of the instruction at pc, which is a standard table.
func (a *assigner) use(h held, pc, k int) {
	f, s := h.f, a.forms.Of(h.f)
	i := f.Proto.Code[pc]
	operands := len(s.Uses(pc))
	switch effect.ReferenceOf(i) {
	case effect.Forgets, effect.Measures, effect.Compares, effect.ReadsUpvalueField:
	case effect.Copies:
		a.todo = append(a.todo, held{f, s.First(pc), h.table})
	case effect.ReadsField:
		if k > 0 {
			return
		}
		a.read(f, pc, h.table, 1)
		if first, n := s.Defs(pc); n > 1 {
			a.todo = append(a.todo, held{f, first + 1, h.table})
		}
	case effect.WritesField:
		if k == 0 {
			a.write(f, pc, h.table, effect.Key(i), 1)
		} else {
			a.lose(h.table)
		}
	case effect.Calls:
		a.argument(h, pc, k, operands)
	default:
		a.lose(h.table)
	}
}

// argument sees to a standard table that is operand k of a call.
func (a *assigner) argument(h held, pc, k, operands int) {
	name := a.ofOperand(h.f, pc, maxNameSteps)
	switch {
	case k == 0:
	case h.table == someTable && k == 1 && a.isMethod(h.f, pc): // one of its own
	case name == nameRawset && k == 1 && operands > 2:
		a.write(h.f, pc, h.table, 0, 2)
	case name == nameSetmetatable && k == 1 && h.table != G && !h.table.IsOfHost():
		// Its own fields come first. The result is the table.
		if first, n := a.forms.Of(h.f).Defs(pc); n > 0 {
			a.todo = append(a.todo, held{h.f, first, h.table})
		}
	case name == Pairs && h.table != G && a.onlyIterates(h.f, pc):
		if first, n := a.forms.Of(h.f).Defs(pc); n > 1 {
			a.items(h.f, first+1, h.table)
		}
	case name == 0 || name.Role(k-1)&^value.Reads != 0, h.table.IsOfHost() && handsMetatable(name):
		a.lose(h.table)
	}
}

// handsMetatable reports whether a standard function gives the metatable of its argument,
// by which some fields of the tables of hosts are found.
func handsMetatable(name value.Name) bool { return name == nameGetmetatable || name == nameDebugGet }

// onlyIterates reports whether the second result of the call at pc goes to generic
// loops and nowhere else.
func (a *assigner) onlyIterates(f *flow.Func, pc int) bool {
	first, n := a.forms.Of(f).Defs(pc)
	if n < 2 || a.forms.Of(f).Observed(first+1) {
		return n < 2
	}
	for _, u := range a.forms.Of(f).Users(first + 1) {
		if u.PC() < 0 || effect.ReferenceOf(f.Proto.Code[u.PC()]) != effect.Iterates {
			return false
		}
	}
	return true
}
