package machine_test

import (
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
)

// constantsHold: values are what Constants claims, what runs may run, what returns
// may return, and what nobody can notice raises no error and runs no code.
func constantsHold(o *oracle) machine.Hooks {
	c := o.p.Constants()
	return machine.Hooks{
		Step:   func(fn, from, pc int) { o.executable(c, fn, from, pc) },
		Define: func(d machine.Def, open bool, v machine.Value) { o.valueOf(c, d, open, v) },
		Read:   func(at machine.Site, reg int, d machine.Def, v machine.Value) { o.operandIs(c, at, reg, d, v) },
		Enter:  func(from machine.Site, fn int) { o.mayEnter(c, from, fn) },
		Result: func(fn int, values []machine.Value) {
			if !o.ours(fn) {
				return
			}
			f := &o.p.Funcs[fn]
			if !c.Returns(f) {
				o.refute(fn, -1, "it returns")
			}
			var first machine.Value
			if len(values) > 0 {
				first = values[0]
			}
			if !o.within(c, c.Result(f), first) {
				o.refute(fn, -1, "it returns %v, claimed was %s", first, c.Pool().Format(c.Result(f)))
			}
		},
		Raise: func(at machine.Site) {
			if o.ours(at.Func) && c.Impact(&o.p.Funcs[at.Func], at.PC) == value.None {
				o.refute(at.Func, at.PC, "it raises an error, which nobody should notice")
			}
		},
	}
}

func (o *oracle) executable(c *consts.Constants, fn, from, pc int) {
	if !o.ours(fn) {
		return
	}
	f := &o.p.Funcs[fn]
	if !c.Called(f) || !c.Executable(f, pc) {
		o.refute(fn, pc, "it runs and is not executable")
		return
	}
	if from == machine.Entry || f.Graph.Block(from) == f.Graph.Block(pc) && pc == from+1 {
		return
	}
	b := f.Graph.Block(from)
	for k, to := range f.Graph.Succs(b) {
		if int(f.Graph.Blocks[to].Start) == pc && c.EdgeExecutable(f, b, k) {
			return
		}
	}
	o.refute(fn, pc, "control comes from %d, over an edge that is not executable", from+1)
}

func (o *oracle) valueOf(c *consts.Constants, d machine.Def, open bool, v machine.Value) {
	if !o.ours(d.Func) || open {
		return
	}
	f := &o.p.Funcs[d.Func]
	if o.p.SSA(f) == nil {
		return
	}
	id := ssa.ValueID(d.Reg)
	if d.PC != machine.Entry {
		id = o.p.SSA(f).Def(d.PC, d.Reg)
	}
	if claim := c.Value(f, id); !o.within(c, claim, v) {
		o.refute(d.Func, d.PC, "register %d becomes %v, claimed was %s", d.Reg, v, c.Pool().Format(claim))
	}
}

func (o *oracle) operandIs(c *consts.Constants, at machine.Site, reg int, d machine.Def, v machine.Value) {
	if !o.ours(at.Func) {
		return
	}
	f := &o.p.Funcs[at.Func]
	if d.PC >= 0 && d.Reg >= 0 && effect.IsOpen(f.Proto.Code[d.PC]) {
		return
	}
	k := slices.Index(slices.Collect(effect.Uses(f.Proto, at.PC).All()), reg)
	if claim := c.Operand(f, at.PC, k); !o.within(c, claim, v) {
		o.refute(at.Func, at.PC, "register %d is %v, claimed was %s", reg, v, c.Pool().Format(claim))
	}
}

// mayEnter: an instruction whose callee is known calls that, and one that nobody can
// notice nothing else.
func (o *oracle) mayEnter(c *consts.Constants, from machine.Site, fn int) {
	if from.PC < 0 || !o.ours(from.Func) || !o.ours(fn) {
		return
	}
	f := &o.p.Funcs[from.Func]
	callee := c.Callee(f, from.PC)
	switch {
	case callee != nil && callee.Number != fn:
		o.refute(from.Func, from.PC, "it calls function %d, claimed was %d", fn, callee.Number)
	case callee == nil && c.Impact(f, from.PC) == value.None:
		o.refute(from.Func, from.PC, "it runs function %d, which nobody should notice", fn)
	}
}

// kinds is the types of values of the machine, booleans aside.
var kinds = map[machine.Kind]value.Types{
	machine.Nil: value.Nil, machine.Integer: value.Integer, machine.Float: value.Float,
	machine.String: value.String, machine.Map: value.Table, machine.Function: value.Function,
	machine.Thread: value.Other,
}

// within reports whether v is among the values of a claim.
func (o *oracle) within(c *consts.Constants, claim value.Value, v machine.Value) bool {
	kind := kinds[v.Kind()]
	if v.Kind() == machine.Boolean {
		kind = value.OfBool(v.Bool()).Types()
	}
	if !claim.MayBe(kind) {
		return false
	}
	if i, ok := claim.Int(); ok {
		return v.Int() == i
	}
	if f, ok := claim.Float(); ok {
		return value.OfFloat(v.Float()) == value.OfFloat(f)
	}
	if s, ok := c.Pool().Text(claim); ok {
		return v.Text() == s
	}
	if fn, ok := claim.Function(); ok {
		return v.Func() == fn
	}
	if object, ok := claim.Object(); ok {
		return o.madeAt(v, tables.ObjectID(object))
	}
	if name := claim.Name(); name != 0 && v.Kind() == machine.Function {
		return v.Builtin() == name.String() || v.Builtin() == "ipairs_aux" && name.String() == "ipairs iterator"
	}
	return true
}

// madeAt reports whether v is a table of an object.
func (o *oracle) madeAt(v machine.Value, id tables.ObjectID) bool {
	at, ok := v.Site()
	return ok && slices.Contains(o.p.Objects().Sites(id), flow.SiteAt(at.Func, at.PC))
}

// objectsHold: a table of an object is in no register of which that is not known, and
// what is known to be of an object was made there.
func objectsHold(o *oracle) machine.Hooks {
	objects := o.p.Objects()
	of := map[flow.Site]tables.ObjectID{}
	for id := range tables.ObjectID(objects.Len()) {
		for _, site := range objects.Sites(id) {
			of[site] = id
		}
	}
	return machine.Hooks{Define: func(d machine.Def, open bool, v machine.Value) {
		if !o.ours(d.Func) || open || v.Kind() != machine.Map {
			return
		}
		f := &o.p.Funcs[d.Func]
		id := ssa.ValueID(d.Reg)
		if d.PC != machine.Entry {
			id = o.p.SSA(f).Def(d.PC, d.Reg)
		}
		claimed, actual := objects.Of(f, id), tables.NoObject
		if at, ok := v.Site(); ok {
			if id, known := of[flow.SiteAt(at.Func, at.PC)]; known {
				actual = id
			}
		}
		if claimed != actual {
			o.refute(d.Func, d.PC, "register %d is a table of object %d, claimed was %d", d.Reg, actual, claimed)
		}
	}}
}
