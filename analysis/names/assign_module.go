package names

import (
	"iter"
	"strings"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Standard tables that a program gets without saying which: by a name that is no
// constant, from require or package.loaded. What may be any of them is followed as a
// standard table is; a field that is written to it is written to all of them. Where it
// cannot be followed any further it may meet any store in the program to a table that
// was not made in sight.

// someTable is the name of what may be any standard table, or none. Only the assigner
// knows it.
const someTable = ^value.Name(1)

// standardTables is the names of all standard tables, in all versions of Lua. Those of
// hosts come on top.
var standardTables = [...]value.Name{
	G, value.Global("coroutine"), nameDebug, value.Global("io"), value.Global("math"), value.Global("os"),
	namePackage, String, value.Global("table"), value.Global("utf8"), value.Global("bit32"),
}

// fetch sees to a call of require, perhaps by way of pcall: operand k of the
// instruction at pc is the name of a module, and result number result is the module.
func (a *assigner) fetch(f *flow.Func, pc, k, result int) {
	if k >= len(a.forms.Of(f).Uses(pc)) {
		return
	}
	a.give(f, pc, result, a.named(f, pc, k))
}

// give: result number result of the call at pc is a standard table, unless that is 0.
func (a *assigner) give(f *flow.Func, pc, result int, table value.Name) {
	first, n := a.forms.Of(f).Defs(pc)
	switch {
	case table == 0:
	case result < n:
		a.hold(f, first+ssa.ValueID(result), table)
	case effect.IsOpen(f.Proto.Code[pc]):
		a.lose(table)
	}
}

// named returns the standard table that operand k of the instruction at pc names, which
// may be someTable; 0 if it names none.
func (a *assigner) named(f *flow.Func, pc, k int) value.Name {
	g, v := a.origin(f, a.operand(f, pc, k))
	if text, ok := a.literal(g, v, maxNameSteps); ok {
		return a.moduleOf(bytecode.String(text))
	}
	for table := range a.tables() {
		if a.mayBeText(g, v, table.String(), maxNameSteps) {
			return someTable
		}
	}
	return 0
}

// tables returns all tables that names stand for.
func (a *assigner) tables() iter.Seq[value.Name] {
	return func(yield func(value.Name) bool) {
		for _, table := range standardTables {
			if !yield(table) {
				return
			}
		}
		a.library.HostTables()(yield)
	}
}

// moduleOf returns the table that package.loaded may hold under a key; 0 if that has no
// standard name. Hosts put parts of theirs there as well, as `love.graphics`.
func (a *assigner) moduleOf(key bytecode.Constant) value.Name {
	if key.Kind != bytecode.KString {
		return 0
	}
	if name := a.library.Lookup(key.Str()); name != 0 && name.MayBeTable() {
		return name
	}
	return 0
}

// fieldOfSome returns what a field of someTable may be: that of the table of global
// variables, or of package, or one of those in the tables of hosts.
func (a *assigner) fieldOfSome(key bytecode.Constant, known bool) value.Name {
	if !known {
		return someTable
	}
	if name := a.fieldOf(namePackage, key); name == nameLoaded {
		return name
	}
	for table := range a.library.HostTables() {
		if key.Kind == bytecode.KString && table.Key() == key.Str() {
			return someTable
		}
	}
	return a.fieldOf(G, key)
}

// items follows what the loops over a standard table at the users of iterator, what
// pairs has returned second, find in it.
func (a *assigner) items(f *flow.Func, iterator ssa.ValueID, table value.Name) {
	switch table {
	case namePackage:
		table = nameLoaded
	case nameLoaded, someTable:
		table = someTable
	default:
		if !table.IsOfHost() {
			return
		}
		table = someTable // one of those in it
	}
	for _, u := range a.forms.Of(f).Users(iterator) {
		if first, n := a.forms.Of(f).Defs(u.PC()); n > 1 {
			a.hold(f, first+1, table)
		}
	}
}

// assignInAll: a field of someTable is written.
func (a *assigner) assignInAll(key bytecode.Constant, known bool) {
	if !known {
		a.found.none = true
		return
	}
	for table := range a.tables() {
		if name := a.fieldOf(table, key); name != 0 {
			a.found.assigned = added(a.found.assigned, name)
		}
	}
}

// followCell goes to all that reads a captured variable which holds someTable and
// nothing else.
func (a *assigner) followCell(cell int) {
	for _, at := range a.cells.Cells[cell].Reads {
		f := &a.p.Funcs[at.Func]
		if f.IsLarge {
			a.lose(someTable)
			return
		}
		switch i := f.Proto.Code[at.PC]; effect.ReferenceOf(i) {
		case effect.ReadsUpvalue:
			a.hold(f, a.forms.Of(f).First(int(at.PC)), someTable)
		case effect.ReadsUpvalueField:
			a.read(f, int(at.PC), someTable, 0)
		case effect.WritesUpvalueField:
			a.write(f, int(at.PC), someTable, effect.Key(i), 0)
		}
	}
}

// isMethod reports whether the call at pc is that of a method of operand 1.
func (a *assigner) isMethod(f *flow.Func, pc int) bool {
	callee, self := a.operand(f, pc, 0), a.operand(f, pc, 1)
	if callee < 0 || self < 0 || a.forms.Of(f).Values[callee].Kind != ssa.DefValue || a.forms.Of(f).Values[callee].PC != a.forms.Of(f).Values[self].PC {
		return false
	}
	return effect.FetchesMethod(f.Proto.Code[a.forms.Of(f).Values[callee].PC])
}

// storesToAll takes every store in the program to a table that was not made in sight
// for one to someTable.
func (a *assigner) storesToAll() {
	for i := range a.p.Funcs {
		f := &a.p.Funcs[i]
		if f.IsLarge {
			a.found.none = true // its stores are not told apart
			return
		}
		for b := range f.Graph.Blocks {
			if f.Graph.Rank(cfg.BlockID(b)) < 0 {
				continue
			}
			for pc := int(f.Graph.Blocks[b].Start); pc < int(f.Graph.Blocks[b].End); pc++ {
				a.storeToAll(f, pc)
			}
		}
	}
}

func (a *assigner) storeToAll(f *flow.Func, pc int) {
	i := f.Proto.Code[pc]
	rk, k := 0, 2 // of rawset
	switch effect.ReferenceOf(i) {
	case effect.WritesField:
		rk, k = effect.Key(i), 1
		if a.isMade(f, a.operand(f, pc, 0)) || a.ofOperand(f, pc, maxNameSteps) != 0 {
			return // what is written to a known table is seen to anyway
		}
	case effect.WritesUpvalueField:
		rk, k = effect.Key(i), 0
		upvalue, _ := effect.Upvalue(i)
		if a.ofUpvalue(f, upvalue) != 0 || a.isMade(a.onlyValueOf(f, upvalue)) {
			return
		}
	case effect.Calls:
		if len(a.forms.Of(f).Uses(pc)) < 3 || a.ofOperand(f, pc, maxNameSteps) != nameRawset || a.isMade(f, a.operand(f, pc, 1)) {
			return
		}
	default:
		return
	}
	if key, known := a.forms.Of(f).Constant(pc, rk, k); known || !a.isNumber(f, pc, k) {
		a.assignInAll(key, known)
	}
}

// isMade reports whether a value of f is a table that a constructor makes.
func (a *assigner) isMade(f *flow.Func, v ssa.ValueID) bool {
	f, v = a.origin(f, v)
	return v >= 0 && a.forms.Of(f).Values[v].Kind == ssa.DefValue && effect.ReferenceOf(f.Proto.Code[a.forms.Of(f).Values[v].PC]) == effect.Makes
}

// isNumber reports whether operand k of the instruction at pc is the variable of a
// numeric loop.
func (a *assigner) isNumber(f *flow.Func, pc, k int) bool {
	f, v := a.origin(f, a.operand(f, pc, k))
	return v >= 0 && a.forms.Of(f).Values[v].PC >= 0 && effect.ConditionOf(f.Proto.Code[a.forms.Of(f).Values[v].PC]) == effect.Count
}

// operand returns operand k of the instruction at pc, NoValue if a closure may have put another
// one there.
func (n *Names) operand(f *flow.Func, pc, k int) ssa.ValueID {
	if n.forms.Of(f).UseByClosure(pc, k) {
		return ssa.NoValue
	}
	return n.forms.Of(f).Uses(pc)[k]
}

// origin returns where a value of f comes from by way of copies, and of variables that hold
// nothing else.
func (n *Names) origin(f *flow.Func, v ssa.ValueID) (*flow.Func, ssa.ValueID) {
	for range maxNameSteps {
		if v < 0 || n.forms.Of(f).Values[v].Kind != ssa.DefValue {
			break
		}
		pc := int(n.forms.Of(f).Values[v].PC)
		switch i := f.Proto.Code[pc]; effect.ReferenceOf(i) {
		case effect.Copies:
			v = n.operand(f, pc, 0)
		case effect.ReadsUpvalue:
			upvalue, _ := effect.Upvalue(i)
			f, v = n.onlyValueOf(f, upvalue)
		default:
			return f, v
		}
	}
	return f, v
}

// onlyValueOf returns the one value that an upvalue of f holds, of the function whose
// variable that is.
func (n *Names) onlyValueOf(f *flow.Func, upvalue int) (*flow.Func, ssa.ValueID) {
	cell := n.cells.Of(f.Number, upvalue)
	if cell < 0 {
		return f, ssa.NoValue
	}
	return n.onlyValueIn(cell)
}

func (n *Names) onlyValueIn(cell int) (*flow.Func, ssa.ValueID) {
	c := &n.cells.Cells[cell]
	if c.Owner < 0 || c.Local < 0 || len(c.Writes) > 0 {
		return &n.p.Funcs[max(c.Owner, 0)], ssa.NoValue
	}
	owner := &n.p.Funcs[c.Owner]
	return owner, n.onlyValue(owner, c.Local, c.Reg)
}

// literal returns the string that a value of f is, if the program says it: in one piece or
// in several.
func (n *Names) literal(f *flow.Func, v ssa.ValueID, steps int) (text string, ok bool) {
	f, v = n.origin(f, v)
	if v < 0 || n.forms.Of(f).Values[v].Kind != ssa.DefValue || steps == 0 {
		return "", false
	}
	pc := int(n.forms.Of(f).Values[v].PC)
	if k, ok := effect.Literal(f.Proto, pc); ok {
		return k.Str(), k.Kind == bytecode.KString
	}
	if !effect.Concatenates(f.Proto.Code[pc]) {
		return "", false
	}
	var b strings.Builder
	for k := range n.forms.Of(f).Uses(pc) {
		part, ok := n.literal(f, n.operand(f, pc, k), steps-1)
		if !ok {
			return "", false
		}
		b.WriteString(part)
	}
	return b.String(), true
}

// mayBeText reports whether a value of f may be a string.
func (n *Names) mayBeText(f *flow.Func, v ssa.ValueID, text string, steps int) bool {
	if is, ok := n.literal(f, v, steps); ok {
		return is == text
	}
	f, v = n.origin(f, v)
	if v < 0 || steps == 0 {
		return true
	}
	d := &n.forms.Of(f).Values[v]
	switch {
	case d.Kind == ssa.PhiValue:
		for _, arg := range n.forms.Of(f).PhiArgs(v) {
			if n.mayBeText(f, arg, text, steps-1) {
				return true
			}
		}
		return false
	case d.Kind == ssa.DefValue && effect.Concatenates(f.Proto.Code[d.PC]):
		pc := int(d.PC)
		begin, _ := n.literal(f, n.operand(f, pc, 0), steps-1)
		end, _ := n.literal(f, n.operand(f, pc, len(n.forms.Of(f).Uses(pc))-1), steps-1)
		return strings.HasPrefix(text, begin) && strings.HasSuffix(text, end)
	}
	return true
}
