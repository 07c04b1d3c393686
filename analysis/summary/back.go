package summary

import (
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/bytecode"
)

// Where a function that is called comes from: backward through copies and variables that never hold anything else, up to the field of a
// module.

// fieldCalled returns the field of which the function that the call at pc calls was read, if nothing else may be called there.
func (d *finder) fieldCalled(f *flow.Func, pc int) (at Field, ok bool) {
	return d.fieldRead(f, pc, 0, maxBack)
}

// maxBack is how many copies and variables a value is followed back through.
const maxBack = 8

// fieldRead returns the field that operand i of the instruction at pc was read from.
func (d *finder) fieldRead(f *flow.Func, pc, i, steps int) (at Field, ok bool) {
	g, from, which, ok := d.madeBy(f, pc, i, steps)
	if !ok || which != 0 {
		return Field{}, false
	}
	key, isConstant := d.Code.SSA(g).FieldKey(from)
	if !isConstant || key.Kind != bytecode.KString {
		return Field{}, false
	}
	name := strings.Clone(key.Str())
	var h *flow.Func
	switch does := effect.ReferenceOf(g.Proto.Code[from]); does {
	case effect.ReadsField:
		h, from, which, ok = d.madeBy(g, from, 0, steps)
	case effect.ReadsUpvalueField:
		upvalue, _ := effect.Upvalue(g.Proto.Code[from])
		h, from, which, ok = d.heldBy(d.relation.Cells.Of(g.Number, upvalue), steps)
	default:
		return Field{}, false
	}
	if !ok {
		return Field{}, false
	}
	if h.Number == 0 && from == d.made && which == 0 {
		return Field{Own, name}, true
	}
	for k := range d.calls {
		if c := &d.calls[k]; c.at == flow.SiteAt(h.Number, from) && c.gives && c.result == which {
			return Field{k, name}, true
		}
	}
	return Field{}, false
}

// madeBy returns the instruction that makes the value of operand i of the instruction at pc, and which of its values that is, through copies
// and variables that never hold another. ok is false if there may be several.
func (d *finder) madeBy(f *flow.Func, pc, i, steps int) (in *flow.Func, at, which int, ok bool) {
	s := d.Code.SSA(f)
	if f.IsLarge || len(s.Uses(pc)) <= i || s.Uses(pc)[i] < 0 || s.UseByClosure(pc, i) {
		return nil, 0, 0, false
	}
	return d.maker(f, s.Uses(pc)[i], steps)
}

// maker does what madeBy does, for a value.
func (d *finder) maker(f *flow.Func, v ssa.ValueID, steps int) (in *flow.Func, at, which int, ok bool) {
	s := d.Code.SSA(f)
	if s.Values[v].Kind != ssa.DefValue || steps == 0 {
		return nil, 0, 0, false
	}
	at = int(s.Values[v].PC)
	switch ins := f.Proto.Code[at]; {
	case effect.ReferenceOf(ins) == effect.Copies:
		return d.madeBy(f, at, 0, steps-1)
	case effect.ReferenceOf(ins) == effect.ReadsUpvalue:
		return d.heldBy(d.relation.CellReadBy(f, at), steps-1)
	case effect.ReferenceOf(ins) == effect.Calls && d.Code.Names().OfCallee(f, at) == setmetatable && v == s.First(at):
		return d.madeBy(f, at, 1, steps-1)
	}
	return f, at, int(v - s.First(at)), true
}

// heldBy does what madeBy does, for what a captured variable holds.
func (d *finder) heldBy(cell, steps int) (in *flow.Func, at, which int, ok bool) {
	if cell < 0 {
		return nil, 0, 0, false
	}
	c := &d.relation.Cells.Cells[cell]
	values := d.Code.Forms().ObservedIn(cell)
	if c.Owner < 0 || len(c.Writes) > 0 || len(values) != 1 || d.Code.Funcs[c.Owner].IsLarge {
		return nil, 0, 0, false
	}
	return d.maker(&d.Code.Funcs[c.Owner], ssa.ValueID(values[0]), steps)
}
