package instances

import (
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/names"
	"luaflow/analysis/value"
)

// What calls do with what they are given.

var (
	getmetatable = value.Global("getmetatable")
	setmetatable = value.Global("setmetatable")
	unpack       = value.Global("unpack")
)

// call joins what the call at pc does.
func (t *tracer) call(pc int) {
	name := t.Names.OfCallee(t.f, pc)
	switch uses := t.s.Uses(pc); {
	case name == 0:
		t.callUnknown(pc)
	case len(uses) < 2:
		t.define(pc, 0, unknown)
	case name == names.Pairs || name == names.Ipairs:
		t.iterator(pc, name)
	case name == setmetatable && len(uses) == 3 && !effect.TakesOpen(t.f.Proto.Code[pc]):
		t.metatable = append(t.metatable, [2]int32{t.operand(pc, 1), t.operand(pc, 2)})
		t.hand(pc, t.operand(pc, 1))
	default:
		t.standard(pc, name)
	}
}

// hand joins a class with the results of the call at pc, which the function returns if it is a tail call.
func (t *tracer) hand(pc int, class int32) {
	t.define(pc, 0, class)
	if !effect.IsNonTailCall(t.f.Proto.Code[pc]) && effect.ReferenceOf(t.f.Proto.Code[pc]) == effect.Calls {
		t.join(t.results[t.f.Number][0], class)
		t.join(t.results[t.f.Number][1], class)
	}
}

// callUnknown joins what the call at pc does of a function that is no standard one: of the program, or unknown.
func (t *tracer) callUnknown(pc int) {
	i, uses := t.f.Proto.Code[pc], t.s.Uses(pc)
	callee := t.operand(pc, 0)
	if callee != unknown {
		t.of(callee).isCalled = true
	}
	for k := 1; k < len(uses); k++ {
		if effect.TakesOpen(i) && k == len(uses)-1 {
			t.hideFrom(t.find(callee), k-1)
			t.settle()
		}
		t.join(t.param(t.find(callee), k-1), t.operand(pc, k))
	}
	t.handResults(pc, callee)
}

// handResults joins the results of functions of a class with those of the call at pc.
func (t *tracer) handResults(pc int, callee int32) {
	i := t.f.Proto.Code[pc]
	first, rest := t.result(t.find(callee), 0), t.result(t.find(callee), 1)
	if effect.IsOpen(i) {
		t.join(first, rest)
	}
	if effect.ReferenceOf(i) == effect.Calls && !effect.IsNonTailCall(i) {
		t.join(t.results[t.f.Number][0], first)
		t.join(t.results[t.f.Number][1], rest)
	}
	if v, n := t.s.Defs(pc); n > 0 && !t.isPlain(v) {
		t.join(first, t.v+int32(v))
	}
	t.define(pc, 1, rest)
}

// iterator joins what the call of `pairs` or `ipairs` at pc does, of which the second result is the table.
func (t *tracer) iterator(pc int, name value.Name) {
	t.operands(pc, 2, unknown)
	table := t.operand(pc, 1)
	if name == names.Pairs {
		t.open(table)
		t.settle()
		table = t.find(table)
	}
	first, n := t.s.Defs(pc)
	if effect.IsOpen(t.f.Proto.Code[pc]) || !effect.IsNonTailCall(t.f.Proto.Code[pc]) {
		t.hand(pc, unknown)
		t.join(unknown, table)
		return
	}
	results := []int32{unknown, table, t.items(table)} // the third is no key, unless a metamethod gives it
	for k := range int32(n) {
		t.join(results[min(int(k), 2)], t.v+int32(first)+k)
	}
}

// standard joins what the call at pc does of a standard function.
func (t *tracer) standard(pc int, name value.Name) {
	uses := t.s.Uses(pc)
	results := int32(-1)
	add := func(e int32) {
		if results < 0 {
			results = e
		}
		t.join(results, e)
	}
	byNumber := name == unpack || strings.HasPrefix(name.String(), "table.")
	for k := 1; k < len(uses); k++ {
		role, arg := name.Role(k-1), t.operand(pc, k)
		if role&(value.Kept|value.Called) != 0 || name == getmetatable || effect.TakesOpen(t.f.Proto.Code[pc]) && k == len(uses)-1 {
			t.join(unknown, arg)
		}
		if role&(value.Reads|value.Writes|value.Contents) != 0 {
			in := t.items(t.find(arg))
			if !byNumber {
				in = t.open(t.find(arg))
				t.settle()
			}
			if role&value.Contents != 0 {
				add(in)
			}
		}
		if role&value.Stored != 0 {
			t.join(t.items(t.operand(pc, 1)), arg)
		}
		if role&value.Returned != 0 {
			add(arg)
		}
	}
	if name == names.Sort && len(uses) > 2 {
		t.join(unknown, t.items(t.operand(pc, 1)))
	}
	t.hand(pc, max(results, unknown))
}
