package instances

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What instructions join, with [x] for the class of x, [t].k for that of field k of it, and ⊤ for what is unknown:
//
//	x = y, phi(y, …)     [x] = [y] = …
//	x = t.k, t.k = x     [x] = [t].k, and so for numbers
//	x = t[k], t[k] = x   [x] = [k] = all fields of [t], which are one from here on
//	upvalue = y          [cell] = [y], and so for reads
//	x == y               [x] = [y]: a metamethod gets both
//	x + y, x < y, x .. y [x] = [y] = ⊤
//	function f(a)        [a] = the first parameter of [f]
//	return x in f        [x] = the first result of [f]; ⊤ in the main function
//	y = g(x)             [x] = the first parameter of [g], [y] = its first result
//	...                  ⊤, and so are arguments that may become part of it
//	setmetatable(t, m)   [t] = [m].__index; the first parameter of other metamethods is [t]

// store is an instruction that writes a field.
type store struct {
	flow.Site
	name string
}

// run joins what the code joins, and returns those of some stores that may be to tables which are not unknown. It stops when there are none:
// most tables are what the main function returns, or in that.
func (t *tracer) run(stores []store) []store {
	t.join(unknown, t.results[0][0])
	t.join(unknown, t.results[0][1])
	for k := range t.cells.Cells {
		if c := &t.cells.Cells[k]; c.Owner >= 0 {
			for _, v := range t.Forms.ObservedIn(k) {
				t.join(t.cell0+int32(k), t.base[c.Owner]+v)
			}
		}
	}
	for i := range t.Flow.Funcs {
		t.function(&t.Flow.Funcs[i])
		for t.written(stores[0].Site) == unknown {
			if stores = stores[1:]; len(stores) == 0 {
				return nil
			}
		}
	}
	for t.finish() {
	}
	return stores
}

func (t *tracer) function(f *flow.Func) {
	t.f, t.s, t.v = f, t.Forms.Of(f), t.base[f.Number]
	for phi, end := t.s.PhiRange(); phi < end; phi++ {
		for _, arg := range t.s.PhiArgs(phi) {
			if arg >= 0 && !t.isPlain(arg) {
				t.join(t.v+int32(phi), t.v+int32(arg))
			}
		}
	}
	for _, b := range f.Graph.Order {
		t.Step()
		block := &f.Graph.Blocks[b]
		for pc := block.Start; pc < block.End; pc++ {
			t.instruction(int(pc))
		}
	}
}

func (t *tracer) instruction(pc int) {
	switch i := t.f.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.Forgets:
		t.literal(pc)
	case effect.Copies:
		t.define(pc, 0, t.operand(pc, 0))
	case effect.Makes:
		t.of(t.defined(pc)).isMade = true
	case effect.ReadsUpvalue:
		t.define(pc, 0, t.upvalue(pc))
	case effect.WritesUpvalue:
		t.join(t.upvalue(pc), t.operand(pc, 0))
	case effect.ReadsField:
		t.define(pc, 1, t.operand(pc, 0))
		t.read(pc, t.operand(pc, 0))
	case effect.ReadsUpvalueField:
		t.read(pc, t.upvalue(pc))
	case effect.WritesField:
		t.write(pc, t.operand(pc, 0))
	case effect.WritesUpvalueField:
		t.write(pc, t.upvalue(pc))
	case effect.Fills:
		t.operands(pc, 1, t.items(t.operand(pc, 0)))
	case effect.Measures:
		t.define(pc, 0, unknown)
	case effect.Compares:
		if len(t.s.Uses(pc)) > 1 {
			t.join(t.operand(pc, 0), t.operand(pc, 1))
		}
	case effect.Operates:
		t.operands(pc, 0, unknown)
		t.define(pc, 0, unknown)
	case effect.Calls:
		t.call(pc)
	case effect.Iterates:
		t.iterate(pc)
	case effect.Returns:
		t.returns(pc)
	}
}

// iterate joins what the call of an iterator at pc does. That `next` goes through all fields, `pairs` has noted.
func (t *tracer) iterate(pc int) {
	switch t.Names.Iterator(t.f, pc) {
	case 0:
		t.callUnknown(pc)
	case names.Next:
		t.define(pc, 0, t.open(t.operand(pc, 1)))
		t.settle()
	default:
		t.define(pc, 0, t.items(t.operand(pc, 1)))
	}
}

// literal notes that the instruction at pc makes a function or a string, if it does.
func (t *tracer) literal(pc int) {
	first, n := t.s.Defs(pc)
	if n == 0 {
		return
	}
	if child := effect.Closure(t.f.Proto.Code[pc]); child >= 0 {
		t.closure(t.defined(pc), t.f.Child(child))
		return
	}
	if t.Constants.Value(t.f, first).MayBe(value.String) {
		if root := t.defined(pc); root != unknown {
			t.of(root).isText = true
		}
	}
}

// closure notes that a function is in a class.
func (t *tracer) closure(class int32, fn *flow.Func) {
	form := t.Forms.Of(fn)
	if class != unknown {
		t.of(class).isFunction = true
	}
	for i := range int(fn.Proto.NumParams) {
		t.join(t.param(t.find(class), i), t.base[fn.Number]+int32(form.Parameter(i)))
	}
	if fn.Proto.IsVararg {
		t.hideFrom(t.find(class), int(fn.Proto.NumParams))
		t.settle()
	}
	for i, e := range t.results[fn.Number] {
		t.join(t.result(t.find(class), i), e)
	}
}

// at returns the class of the field that the instruction at pc accesses of tables in a class.
func (t *tracer) at(pc int, table int32) int32 {
	key, isConstant := t.s.FieldKey(pc)
	switch {
	case isConstant && key.Kind == bytecode.KString:
		return t.field(table, key.Str())
	case isConstant, t.Constants.Operand(t.f, pc, effect.KeyUse(t.f.Proto.Code[pc])).Is(value.Number | value.Boolean):
		return t.items(table)
	}
	all := t.open(table)
	t.join(all, t.operand(pc, effect.KeyUse(t.f.Proto.Code[pc])))
	return all
}

func (t *tracer) read(pc int, table int32) {
	if table != unknown {
		t.of(table).isRead = true
	}
	in := t.at(pc, table)
	if v := t.s.First(pc); !t.isPlain(v) {
		t.join(in, t.v+int32(v))
	}
}

func (t *tracer) write(pc int, table int32) {
	in, uses := t.at(pc, table), t.s.Uses(pc)
	if i := t.f.Proto.Code[pc]; effect.NamedIn(i).ReadsC(i.C()) {
		t.join(in, t.operand(pc, len(uses)-1))
	}
}

// returns joins what the instruction at pc returns with the results of the function.
func (t *tracer) returns(pc int) {
	results, uses := t.results[t.f.Number], t.s.Uses(pc)
	for i := range uses {
		if i == len(uses)-1 && effect.TakesOpen(t.f.Proto.Code[pc]) {
			t.join(results[1], t.operand(pc, i))
		}
		if i > 0 {
			t.join(results[1], t.operand(pc, i))
		} else {
			t.join(results[0], t.operand(pc, i))
		}
	}
}

// finish joins what metatables do, and gives up what strings and tables that are called may lead to. It reports whether
// anything has changed.
func (t *tracer) finish() bool {
	before := t.joined
	for _, m := range t.metatable {
		t.meta(t.find(m[0]), t.find(m[1]))
	}
	for e, r := range t.records {
		root := int32(e)
		switch {
		case r == nil:
		case r.isText && (len(r.fields) > 0 || r.items != 0):
			for _, e := range r.fields {
				t.hide(e)
			}
			t.hide(r.items)
		case r.isCalled && r.isMade:
			t.hideFrom(root, 0)
			t.hide(r.results[0])
			t.hide(r.results[1])
		}
	}
	t.settle()
	return t.joined != before
}

// meta joins what a metatable does with the tables that have it.
func (t *tracer) meta(table, metatable int32) {
	if table == unknown || metatable == unknown || t.of(metatable).isOpen || t.of(metatable).fields["__newindex"] != 0 {
		t.join(table, unknown)
		t.join(metatable, unknown)
		return
	}
	for _, name := range t.of(metatable).events {
		t.Step()
		e := t.of(metatable).fields[name]
		switch {
		case name == "__mode" || name == "__name":
		case name == "__index" && !t.isFunction(e):
			t.later(table, e)
		case name == "__index":
			t.hide(table)
		case name == "__pairs":
			t.hide(table)
		default:
			t.metamethod(t.find(e), name, table)
		}
	}
	t.settle()
}

// metamethod joins what a metamethod is called with, for tables of a class: them, and anything else; but both operands of `__eq`, what
// `table.sort` gives to `__lt`, and what `__len` gets twice, are such tables. What operators give to others is unknown anyway.
func (t *tracer) metamethod(method int32, name string, table int32) {
	if method == unknown {
		t.hide(table)
		return
	}
	t.of(method).isCalled = true
	t.later(t.param(method, 0), table)
	switch name {
	case "__eq", "__lt", "__len":
		t.later(t.param(method, 1), table)
		t.hideFrom(method, 2)
	default:
		t.hideFrom(method, 1)
	}
	t.hide(t.result(method, 0))
	t.hide(t.result(method, 1))
}

// isFunction reports whether an element may be a function.
func (t *tracer) isFunction(e int32) bool {
	r := t.records[t.find(e)]
	return r != nil && r.isFunction
}

// written returns the class of the tables that the instruction at a site writes a field of.
func (t *tracer) written(at flow.Site) int32 {
	t.f = &t.Flow.Funcs[at.Func]
	t.s, t.v = t.Forms.Of(t.f), t.base[at.Func]
	if effect.ReferenceOf(t.f.Proto.Code[at.PC]) == effect.WritesField {
		return t.operand(int(at.PC), 0)
	}
	return t.upvalue(int(at.PC))
}
