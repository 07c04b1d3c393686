package depend

import (
	"iter"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// Backward: what a node needs.

// Needs yields what a node needs directly, and how:
//
//   - an Instruction the values of its operands, those in order, the cells and the slots that it
//     may read, the function of which it makes a closure, and the ends of the blocks that decide
//     whether it is executed;
//   - a Value the instruction that makes it; a phi its arguments and the ends of the blocks that
//     control comes from;
//   - an Exit the branch at the end of the block, or without one what decides whether the block
//     is executed;
//   - a Function its instructions, in code that can be reached;
//   - a Cell and a Slot the instructions that write it, a Cell the values too that closures may
//     see in the register of its owner.
//
// A node may come more than once. What nothing in the program gives, such as the value of a
// parameter, needs nothing.
func (r *Relation) Needs(n Node) iter.Seq2[Node, Edge] {
	return func(yield func(Node, Edge) bool) { r.needs(n, yield) }
}

// data is the way in which anything but an operand is read.
var data = Edge{ByData, -1}

func (r *Relation) needs(n Node, yield func(Node, Edge) bool) {
	switch n.Kind {
	case Instruction:
		f := r.FuncOf(n)
		_ = r.reads(f, int(n.At), yield) && r.control(f, f.Graph.Block(int(n.At)), yield)
	case Value:
		r.givers(r.FuncOf(n), ssa.ValueID(n.At), yield)
	case Exit:
		f, b := r.FuncOf(n), cfg.BlockID(n.At)
		if len(f.Graph.Succs(b)) > 1 {
			yield(At(f, f.Graph.Last(b)), Edge{ByControl, -1})
		} else {
			r.control(f, b, yield)
		}
	case Function:
		f := &r.Program.Funcs[n.At]
		for pc := range f.Proto.Code {
			if f.Graph.Reachable(pc) && !yield(At(f, pc), Edge{ByCall, -1}) {
				return
			}
		}
	case Cell:
		r.writers(int(n.At), yield)
	case Slot:
		for at := range r.WritersOf(tables.SlotID(n.At)) {
			if !yield(AtSite(at), data) {
				return
			}
		}
	}
}

// WritersOf yields the instructions that write a slot, in the order of functions and pcs.
func (r *Relation) WritersOf(slot tables.SlotID) iter.Seq[flow.Site] {
	return func(yield func(flow.Site) bool) {
		for _, k := range r.Objects.Writers(slot) {
			if _, at := r.Objects.TouchAt(k); !yield(at) {
				return
			}
		}
	}
}

// Elsewhere is the instructions that may need more than their operands and what decides whether
// they are executed: what CellReadBy, FuncMadeBy and SlotsReadBy tell.
const Elsewhere = effect.UpvalueReaders | effect.ClosureMakers | effect.TableAccessors

// CellReadBy returns the cell that the instruction at pc reads through an upvalue, by its index in
// Cells; -1 if it reads none.
func (r *Relation) CellReadBy(f *flow.Func, pc int) int {
	if upvalue, how := effect.Upvalue(f.Proto.Code[pc]); how&effect.Read != 0 {
		return r.Cells.Of(f.Number, upvalue)
	}
	return -1
}

// FuncMadeBy returns the number of the function of which the instruction at pc makes a closure; -1
// if it makes none.
func (r *Relation) FuncMadeBy(f *flow.Func, pc int) int {
	if child := effect.Closure(f.Proto.Code[pc]); child >= 0 {
		return f.Child(child).Number
	}
	return -1
}

// SlotsReadBy returns the access of the instruction at pc if that reads the slots that Found
// yields for it; ok is false if it reads none.
func (r *Relation) SlotsReadBy(f *flow.Func, pc int) (t tables.Touch, ok bool) {
	t = r.Objects.Touch(f, pc)
	return t, t.How&(tables.ReadsSlot|tables.ReadsSize) != 0
}

// Deciders yields the ends of the blocks that decide whether block b is executed: those that it
// is control dependent on. There are none for a block that cannot be reached.
func (r *Relation) Deciders(f *flow.Func, b cfg.BlockID) iter.Seq2[Node, Edge] {
	return func(yield func(Node, Edge) bool) { r.control(f, b, yield) }
}

// control yields what Deciders does, and reports whether yield wants more. So do the others
// below.
func (r *Relation) control(f *flow.Func, b cfg.BlockID, yield func(Node, Edge) bool) bool {
	if f.Graph.Rank(b) < 0 {
		return true
	}
	for _, from := range r.Control(f).Blocks(b) {
		if !yield(ExitOf(f, from), Edge{ByControl, -1}) {
			return false
		}
	}
	return true
}

// reads yields what the instruction at pc reads and makes. It reports whether yield wants more.
func (r *Relation) reads(f *flow.Func, pc int, yield func(Node, Edge) bool) bool {
	form := r.Forms.Of(f)
	for i, v := range form.Uses(pc) {
		if v < 0 {
			continue
		}
		by := Edge{ByData, int16(i)}
		if !yield(ValueOf(f, v), by) {
			return false
		}
		if form.UseByClosure(pc, i) && !r.cellsIn(f, pc, int(form.Values[v].Reg), func(cell int) bool { return yield(CellOf(cell), by) }) {
			return false
		}
	}
	if !Elsewhere.Has(f.Proto.Code[pc]) {
		return true
	}
	if cell := r.CellReadBy(f, pc); cell >= 0 && !yield(CellOf(cell), data) {
		return false
	}
	if made := r.FuncMadeBy(f, pc); made >= 0 {
		return yield(Node{Kind: Function, At: int32(made)}, Edge{ByCall, -1})
	}
	if t, ok := r.SlotsReadBy(f, pc); ok {
		return r.found(t, func(slot tables.SlotID) bool { return yield(SlotOf(slot), data) })
	}
	return true
}

// givers yields what makes a value. It reports whether yield wants more.
func (r *Relation) givers(f *flow.Func, v ssa.ValueID, yield func(Node, Edge) bool) bool {
	form := r.Forms.Of(f)
	switch d := &form.Values[v]; d.Kind {
	case ssa.DefValue, ssa.EdgeValue:
		return yield(At(f, int(d.PC)), data)
	case ssa.PhiValue:
		b := form.PhiBlock(v)
		for _, arg := range form.ArgsIn(b, v) {
			if arg >= 0 && !yield(ValueOf(f, arg), data) {
				return false
			}
		}
		for _, from := range f.Graph.Preds(b) {
			if !yield(ExitOf(f, from), Edge{ByControl, -1}) {
				return false
			}
		}
	}
	return true
}

// writers yields what may give a cell its value. It reports whether yield wants more.
func (r *Relation) writers(cell int, yield func(Node, Edge) bool) bool {
	c := &r.Cells.Cells[cell]
	for _, at := range c.Writes {
		if !yield(AtSite(at), data) {
			return false
		}
	}
	if c.Owner < 0 {
		return true
	}
	owner := &r.Program.Funcs[c.Owner]
	for _, v := range r.Forms.ObservedIn(cell) {
		if !yield(ValueOf(owner, ssa.ValueID(v)), data) {
			return false
		}
	}
	return true
}
