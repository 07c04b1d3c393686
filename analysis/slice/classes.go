package slice

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Which values may be the same table, which functions they may be, and so which
// functions a call may call.

// classes is the unification of values that may be the same table, on the classes of package
// tables. Its elements are the values of all functions, cells, and what fields of each name,
// the elements of each table, and the results of each function hold.
//
// It is coarser than the objects of package tables, and says something of tables that escape too, on
// the assumptions of the package: that code elsewhere brings no two tables together. Fields under
// names are one element for all tables (field-based, as in Heintze and Tardieu, PLDI 2001): `a.x = t;
// u = b.x` joins t and u. What has no name, as `a[i]`, is an element for each class of tables.
type classes struct {
	*Graph
	tables.Classes
	flow    functionFlow
	values  []int32 // by function: the element of its value 0
	cell0   int32
	result0 int32
	fields  map[string]int32
	globals map[string]int32
	merged  bool // a global may be reached as a field
}

// maxResults is how many results of a function are told apart: the last one stands for all from
// there on.
const maxResults = 8

func newClasses(g *Graph) *classes {
	c := &classes{Graph: g, fields: map[string]int32{}, globals: map[string]int32{}, merged: g.mentionsG()}
	n := int32(1) // element 0 is none of them
	for i := range g.funcs {
		c.values = append(c.values, n)
		n += int32(len(g.funcs[i].ssa.Values))
	}
	c.cell0 = n
	n += int32(len(g.cells.Cells))
	c.result0 = n
	n += int32(len(g.funcs) * maxResults)
	for range n {
		c.add()
	}
	return c
}

// mentionsG reports whether a program has the string "_G", and so may reach globals
// as fields of a table.
func (g *Graph) mentionsG() bool {
	for i := range g.funcs {
		for _, k := range g.funcs[i].Proto.Constants {
			if k.Kind == bytecode.KString && k.Str() == "_G" {
				return true
			}
		}
	}
	return false
}

// add makes an element in a class of its own, which is no function.
func (c *classes) add() int32 {
	c.flow.add()
	return c.Add()
}

// copy says that what is in an element goes to another: if that is a table the two are one class, if
// it is a function it flows one way.
func (c *classes) copy(from, to int32) {
	c.flow.copy(from, to)
	c.unify(from, to)
}

// unify makes one class of two, and of what their elements hold. Functions in these flow both ways,
// as the two are names for one thing.
func (c *classes) unify(x, y int32) {
	for a, b, more := c.Join(x, y); more; a, b, more = c.Join(a, b) {
		c.flow.copy(a, b)
		c.flow.copy(b, a)
	}
}

// contents returns what the elements of the tables of a class hold, which is made when someone asks.
func (c *classes) contents(e int32) int32 {
	in := c.Contents(e)
	if int(in) == c.flow.len() {
		c.flow.add()
	}
	return in
}

// value returns the element of a value.
func (c *classes) value(fn *function, v ssa.ValueID) int32 {
	return c.values[fn.Number] + int32(v)
}

// operand returns the class of operand k of the instruction at pc; ok is false if it is
// neither a table nor a function, nor userdata. What a closure may have written into the register
// flows into the value that the form tells.
func (c *classes) operand(fn *function, pc, k int) (e int32, ok bool) {
	v := fn.ssa.Uses(pc)[k]
	if v < 0 || !c.constants.Operand(fn.Func, pc, k).MayBe(references) {
		return 0, false
	}
	e = c.value(fn, v)
	if fn.ssa.UseByClosure(pc, k) {
		if cell := c.cells.At(fn.Func, pc, int(fn.ssa.Values[v].Reg)); cell >= 0 {
			c.copy(c.cell0+int32(cell), e)
		}
	}
	return e, true
}

// isReference reports whether a value may be a table, a function or userdata. Numbers and strings are
// left out: through what the constants know of types few values take part.
func (c *classes) isReference(fn *function, v ssa.ValueID) bool {
	return c.constants.Value(fn.Func, v).MayBe(references)
}

// references is the types of values that are not copied with what they hold.
const references = value.Table | value.Function | value.Other

// named returns what fields, or globals, of a name hold.
func (c *classes) named(global bool, name string) int32 {
	names := c.fields
	if global && !c.merged {
		names = c.globals
	}
	e, ok := names[name]
	if !ok {
		e = c.add()
		names[name] = e
	}
	return e
}

// run follows what instructions copy, then what calls hand over, until no call finds
// another function that it may call. Which functions a call may call depends on what was handed to
// whom, and that on the calls: the graph of calls is found on the way. It ends because what a call
// may call only grows, up to maxFunctions.
func (c *classes) run() {
	for i := range c.Graph.funcs {
		c.function(&c.Graph.funcs[i])
	}
	for i := range c.calls {
		if call := &c.calls[i]; call.known {
			c.hand(call, &c.Graph.funcs[call.callees[0]])
		}
	}
	for again := true; again; {
		again = false
		for i := range c.calls {
			if c.look(&c.calls[i]) {
				again = true
			}
		}
	}
}

// function follows what the instructions and the phis of a function copy, and what its cells hold.
func (c *classes) function(fn *function) {
	for _, b := range fn.Graph.Order {
		block := &fn.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			c.instruction(fn, pc)
		}
	}
	for v := range fn.ssa.Values {
		d := &fn.ssa.Values[v]
		id := ssa.ValueID(v)
		if d.Kind == ssa.PhiValue {
			for _, arg := range fn.ssa.PhiArgs(id) {
				if arg >= 0 {
					c.copy(c.value(fn, arg), c.value(fn, id))
				}
			}
		} else if fn.ssa.Observed(id) {
			if cell := c.cells.At(fn.Func, max(int(d.PC), 0), int(d.Reg)); cell >= 0 {
				c.copy(c.value(fn, id), c.cell0+int32(cell))
			}
		}
	}
}

// instruction follows what one instruction copies.
func (c *classes) instruction(fn *function, pc int) {
	i := fn.Proto.Code[pc]
	first, defs := fn.ssa.Defs(pc)
	copyTo := func(e int32, k int) {
		if from, ok := c.operand(fn, pc, k); ok {
			c.copy(from, e)
		}
	}
	last := len(fn.ssa.Uses(pc)) - 1
	switch ref := effect.ReferenceOf(i); ref {
	case effect.Copies:
		if defs > 0 {
			copyTo(c.value(fn, first), 0)
		}
	case effect.ReadsUpvalue, effect.WritesUpvalue:
		upvalue, _ := effect.Upvalue(i)
		cell := c.cells.Of(fn.Number, upvalue)
		if cell < 0 {
			return
		}
		if ref == effect.WritesUpvalue {
			copyTo(c.cell0+int32(cell), 0)
		} else {
			c.copy(c.cell0+int32(cell), c.value(fn, first))
		}
	case effect.ReadsField, effect.ReadsUpvalueField:
		if c.isReference(fn, first) {
			c.copy(c.field(fn, pc), c.value(fn, first))
		}
		if defs > 1 {
			copyTo(c.value(fn, first)+1, 0)
		}
	case effect.WritesField, effect.WritesUpvalueField:
		if !bytecode.IsK(i.C()) { // a constant is not among the operands
			copyTo(c.field(fn, pc), last)
		}
	case effect.Fills:
		table, ok := c.operand(fn, pc, 0)
		for k := 1; ok && k <= last; k++ {
			copyTo(c.contents(table), k)
		}
	case effect.Returns:
		for k := range last + 1 {
			copyTo(c.result(fn, k), k)
		}
		if effect.TakesOpen(i) {
			for k := last + 1; k < maxResults; k++ {
				copyTo(c.result(fn, k), last)
			}
		}
	}
	if child := effect.Closure(i); child >= 0 {
		c.flow.put(c.value(fn, first), int32(fn.Child(child).Number))
	}
}

// result returns the class of the result number i of a function.
func (c *classes) result(fn *function, i int) int32 {
	return c.result0 + int32(fn.Number*maxResults+min(i, maxResults-1))
}

// field returns the element of what the field that an instruction reads or writes holds.
func (c *classes) field(fn *function, pc int) int32 {
	a := c.accessAt(fn, pc)
	switch {
	case a.named:
		return c.named(a.global, a.name)
	case a.table < 0:
		return c.add() // no table: nothing is there
	}
	return c.contents(a.table)
}

// look finds the functions that a call may call, by the class of what it calls, and
// hands them its arguments; it reports whether there is a new one. What calls nothing that is known
// is taken for a function that is not in the program: it may call those that it is given.
func (c *classes) look(call *call) (found bool) {
	fn := &c.Graph.funcs[call.fn]
	pc := int(call.pc)
	if call.known || !fn.Graph.Reachable(pc) {
		return false
	}
	if e, ok := c.operand(fn, pc, 0); ok {
		for _, f := range slices.Clone(c.flow.of(e)) {
			if !slices.Contains(call.callees, f) {
				call.callees = append(call.callees, f)
				c.hand(call, &c.Graph.funcs[f])
				found = true
			}
		}
	}
	if len(call.callees) > 0 {
		return found
	}
	for k := 1; k < len(fn.ssa.Uses(pc)); k++ {
		e, ok := c.operand(fn, pc, k)
		if !ok {
			continue
		}
		for _, f := range c.flow.of(e) {
			if !slices.Contains(call.callbacks, f) {
				call.callbacks = append(call.callbacks, f)
				found = true
			}
		}
		c.standard(call, fn, k, e)
	}
	return found
}

// hand copies arguments to parameters and what is returned to results. An open result may hold all
// results of the callee; its one element is the first of them and all others.
func (c *classes) hand(call *call, callee *function) {
	fn := &c.Graph.funcs[call.fn]
	pc := int(call.pc)
	for p := range int(callee.Proto.NumParams) {
		v := callee.entry(p)
		if v < 0 {
			continue
		}
		c.arguments(call, callee, p, func(operand int) {
			if e, ok := c.operand(fn, pc, operand); ok {
				c.copy(e, c.value(callee, v))
			}
		})
	}
	first, defs := fn.ssa.Defs(pc)
	for k := range defs {
		if c.isReference(fn, first+ssa.ValueID(k)) {
			c.copy(c.result(callee, k), c.value(fn, first)+int32(k))
		}
	}
	if defs > 0 && effect.IsOpen(fn.Proto.Code[pc]) {
		for k := 1; k < maxResults; k++ {
			c.copy(c.result(callee, k), c.value(fn, first))
		}
	}
}

// entry returns the value of a parameter when the function begins; ssa.NoValue if there is none.
func (fn *function) entry(p int) ssa.ValueID {
	for v := range fn.ssa.Values {
		d := &fn.ssa.Values[v]
		if d.Kind != ssa.EntryValue {
			break
		}
		if int(d.Reg) == p {
			return ssa.ValueID(v)
		}
	}
	return ssa.NoValue
}

// standard copies what a standard function hands on to its results: argument k, which
// is element e, itself, or what is in it; and into the table that is its first argument, what it stores
// there. An iterator gives what is in its table.
func (c *classes) standard(call *call, fn *function, k int, e int32) {
	first, defs := fn.ssa.Defs(int(call.pc))
	role := call.name.Role(k - 1)
	for i := range defs {
		v := c.value(fn, first) + int32(i)
		if role&value.Returned != 0 {
			c.copy(e, v)
		}
		if role&value.Contents != 0 || k == 1 && effect.ReferenceOf(fn.Proto.Code[call.pc]) == effect.Iterates {
			c.copy(c.contents(e), v)
		}
	}
	if role&value.Stored != 0 {
		if table, ok := c.operand(fn, int(call.pc), 1); ok {
			c.copy(e, c.contents(table))
		}
	}
}
