// Package depend is the relation "this needs that" between the parts of a program: instructions,
// the values that they make and read, the cells that closures share, the fields of tables that
// stay in the program, and the places at which control is decided. It is the program dependence
// graph (Ferrante, Ottenstein and Warren, TOPLAS 9.3, 1987) over static single assignment form,
// of all functions together, and it is never built: what a part needs, and what it serves, are
// read off the facts of the program when somebody asks.
//
// In
//
//	local s = 0
//	for i = 1, n do s = s + i end
//	return s
//
// the RETURN needs the phi of s, that needs the ADD and the place at which the loop goes on, and
// the ADD needs the phi and i.
//
// Needs goes back along all of that: data, control, and calls, by which a function is needed where a
// closure of it is made. Serves goes forward along data alone, and is there the converse of Needs. Along
// control nobody goes forward one step at a time: what a branch decides may be most of a function, and to
// list it takes the inverse of control dependence for all blocks, which package slice has, once for all its
// steps, in a graph of its own. Along calls nothing is lost: a closure is a value, and what that serves is
// data.
//
// The relation has no lattice and no fixpoint of its own: what one step yields is read off, and none is
// kept. It is finite, as nodes are, and has cycles: in the example the ADD needs the phi, and the phi the
// ADD. Who follows it marks what he has come to. The lattice is then the sets of nodes, the transfer
// function adds what the nodes of a set need, sets only grow, and each node is visited once: that is why
// it ends, with the least set that holds the beginning and all that it needs.
//
// What a client is about is where it begins, what it skips, and what it records: the relation says nothing
// of what is live, executed or the same in all executions.
package depend

import (
	"iter"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// Kind is what a Node is.
type Kind uint8

// The kinds of node.
const (
	Instruction Kind = iota // of a function, by its pc
	Value                   // of a function, by its ssa.ValueID
	Exit                    // of a block of a function, by its cfg.BlockID: over which edge control leaves it
	Function                // by its number, as At: what happens in it
	Cell                    // by its index in the CellTable
	Slot                    // by its tables.SlotID
)

// Node is a part of a program. It is comparable: equal nodes are the same part.
type Node struct {
	Kind Kind  // what At counts
	Func int32 // the function, 0 for a Function, a Cell or a Slot
	At   int32 // the number of the part among those of its Kind
}

// At returns the instruction at pc.
func At(f *flow.Func, pc int) Node { return Node{Instruction, int32(f.Number), int32(pc)} }

// AtSite returns the instruction at a site.
func AtSite(at flow.Site) Node { return Node{Instruction, at.Func, at.PC} }

// ValueOf returns a value of a function.
func ValueOf(f *flow.Func, v ssa.ValueID) Node { return Node{Value, int32(f.Number), int32(v)} }

// ExitOf returns the end of a block.
func ExitOf(f *flow.Func, b cfg.BlockID) Node { return Node{Exit, int32(f.Number), int32(b)} }

// CellOf returns a cell by its index in the CellTable.
func CellOf(cell int) Node { return Node{Kind: Cell, At: int32(cell)} }

// SlotOf returns a slot.
func SlotOf(slot tables.SlotID) Node { return Node{Kind: Slot, At: int32(slot)} }

// Site returns the site of an instruction.
func (n Node) Site() flow.Site { return flow.Site{Func: n.Func, PC: n.At} }

// How is in which way one node needs another.
type How uint8

// The ways.
const (
	ByData    How = iota // it reads what the other gives
	ByControl            // the other decides whether it is executed, or which value it is
	ByCall               // it makes a function, in which the other happens
)

// Edge is one way in which a node needs another.
type Edge struct {
	How How // by data, by control or by a call
	// Operand is the number among the Uses of an instruction that is read so; -1 for what is
	// read in another way. A register that closures share may be read as a Value and a Cell.
	Operand int16
}

// Relation is what the parts of one program need and serve. It is safe for concurrent use if Control is.
type Relation struct {
	Program *flow.Program   // the functions, by whose numbers nodes name them
	Forms   *ssa.Forms      // the SSA forms, which give the uses of values
	Cells   *flow.CellTable // the variables that closures share; those of Program
	Objects *tables.Objects // the tables that stay in the program, whose slots are nodes
	// Control returns what the blocks of a function are control dependent on. Few functions are asked
	// about: whoever makes a Relation finds it when it is asked for, and may keep it.
	Control func(*flow.Func) *cfg.Control
}

// New returns the relation of a program. It is valid as long as the facts that it rests on. No
// node of a function that is too large for a form may be asked about.
func New(p *flow.Program, forms *ssa.Forms, objects *tables.Objects, control func(*flow.Func) *cfg.Control) *Relation {
	return &Relation{Program: p, Forms: forms, Cells: p.Cells(), Objects: objects, Control: control}
}

// FuncOf returns the function of an Instruction, a Value or an Exit.
func (r *Relation) FuncOf(n Node) *flow.Func { return &r.Program.Funcs[n.Func] }

// Found yields the slots in which an access that reads may find what it reads, ascending; one of
// them more than once at times. The first slot of an object stands for fields under keys that are
// not known, so that a read of any field may find what was written to that, and a read of the
// first what was written to any.
func (r *Relation) Found(t tables.Touch) iter.Seq[tables.SlotID] {
	return func(yield func(tables.SlotID) bool) { r.found(t, yield) }
}

// found yields what Found does, and reports whether yield wants more.
func (r *Relation) found(t tables.Touch, yield func(tables.SlotID) bool) bool {
	first, n, integers := r.Objects.Slots(t.Object)
	switch {
	case t.How&tables.ReadsSlot != 0 && t.Slot != first:
		if t.How&tables.ReadsSize == 0 {
			return yield(first) && yield(t.Slot)
		}
	case t.How&tables.ReadsSlot == 0:
		n = integers + 1 // the size is that of the integer keys
	}
	for slot := first; slot < first+tables.SlotID(n); slot++ {
		if !yield(slot) {
			return false
		}
	}
	return true
}

// CellsIn yields the cell of the variable that is in reg at pc, by its index in Cells, or where that
// is not known those of all variables of the register.
func (r *Relation) CellsIn(f *flow.Func, pc, reg int) iter.Seq[int] {
	return func(yield func(int) bool) { r.cellsIn(f, pc, reg, yield) }
}

// cellsIn yields what CellsIn does, and reports whether yield wants more.
func (r *Relation) cellsIn(f *flow.Func, pc, reg int, yield func(cell int) bool) bool {
	if cell := r.Cells.At(f, pc, reg); cell >= 0 {
		return yield(cell)
	}
	for k := range r.Cells.Cells {
		if c := &r.Cells.Cells[k]; c.Owner == f.Number && c.Reg == reg && !yield(k) {
			return false
		}
	}
	return true
}
