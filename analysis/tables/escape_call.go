package tables

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/names"
	"luaflow/analysis/value"
)

// What calls do with tables: a standard function that is known to forget its
// arguments, to return them, or to put one into the other; anything else keeps them. Functions
// of the program are not followed into: to hand them a table is to give it up. What a closure
// captures goes into it by its cell.

// call applies the transfer function of the call at pc. The roles of arguments come from package
// value; with ⊤ for the unknown class:
//
//	setmetatable(t, m)     [t] = [m] = ⊤
//	rawset(t, k, y)        [k] = ⊤, [y] = *[t], results = [t]
//	rawget(t, k), next(t)  results = *[t]
//	rawequal(t, u)         nothing: the tables are forgotten
//	g(t), g unknown        [t] = ⊤
//
// A role speaks of the first argument where it is about a table's fields, so that another one with
// such a role is given up, and so is the last of an open list, which stands for several.
func (t *tracer) call(pc int) {
	uses := t.s.Uses(pc)
	if !t.passesTable(pc) {
		return
	}
	name := value.Name(0)
	if !t.s.UseByClosure(pc, 0) {
		name = t.names.Of(t.f, uses[0])
	}
	if name == 0 {
		t.joinOperands(pc, 1, unknownClass)
		return
	}
	if name == names.Pairs || name == names.Ipairs {
		t.iterator(pc)
		return
	}
	open := effect.TakesOpen(t.f.Proto.Code[pc])
	results := int32(noTable)
	for i := 1; i < len(uses); i++ {
		role := name.Role(i - 1)
		if open && i == len(uses)-1 || i > 1 && role&(value.Reads|value.Writes|value.Contents) != 0 {
			role = value.Kept
		}
		results = t.argument(pc, i, role, results)
	}
	if name == names.Sort && len(uses) > 2 {
		t.escape(t.contentsOf(t.operand(pc, 1))) // the elements are compared by a function
	}
	if results != noTable {
		t.define(pc, results)
	}
}

// passesTable reports whether an argument of the call at pc may be a table that has
// not been given up. One that is called is no matter: without a metatable that is an
// error.
func (t *tracer) passesTable(pc int) bool {
	for i := 1; i < len(t.s.Uses(pc)); i++ {
		if t.operand(pc, i) > unknownClass {
			return true
		}
	}
	return false
}

// argument applies the transfer function to operand i of a call of a standard function, which has
// a role. It returns the class of the results with what may be among them because of it; that is
// noTable as long as they hold nothing of the arguments.
func (t *tracer) argument(pc, i int, role value.Role, results int32) int32 {
	arg := t.operand(pc, i)
	if role&value.Kept != 0 {
		t.escape(arg)
	}
	if role&value.Stored != 0 {
		t.union(t.contentsOf(t.operand(pc, 1)), arg)
	}
	if role&value.Returned != 0 {
		results = t.both(results, arg)
	}
	if role&value.Contents != 0 {
		results = t.both(results, t.contentsOf(arg))
	}
	return results
}

// both returns the class of two together, of which b is one and a may be noTable.
func (t *tracer) both(a, b int32) int32 {
	if a == noTable {
		return b
	}
	t.union(a, b)
	return t.Find(a)
}

// iterator applies the transfer function of the call of `pairs` or `ipairs` at pc: the second
// result is the table. The others are a function and no table, unless the table escapes and a
// metamethod makes them: they are in the class of contents, which is unknown then.
func (t *tracer) iterator(pc int) {
	t.joinOperands(pc, 2, unknownClass)
	table := t.operand(pc, 1)
	first, n := t.s.Defs(pc)
	t.define(pc, t.contentsOf(table))
	if n > 1 {
		t.alias(t.v+int32(first)+1, table)
	} else if effect.IsOpen(t.f.Proto.Code[pc]) {
		t.alias(t.v+int32(first), table)
	}
}

// iterate applies the transfer function of the call of an iterator at pc. That of `pairs` or
// `ipairs`, or `next`, is called with the table and the last key, and gives keys and values of the
// table. Any other one is unknown code.
func (t *tracer) iterate(pc int) {
	if t.names.Iterator(t.f, pc) == 0 {
		t.joinOperands(pc, 1, unknownClass)
		return
	}
	in := t.contentsOf(t.operand(pc, 1))
	t.joinOperands(pc, 2, in)
	t.define(pc, in)
}
