package slice

import (
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// Which values may be the same table, and which functions they may be.

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
	n := int32(1) // element 0 is that of no value
	for i := range g.funcs {
		c.values = append(c.values, n)
		n += int32(len(g.funcs[i].ssa.Values))
	}
	c.cell0 = n
	n += int32(len(g.cells.Cells))
	c.result0 = n
	n += int32(len(g.funcs) * maxResults)
	for i := range n {
		if i%meter.Stride == 0 {
			g.program.Step()
		}
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

// copy joins an element with another that its value goes to: if that is a table the two are one
// class, if it is a function it flows one way.
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
