package depend

import (
	"iter"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// Forward: what a node serves.

// Serves yields what needs a node as data, directly: of an Instruction the values that it makes
// and the cell and the slot that it writes; of a Value the instructions and phis that use it, and
// the cell in which closures may see it; of a Cell and a Slot the instructions that may read it, for
// which the whole function is looked at in whose register the cell is. The number of the operand
// is not told. What an Exit decides is not listed: see the package.
func (r *Relation) Serves(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) { r.serves(n, yield) }
}

func (r *Relation) serves(n Node, yield func(Node) bool) {
	switch n.Kind {
	case Instruction:
		r.makes(r.FuncOf(n), int(n.At), yield)
	case Value:
		r.users(r.FuncOf(n), ssa.ValueID(n.At), yield)
	case Cell:
		r.readersOf(int(n.At), yield)
	case Slot:
		r.readers(tables.SlotID(n.At), yield)
	}
}

// makes yields what the instruction at pc gives.
func (r *Relation) makes(f *flow.Func, pc int, yield func(Node) bool) {
	first, n := r.Forms.Of(f).Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		if !yield(ValueOf(f, v)) {
			return
		}
	}
	if upvalue, how := effect.Upvalue(f.Proto.Code[pc]); how&effect.Write != 0 {
		if cell := r.Cells.Of(f.Number, upvalue); cell >= 0 && !yield(CellOf(cell)) {
			return
		}
	}
	if t := r.Objects.Touch(f, pc); t.How&tables.WritesSlot != 0 {
		yield(SlotOf(t.Slot))
	}
}

// users yields what uses a value.
func (r *Relation) users(f *flow.Func, v ssa.ValueID, yield func(Node) bool) {
	form := r.Forms.Of(f)
	for _, u := range form.Users(v) {
		n := At(f, u.PC())
		if u.PC() < 0 {
			phi, _ := form.Phi(u)
			n = ValueOf(f, phi)
		}
		if !yield(n) {
			return
		}
	}
	if form.Observed(v) {
		d := &form.Values[v]
		r.cellsIn(f, form.HeldFrom(d), int(d.Reg), func(cell int) bool { return yield(CellOf(cell)) })
	}
}

// ReadersOf yields the instructions that read some slot of an object, or its size, in the order of
// functions and pcs.
func (r *Relation) ReadersOf(id tables.ObjectID) iter.Seq[flow.Site] {
	return func(yield func(flow.Site) bool) {
		for _, k := range r.Objects.Readers(id) {
			if _, at := r.Objects.TouchAt(k); !yield(at) {
				return
			}
		}
	}
}

// IsUsed reports whether an instruction or a phi of its function uses a value. Closures may read it all
// the same: then it serves a cell.
func (r *Relation) IsUsed(f *flow.Func, v ssa.ValueID) bool {
	for n := range r.Serves(ValueOf(f, v)) {
		if n.Kind != Cell {
			return true
		}
	}
	return false
}

// readers yields the instructions that may find in a slot what they read.
func (r *Relation) readers(slot tables.SlotID, yield func(Node) bool) {
	for _, k := range r.Objects.Readers(r.Objects.ObjectOf(slot)) {
		t, at := r.Objects.TouchAt(k)
		reads := false
		r.found(t, func(s tables.SlotID) bool {
			reads = s == slot
			return !reads
		})
		if reads && !yield(AtSite(at)) {
			return
		}
	}
}

// readersOf yields the instructions that may read a cell: through an upvalue, and those of its
// owner where a closure may have written to the register.
func (r *Relation) readersOf(cell int, yield func(Node) bool) {
	c := &r.Cells.Cells[cell]
	for _, at := range c.Reads {
		if !yield(AtSite(at)) {
			return
		}
	}
	if c.Owner < 0 {
		return
	}
	f := &r.Program.Funcs[c.Owner]
	form := r.Forms.Of(f)
	if !form.HasByClosure() {
		return
	}
	for pc := range f.Proto.Code {
		for i, v := range form.Uses(pc) {
			if v < 0 || int(form.Values[v].Reg) != c.Reg || !form.UseByClosure(pc, i) {
				continue
			}
			if !r.cellsIn(f, pc, c.Reg, func(k int) bool { return k != cell || yield(At(f, pc)) }) {
				return
			}
		}
	}
}
