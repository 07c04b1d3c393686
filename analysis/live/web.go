package live

import (
	"iter"
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/depend"
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
	relation   *depend.Relation
	base, more *Marking
	parent     []int32 // by element; 1 + the element above, 0 for a root
	// Elements are instructions, then values, cells, slots and functions.
	values, cell0, slot0, funcs int32
}

// NoWeb is the number of no web.
const NoWeb = -1

// none is no element.
const none = -1

// NewWebs returns the webs of what is live in more, which Markings.With has made of base, and not in
// base.
func NewWebs(relation *depend.Relation, base, more *Marking) *Webs {
	p := relation.Program
	w := &Webs{relation: relation, base: base, more: more}
	n := len(p.Funcs)
	w.values = base.layout.code[n]
	w.cell0 = w.values + base.layout.values[n]
	w.slot0 = w.cell0 + int32(len(w.relation.Cells.Cells))
	w.funcs = w.slot0 + int32(w.relation.Objects.NumSlots())
	w.parent = make([]int32, int(w.funcs)+n)
	for i := range p.Funcs {
		if f := &p.Funcs[i]; !f.IsLarge && more.LiveFunc(f) {
			w.function(f)
		}
	}
	w.joinCells()
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

// element returns first+k if number k is in more and not in base, else none.
func element(base, more flow.Row, first int32, k int) int32 {
	if k < 0 || base.Has(k) || !more.Has(k) {
		return none
	}
	return first + int32(k)
}

// instruction returns the element of an instruction; none if it is not one of those that webs are made
// of, or runs a loop.
func (w *Webs) instruction(f *flow.Func, pc int) int32 {
	if f.IsLarge {
		return none
	}
	e := element(w.base.code, w.more.code, 0, int(w.base.layout.code[f.Number])+pc)
	if e != none && isLoop(f, pc) {
		return none
	}
	return e
}

// value returns the element of a value; none if a caller or a loop gives it, or as for instruction.
func (w *Webs) value(f *flow.Func, v ssa.ValueID) int32 {
	if f.IsLarge || v < 0 {
		return none
	}
	e := element(w.base.values, w.more.values, w.values, int(w.base.layout.values[f.Number])+int(v))
	if e == none {
		return none
	}
	switch d := &w.relation.Forms.Of(f).Values[v]; d.Kind {
	case ssa.EntryValue:
		return none
	case ssa.DefValue, ssa.EdgeValue:
		if isLoop(f, int(d.PC)) {
			return none
		}
	}
	return e
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
	first, end := int(w.base.layout.code[f.Number]), int(w.base.layout.code[f.Number+1])
	for at := range added(w.base.code, w.more.code, first, end) {
		pc := at - first
		if e := w.instruction(f, pc); e != none {
			w.join(e, whole)
			w.needs(f, depend.At(f, pc), e)
			w.makes(f, pc, e)
		}
	}
	first, end = int(w.base.layout.values[f.Number]), int(w.base.layout.values[f.Number+1])
	phis, _ := w.relation.Forms.Of(f).PhiRange()
	for at := range added(w.base.values, w.more.values, first+int(phis), end) {
		phi := ssa.ValueID(at - first)
		if e := w.value(f, phi); e != none && w.relation.Forms.Of(f).IsPhi(phi) {
			w.needs(f, depend.ValueOf(f, phi), e)
		}
	}
}

// added yields what is in the one set and not in the other, from first on and below end, ascending.
func added(base, more flow.Row, first, end int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w := first >> 6; w<<6 < end; w++ {
			word := more[w] &^ base[w]
			if low := first - w<<6; low > 0 {
				word = word >> low << low
			}
			for ; word != 0; word &= word - 1 {
				if at := w<<6 + bits.TrailingZeros64(word); at >= end || !yield(at) {
					return
				}
			}
		}
	}
}

// needs joins an instruction or a phi of f, the element e, with what it needs.
func (w *Webs) needs(f *flow.Func, n depend.Node, e int32) {
	for on := range w.relation.Needs(n) {
		switch on.Kind {
		case depend.Value:
			w.join(e, w.value(f, ssa.ValueID(on.At)))
		case depend.Cell:
			w.join(e, w.cell(int(on.At)))
		case depend.Function:
			w.join(e, element(w.base.funcs, w.more.funcs, w.funcs, int(on.At)))
		case depend.Exit:
			w.exit(f, cfg.BlockID(on.At), e)
		}
	}
}

// makes joins the instruction at pc, the element e, with the values and the cell that it gives,
// and with the fields that it reads or writes.
func (w *Webs) makes(f *flow.Func, pc int, e int32) {
	for made := range w.relation.Serves(depend.At(f, pc)) {
		switch made.Kind {
		case depend.Value:
			w.join(e, w.value(f, ssa.ValueID(made.At)))
		case depend.Cell:
			w.join(e, w.cell(int(made.At)))
		}
	}
	if t := w.relation.Objects.Touch(f, pc); t.Object >= 0 {
		w.touch(t, e)
	}
}

// touch joins an access with the fields that it may be to. That of keys which are not known, the
// first, is tied to all: who reads any field may find what was written there.
func (w *Webs) touch(t tables.Touch, e int32) {
	first, n, _ := w.relation.Objects.Slots(t.Object)
	w.join(e, w.slot(first))
	if t.Slot != first {
		w.join(e, w.slot(t.Slot))
		return
	}
	for slot := first; slot < first+tables.SlotID(n); slot++ {
		w.join(e, w.slot(slot))
	}
}

// exit joins e with the branch at the end of block b, or, if there is none, with those that the
// block is control dependent on.
func (w *Webs) exit(f *flow.Func, b cfg.BlockID, e int32) {
	if len(f.Graph.Succs(b)) > 1 {
		w.join(e, w.branch(f, b))
		return
	}
	for on := range w.relation.Deciders(f, b) {
		w.join(e, w.branch(f, cfg.BlockID(on.At)))
	}
}

// branch returns the branch at the end of a block, if it looks at a value that is there for
// it: branches on other values do not tie together what depends on them.
func (w *Webs) branch(f *flow.Func, b cfg.BlockID) int32 {
	pc := f.Graph.Last(b)
	for _, v := range w.relation.Forms.Of(f).Uses(pc) {
		if w.value(f, v) != none {
			return w.instruction(f, pc)
		}
	}
	return none
}

// joinCells joins each cell with the values that closures may see in it.
func (w *Webs) joinCells() {
	for k := range w.relation.Cells.Cells {
		if e := w.cell(k); e != none {
			for on := range w.relation.Needs(depend.CellOf(k)) {
				if on.Kind == depend.Value {
					w.join(e, w.value(w.relation.FuncOf(on), ssa.ValueID(on.At)))
				}
			}
		}
	}
}
