package live

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// Webs of dead code: which dead instructions hang together because one is there for
// the sake of the other. They are the classes of a union-find structure over what one
// marking has beyond a smaller one. What loops and callers give does not tie together
// those that use it. In
//
//	local a, b = 0, 0
//	for i = 1, n do
//	  a = a + i
//	  b = b * i
//	end
//
// neither a nor b is read after the loop: two webs, each of the additions or the multiplications, the
// zero, and the phi at the loop's head. That both use i makes no web of the two.
//
// A web is what may be taken away together, and is told of in one message.

// Webs is the webs of what is live in one marking and not in another.
type Webs struct {
	p          *flow.Program
	forms      *ssa.Forms
	cells      *flow.CellTable
	objects    *tables.Objects
	base, more *Marking
	parent     []int32 // by element; 1 + the element above, 0 for a root
	// Elements are instructions, then values, cells, slots and functions.
	values, cell0, slot0, funcs int32
}

// NoWeb is the number of no web.
const NoWeb = -1

// none is no element.
const none = -1

// Webs returns the webs of what is live in more, which With has made of base, and not in base.
func (all *Markings) Webs(base, more *Marking) *Webs {
	p := all.p
	w := &Webs{p: p, forms: all.forms, cells: all.cells, objects: all.objects, base: base, more: more}
	n := len(p.Funcs)
	w.values = base.layout.code[n]
	w.cell0 = w.values + base.layout.values[n]
	w.slot0 = w.cell0 + int32(len(w.cells.Cells))
	w.funcs = w.slot0 + int32(w.objects.NumSlots())
	w.parent = make([]int32, int(w.funcs)+n)
	for i := range p.Funcs {
		if f := &p.Funcs[i]; !f.IsLarge && more.LiveFunc(f) {
			w.function(f)
		}
	}
	w.seen()
	return w
}

// OfInstruction returns the number of the web of an instruction, NoWeb if it is in none.
func (w *Webs) OfInstruction(f *flow.Func, pc int) int { return w.number(w.instruction(f, pc)) }

// OfValue returns the number of the web of a value, NoWeb if it is in none.
func (w *Webs) OfValue(f *flow.Func, v ssa.ValueID) int { return w.number(w.value(f, v)) }

// number returns the number of the web of an element: its least element, the root.
func (w *Webs) number(e int32) int {
	if e == none {
		return NoWeb
	}
	return int(w.find(e))
}

// find returns the root of an element (path halving). As 0 stands for a root, a fresh array is one of
// elements apart.
func (w *Webs) find(e int32) int32 {
	for w.parent[e] != 0 {
		up := w.parent[e] - 1
		if above := w.parent[up]; above != 0 {
			w.parent[e] = above
		}
		e = up
	}
	return e
}

// join joins the webs of two elements, if there are two.
func (w *Webs) join(a, b int32) {
	if a == none || b == none {
		return
	}
	if a, b = w.find(a), w.find(b); a != b {
		w.parent[max(a, b)] = min(a, b) + 1
	}
}

// element is first+k if number k is in the one set and not in the other.
func element(base, more flow.Row, first int32, k int) int32 {
	if k < 0 || base.Has(k) || !more.Has(k) {
		return none
	}
	return first + int32(k)
}

// instruction returns the element of an instruction; none if it is not one of those that webs are made
// of, or runs a loop.
func (w *Webs) instruction(f *flow.Func, pc int) int32 {
	if f.IsLarge || isLoop(f, pc) {
		return none
	}
	return element(w.base.code, w.more.code, 0, int(w.base.layout.code[f.Number])+pc)
}

// value returns the element of a value; none if a caller or a loop gives it, or as for instruction.
func (w *Webs) value(f *flow.Func, v ssa.ValueID) int32 {
	if f.IsLarge || v < 0 {
		return none
	}
	switch d := &w.forms.Of(f).Values[v]; d.Kind {
	case ssa.EntryValue:
		return none
	case ssa.DefValue, ssa.EdgeValue:
		if isLoop(f, int(d.PC)) {
			return none
		}
	}
	return element(w.base.values, w.more.values, w.values, int(w.base.layout.values[f.Number])+int(v))
}

// isLoop reports whether the instruction at pc is one of those that run a `for` loop.
func isLoop(f *flow.Func, pc int) bool {
	if effect.ReferenceOf(f.Proto.Code[pc]) == effect.Iterates || effect.MayDefs(f.Proto, pc) != 0 {
		return true
	}
	first, second := effect.Successors(f.Proto, pc)
	return second >= 0 && first <= pc
}

func (w *Webs) cell(cell int) int32 { return element(w.base.cells, w.more.cells, w.cell0, cell) }

func (w *Webs) slot(slot tables.SlotID) int32 {
	return element(w.base.slots, w.more.slots, w.slot0, int(slot))
}

// function joins what hangs together in f.
func (w *Webs) function(f *flow.Func) {
	whole := element(w.base.funcs, w.more.funcs, w.funcs, f.Number)
	for _, b := range f.Graph.Order {
		block := &f.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			if e := w.instruction(f, pc); e != none {
				w.join(e, whole)
				w.needs(f, pc, e)
				w.control(f, b, e)
			}
		}
		first, n := w.forms.Of(f).Phis(b)
		for phi := first; phi < first+ssa.ValueID(n); phi++ {
			if e := w.value(f, phi); e != none {
				w.phi(f, b, phi, e)
			}
		}
	}
}

// needs joins the instruction at pc, the element e, with what it reads and makes.
func (w *Webs) needs(f *flow.Func, pc int, e int32) {
	for i, v := range w.forms.Of(f).Uses(pc) {
		w.join(e, w.value(f, v))
		if w.forms.Of(f).UseByClosure(pc, i) {
			w.join(e, w.cell(w.cells.At(f, pc, int(w.forms.Of(f).Values[v].Reg))))
		}
	}
	first, n := w.forms.Of(f).Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		w.join(e, w.value(f, v))
	}
	i := f.Proto.Code[pc]
	if upvalue, how := effect.Upvalue(i); how != 0 {
		w.join(e, w.cell(w.cells.Of(f.Number, upvalue)))
	} else if child := effect.Closure(i); child >= 0 {
		w.join(e, element(w.base.funcs, w.more.funcs, w.funcs, f.Child(child).Number))
	}
	if t := w.objects.Touch(f, pc); t.Object >= 0 {
		w.touch(t, e)
	}
}

// touch joins an access with the fields that it may be to.
func (w *Webs) touch(t tables.Touch, e int32) {
	first, n, _ := w.objects.Slots(t.Object)
	w.join(e, w.slot(first))
	if t.Slot != first {
		w.join(e, w.slot(t.Slot))
		return
	}
	for slot := first; slot < first+tables.SlotID(n); slot++ {
		w.join(e, w.slot(slot))
	}
}

// phi joins a phi of block b with its arguments, and with what decides between them.
func (w *Webs) phi(f *flow.Func, b cfg.BlockID, phi ssa.ValueID, e int32) {
	for _, arg := range w.forms.Of(f).PhiArgs(phi) {
		w.join(e, w.value(f, arg))
	}
	for _, from := range f.Graph.Preds(b) {
		if len(f.Graph.Succs(from)) > 1 {
			w.join(e, w.branch(f, from))
		} else {
			w.control(f, from, e)
		}
	}
}

// control joins e with the branches that block b is control dependent on.
func (w *Webs) control(f *flow.Func, b cfg.BlockID, e int32) {
	if f.Graph.Rank(b) < 0 {
		return
	}
	for _, from := range f.Control().Blocks(b) {
		w.join(e, w.branch(f, from))
	}
}

// branch returns the branch at the end of a block, if it looks at a value that is there for
// it: branches on other values do not tie together what depends on them.
func (w *Webs) branch(f *flow.Func, b cfg.BlockID) int32 {
	pc := f.Graph.Last(b)
	for _, v := range w.forms.Of(f).Uses(pc) {
		if w.value(f, v) != none {
			return w.instruction(f, pc)
		}
	}
	return none
}

// seen joins the cells with the values that closures may see in them.
func (w *Webs) seen() {
	for k := range w.cells.Cells {
		e := w.cell(k)
		if e == none || w.cells.Cells[k].Owner < 0 {
			continue // the upvalues of main are in nobody's register
		}
		owner := &w.p.Funcs[w.cells.Cells[k].Owner]
		for _, v := range w.forms.ObservedIn(k) {
			w.join(e, w.value(owner, ssa.ValueID(v)))
		}
	}
}
