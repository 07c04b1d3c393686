package nav

import (
	"cmp"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/bytecode"
)

// Which functions of the file a call may call. The functions and the tables that the file makes are followed through
// variables, fields, arguments and results to where they are called, by inclusion (Andersen, "Program analysis and
// specialization for the C programming language", 1994), one field of a table told from another:
//
//	x = {}, x = function   x holds it
//	x = y, phi(y, …)       x holds what y does, and so for upvalues
//	t.k = y                the field k of all that t holds has what y holds; x = t.k the other way
//	f(y), return y         the parameters of all that f holds have it; and so for results
//
// A field of the table of globals, and one of a table that inherits from another (__index), are found likewise. It is
// a may-analysis without the code that is elsewhere: a function is listed if the file says how it comes to the call,
// though another one may be put there by others. So it is for navigation alone; checks rest on package consts.

// callee is a function that a call may call.
type callee struct {
	f     *flow.Func
	first int // which operand of the call is the first argument
	skip  int // how many results of the call are in front of those of the function
}

// callGraph is the calls of a file.
type callGraph struct {
	*waste.Parts
	relation  *depend.Relation
	constants *consts.Constants

	calls   map[flow.Site][]callee
	holders map[holder]*holding
	readers map[int32][]depend.Node // by cell: what reads it
	todo    []arrival

	keys    map[fieldsOf][]bytecode.Constant // of the fields that have a holder
	parents map[depend.Node][]depend.Node    // by table: those that it inherits from
}

// holder is what may hold functions and tables: a Value, a Cell, or a field of a table.
type holder struct {
	node  depend.Node // the table of a field
	field fieldPart
	key   bytecode.Constant // anyKey if it is not known; of a field
}

// fieldsOf is the fields of a table that are read, or those that are written.
type fieldsOf struct {
	table depend.Node
	part  fieldPart
}

// fieldPart says what of a field a holder is.
type fieldPart uint8

const (
	noField      fieldPart = iota
	writtenField           // what is assigned to it
	readField              // what is found in it, by inheritance too
)

// anyKey is a key that is not known.
var anyKey = bytecode.Constant{}

// indexKey is the field of a metatable from which a table inherits.
var indexKey = bytecode.String("__index")

// globals is the table of globals; others are the instructions that make them.
var globals = depend.Node{Kind: depend.Function, At: -1}

// holding is what a holder holds, and what becomes of that.
type holding struct {
	objects []depend.Node
	has     map[depend.Node]bool // objects, once there are many
	to      []holder             // that hold all of it
	isTo    map[holder]bool      // to, once there are many
	metaOf  []depend.Node        // tables whose metatables it holds
	indexOf []depend.Node        // tables that inherit from it
}

// arrival is something that has come to a holder.
type arrival struct {
	at     holder
	object depend.Node
}

// newCallGraph returns the calls of a file that has a relation.
func newCallGraph(p *waste.Parts, relation *depend.Relation) *callGraph {
	g := &callGraph{
		Parts: p, relation: relation, constants: p.Facts.Constants(),
		calls: make(map[flow.Site][]callee), holders: make(map[holder]*holding), readers: make(map[int32][]depend.Node),
		keys: make(map[fieldsOf][]bytecode.Constant), parents: make(map[depend.Node][]depend.Node),
	}
	if len(relation.Program.Funcs[0].Proto.Upvalues) > 0 {
		if cell := relation.Cells.Of(0, 0); cell >= 0 {
			g.add(holder{node: depend.CellOf(cell)}, globals)
		}
	}
	for i := range relation.Program.Funcs {
		f := &relation.Program.Funcs[i]
		if f.IsLarge || !f.Opcodes.HasAny(effect.ClosureMakers|effect.TableMakers) {
			continue
		}
		for pc, ins := range f.Proto.Code {
			if (effect.Closure(ins) >= 0 || effect.ReferenceOf(ins) == effect.Makes) && g.constants.Executable(f, pc) {
				g.define(f, pc, depend.At(f, pc))
			}
		}
	}
	for len(g.todo) > 0 {
		a := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		g.Unit.Meter.Step()
		g.arrive(a)
	}
	return g
}

// of returns the functions that the call at pc may call, by number.
func (g *callGraph) of(f *flow.Func, pc int) []callee { return g.calls[flow.SiteAt(f.Number, pc)] }

func (g *callGraph) holding(h holder) *holding {
	is := g.holders[h]
	if is == nil {
		is = new(holding)
		g.holders[h] = is
	}
	return is
}

// manyObjects is from how many on they are looked up in a map.
const manyObjects = 8

// add puts something into a holder.
func (g *callGraph) add(h holder, object depend.Node) {
	is := g.holding(h)
	switch {
	case is.has != nil:
		if is.has[object] {
			return
		}
		is.has[object] = true
	case slices.Contains(is.objects, object):
		return
	case len(is.objects) == manyObjects:
		is.has = map[depend.Node]bool{object: true}
		for _, o := range is.objects {
			is.has[o] = true
		}
	}
	is.objects = append(is.objects, object)
	g.todo = append(g.todo, arrival{h, object})
}

// include puts all into a holder that another one holds, now and later.
func (g *callGraph) include(from, to holder) {
	is := g.holding(from)
	switch {
	case from == to:
		return
	case is.isTo != nil:
		if is.isTo[to] {
			return
		}
		is.isTo[to] = true
	case slices.Contains(is.to, to):
		return
	case len(is.to) == manyObjects:
		is.isTo = map[holder]bool{to: true}
		for _, h := range is.to {
			is.isTo[h] = true
		}
	}
	is.to = append(is.to, to)
	for _, o := range is.objects {
		g.add(to, o)
	}
}

// arrive goes on with something from where it has come to.
func (g *callGraph) arrive(a arrival) {
	is := g.holding(a.at)
	for _, to := range is.to {
		g.add(to, a.object)
	}
	for _, table := range is.metaOf {
		g.inheritBy(table, a.object)
	}
	for _, table := range is.indexOf {
		g.inherit(table, a.object)
	}
	if a.at.field != noField {
		return
	}
	if a.at.node.Kind == depend.Cell {
		for _, to := range g.readersOf(a.at.node) {
			g.readOf(a, to)
		}
		return
	}
	for to := range g.relation.Serves(a.at.node) {
		if to.Kind == depend.Instruction {
			g.readOf(a, to)
		} else {
			g.add(holder{node: to}, a.object)
		}
	}
}

// readersOf returns what reads a cell.
func (g *callGraph) readersOf(cell depend.Node) []depend.Node {
	all, known := g.readers[cell.At]
	if !known {
		all = slices.Collect(g.relation.Serves(cell))
		g.readers[cell.At] = all
	}
	return all
}

// readOf goes on to the instruction that reads what a holder is.
func (g *callGraph) readOf(a arrival, to depend.Node) {
	f, pc := g.relation.FuncOf(to), int(to.At)
	if f.IsLarge || !g.constants.Executable(f, pc) {
		return
	}
	form := g.Facts.Code.SSA(f)
	switch {
	case a.at.node.Kind == depend.Value:
		for i, v := range form.Uses(pc) {
			if v == ssa.ValueID(a.at.node.At) {
				g.use(f, pc, i, a.object)
			}
		}
	case g.relation.CellReadBy(f, pc) == int(a.at.node.At):
		g.useUpvalue(f, pc, a.object)
	default:
		for i := range form.Uses(pc) {
			if form.UseByClosure(pc, i) {
				g.use(f, pc, i, a.object)
			}
		}
	}
}

// useUpvalue goes on with what an upvalue holds that the instruction at pc reads.
func (g *callGraph) useUpvalue(f *flow.Func, pc int, object depend.Node) {
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.ReadsUpvalue:
		g.define(f, pc, object)
	case effect.ReadsUpvalueField:
		g.readField(f, pc, 0, object)
	case effect.WritesUpvalueField:
		g.writeField(f, pc, 0, object)
	}
}

// use goes on with what operand i of the instruction at pc holds.
func (g *callGraph) use(f *flow.Func, pc, i int, object depend.Node) {
	ins := f.Proto.Code[pc]
	switch effect.ReferenceOf(ins) {
	case effect.Copies:
		g.define(f, pc, object)
	case effect.WritesUpvalue:
		upvalue, _ := effect.Upvalue(ins)
		if cell := g.relation.Cells.Of(f.Number, upvalue); cell >= 0 {
			g.add(holder{node: depend.CellOf(cell)}, object)
		}
	case effect.ReadsField:
		if i > 0 {
			return
		}
		g.readField(f, pc, 1, object)
		if first, n := g.Facts.Code.SSA(f).Defs(pc); effect.FetchesMethod(ins) && n == 2 {
			g.add(valueHolder(f, first+1), object)
		}
	case effect.WritesField:
		if i == 0 {
			g.writeField(f, pc, 1, object)
		}
	case effect.Fills:
		for k := 1; i == 0 && k < len(g.Facts.Code.SSA(f).Uses(pc)); k++ {
			g.fromOperand(f, pc, k, g.fieldOf(object, writtenField, anyKey))
		}
	case effect.Calls, effect.Iterates:
		g.argument(f, pc, i, object)
	}
}

func valueHolder(f *flow.Func, v ssa.ValueID) holder { return holder{node: depend.ValueOf(f, v)} }

// define puts something into the values that the instruction at pc makes.
func (g *callGraph) define(f *flow.Func, pc int, object depend.Node) {
	first, n := g.Facts.Code.SSA(f).Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		g.add(valueHolder(f, v), object)
	}
}

// fromOperand puts into a holder what operand i of the instruction at pc holds.
func (g *callGraph) fromOperand(f *flow.Func, pc, i int, to holder) {
	form := g.Facts.Code.SSA(f)
	v := form.Uses(pc)[i]
	if v < 0 {
		return
	}
	g.include(valueHolder(f, v), to)
	if form.UseByClosure(pc, i) {
		for cell := range g.relation.CellsIn(f, pc, int(form.Values[v].Reg)) {
			g.include(holder{node: depend.CellOf(cell)}, to)
		}
	}
}

// keyOf returns the key of the field that the instruction at pc accesses, which is operand i if it is in a register.
func (g *callGraph) keyOf(f *flow.Func, pc, i int) bytecode.Constant {
	if k, ok := g.Facts.Code.SSA(f).Constant(pc, effect.Key(f.Proto.Code[pc]), i); ok {
		return k
	}
	return anyKey
}

func (g *callGraph) readField(f *flow.Func, pc, i int, table depend.Node) {
	if first, n := g.Facts.Code.SSA(f).Defs(pc); n > 0 {
		g.include(g.fieldOf(table, readField, g.keyOf(f, pc, i)), valueHolder(f, first))
	}
}

func (g *callGraph) writeField(f *flow.Func, pc, i int, table depend.Node) {
	operands := effect.Operands(f.Proto, pc, nil)
	n := len(g.Facts.Code.SSA(f).Uses(pc))
	if !operands[len(operands)-1].IsConstant() && n > 0 {
		g.fromOperand(f, pc, n-1, g.fieldOf(table, writtenField, g.keyOf(f, pc, i)))
	}
}

// fieldOf returns the holder of a field. What is written under a key that is not known may be found under any, and
// what is read so may be any.
func (g *callGraph) fieldOf(table depend.Node, part fieldPart, key bytecode.Constant) holder {
	h := holder{table, part, key}
	if g.holders[h] != nil {
		return h
	}
	g.holding(h)
	own, other := fieldsOf{table, part}, fieldsOf{table, writtenField + readField - part}
	g.keys[own] = append(g.keys[own], key)
	if key == anyKey {
		for _, k := range g.keys[other] {
			g.goesTo(h, holder{table, other.part, k})
		}
	} else {
		for _, k := range [...]bytecode.Constant{key, anyKey} {
			if o := (holder{table, other.part, k}); g.holders[o] != nil {
				g.goesTo(h, o)
			}
		}
	}
	for _, parent := range g.parents[table] {
		if part == readField {
			g.include(g.fieldOf(parent, readField, key), h)
		}
	}
	return h
}

// goesTo puts into the one of two holders of a field that is read what is in the one that is written.
func (g *callGraph) goesTo(h, other holder) {
	if h.field == readField {
		h, other = other, h
	}
	g.include(h, other)
}

// inheritBy adds what is in the field __index of a metatable to the parents of a table.
func (g *callGraph) inheritBy(table, meta depend.Node) {
	is := g.holding(g.fieldOf(meta, readField, indexKey))
	if slices.Contains(is.indexOf, table) {
		return
	}
	is.indexOf = append(is.indexOf, table)
	for _, parent := range is.objects {
		g.inherit(table, parent)
	}
}

// inherit adds a table to the parents of another one.
func (g *callGraph) inherit(table, parent depend.Node) {
	if table == parent || slices.Contains(g.parents[table], parent) {
		return
	}
	g.parents[table] = append(g.parents[table], parent)
	for _, key := range g.keys[fieldsOf{table, readField}] {
		g.include(g.fieldOf(parent, readField, key), holder{table, readField, key})
	}
}

// argument goes on with operand i of the call at pc: what is called, or what a standard function does with it.
func (g *callGraph) argument(f *flow.Func, pc, i int, object depend.Node) {
	if i == 0 {
		g.call(f, pc, object, 1, 0)
		return
	}
	switch name := g.Facts.Code.Names().OfCallee(f, pc); {
	case name == 0:
	case name == value.Global("pcall") && i == 1:
		g.call(f, pc, object, 2, 1)
	case name == value.Global("xpcall") && i == 1:
		g.call(f, pc, object, 3, 1)
	case name == value.Global("setmetatable") && i == 1:
		g.define(f, pc, object)
		if uses := g.Facts.Code.SSA(f).Uses(pc); len(uses) > 2 && uses[2] >= 0 {
			is := g.holding(valueHolder(f, uses[2]))
			is.metaOf = append(is.metaOf, object)
			for _, meta := range is.objects {
				g.inheritBy(object, meta)
			}
		}
	}
}

// call notes that the call at pc calls a function that the file makes.
func (g *callGraph) call(f *flow.Func, pc int, object depend.Node, first, skip int) {
	if object == globals {
		return
	}
	number := g.relation.FuncMadeBy(g.relation.FuncOf(object), int(object.At))
	at := flow.SiteAt(f.Number, pc)
	if number < 0 || slices.ContainsFunc(g.calls[at], func(c callee) bool { return c.f.Number == number }) {
		return
	}
	c := callee{&g.relation.Program.Funcs[number], first, skip}
	g.calls[at] = append(g.calls[at], c)
	slices.SortFunc(g.calls[at], func(a, b callee) int { return cmp.Compare(a.f.Number, b.f.Number) })
	if c.f.IsLarge {
		return
	}
	form, inner := g.Facts.Code.SSA(f), g.Facts.Code.SSA(c.f)
	for k := range int(c.f.Proto.NumParams) {
		if i, v := argumentOf(f, form, pc, first+k), inner.Parameter(k); i >= 0 && v >= 0 {
			g.fromOperand(f, pc, i, valueHolder(c.f, v))
		}
	}
	g.results(f, pc, c)
}

// results puts into the results of a call what the function returns. An open list of them is one value.
func (g *callGraph) results(f *flow.Func, pc int, c callee) {
	first, n := g.Facts.Code.SSA(f).Defs(pc)
	for at, ins := range c.f.Proto.Code {
		if effect.ReferenceOf(ins) != effect.Returns || !g.constants.Executable(c.f, at) {
			continue
		}
		uses := len(g.Facts.Code.SSA(c.f).Uses(at))
		for i := range uses {
			for k := range n {
				isOpen := i == uses-1 && effect.TakesOpen(ins) || effect.IsOpen(f.Proto.Code[pc])
				if i == k-c.skip || isOpen && i <= k-c.skip || effect.IsOpen(f.Proto.Code[pc]) {
					g.fromOperand(c.f, at, i, valueHolder(f, first+ssa.ValueID(k)))
				}
			}
		}
	}
}

// argumentOf returns which operand of the call at pc stands for operand i, if that is part of an open list for all of
// these; -1 if none does.
func argumentOf(f *flow.Func, form *ssa.Form, pc, i int) int {
	n := len(form.Uses(pc))
	switch {
	case i < n:
		return i
	case n > 0 && effect.TakesOpen(f.Proto.Code[pc]):
		return n - 1
	}
	return -1
}
