package tables

import (
	"math/bits"
	"slices"

	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// Tables that the program makes and keeps to itself: which values may hold which of
// them, and which instructions read and write which of their fields. Two values
// that may hold the same table are in one class, found by unification (Steensgaard,
// "Points-to analysis in almost linear time", POPL 1996), so that cost is close to
// linear; nothing depends on the order of execution.
//
// Unification is coarser than inclusion (Andersen 1994): after `c = a` whatever is said of c is
// said of a too, also what came before. In return one pass over the code is enough, since the
// order in which classes are joined makes no difference to the result: a constraint that was
// met once holds however its classes are joined later.
//
// A table escapes if code that is not known may get hold of it: it is passed to a
// function that is not a standard one known to forget it, returned, put into a
// global or a table that escapes, an operand where a metamethod of another operand
// might see it, or in one class with a value that is not known. What is captured
// by closures of the program does not escape by that. A table that does not escape
// has no metatable, so that access to it runs no other code.

// ObjectID numbers the objects of a program densely. An object is a class of tables
// that do not escape.
type ObjectID int32

// NoObject is the ObjectID of what is no object: a table that escapes, or no table.
const NoObject ObjectID = -1

// SlotID numbers the slots of all objects of a program densely. Those of one object
// follow one another: the first stands for the fields under keys that are not known,
// then come those under constant integers, then those under other constants.
type SlotID int32

// NoSlot is the SlotID of no slot.
const NoSlot SlotID = -1

// TableAccess says what an instruction does with an object. It is a set.
type TableAccess uint8

// The accesses.
const (
	// ReadsSlot: it reads the field of the Slot of its Touch.
	ReadsSlot TableAccess = 1 << iota
	// WritesSlot: it may give that field another value.
	WritesSlot
	// ReadsSize: it looks for an integer key without a value: `#t`.
	ReadsSize
)

// Touch is how one instruction accesses an object.
type Touch struct {
	Object ObjectID // NoObject if it accesses none
	// Slot is where the field is. A read of the first slot of an object may find
	// what was written to any, a read of another what was written to that or to the
	// first, and each may find nil.
	Slot SlotID
	How  TableAccess // what it does with the slot; 0 if Object is NoObject
}

// noTouch is that of an instruction which accesses no object.
var noTouch = Touch{Object: NoObject, Slot: NoSlot}

// Objects is the objects of a program. It is immutable.
//
// The invariant: if two values, or a value and what is in a cell, may be the same
// table at any time, and the table does not escape, they have the same object; and if a table that
// they hold may have come from elsewhere, they have none. A value that has an object need not be a
// table: `x and {}` is nil or one of an object's.
type Objects struct {
	// Objects by element plus 1, 0 for NoObject: element 0 stands for no value, then come the
	// values of all functions, then the cells. nil if there are no objects.
	of    []ObjectID
	base  []int32 // by function: the element of its value 0
	cell0 int32   // the element of cell 0
	cells *flow.CellTable
	forms *ssa.Forms

	sites     []flow.Site
	firstSite []int32 // by object, one entry more: where its sites begin

	slots
}

// In returns the objects of a program whose functions have the same bodies as those that o is of. They last as long
// as o does.
func (o *Objects) In(p *flow.Program, forms *ssa.Forms) *Objects {
	same := *o
	same.cells, same.forms = p.Cells(), forms
	return &same
}

// Len returns the number of objects.
func (o *Objects) Len() int { return max(len(o.firstSite)-1, 0) }

// Of returns the object whose tables a value of f may be, if it is a table. A value that
// closures may overwrite in its register is told by OfOperand.
func (o *Objects) Of(f *flow.Func, v ssa.ValueID) ObjectID {
	if o.of == nil || v < 0 {
		return NoObject
	}
	return o.of[o.base[f.Number]+int32(v)] - 1
}

// OfOperand returns the object whose tables operand i of Uses(pc) may be, if it is a
// table.
func (o *Objects) OfOperand(f *flow.Func, pc, i int) ObjectID {
	if o.of == nil || f.IsLarge {
		return NoObject
	}
	s := o.forms.Of(f)
	v := s.Uses(pc)[i]
	if v >= 0 && s.UseByClosure(pc, i) {
		return o.OfCell(o.cells.At(f, pc, int(s.Values[v].Reg)))
	}
	return o.Of(f, v)
}

// OfCell returns the object whose tables a cell may hold, by its index in CellTable.
func (o *Objects) OfCell(cell int) ObjectID {
	if o.of == nil || cell < 0 {
		return NoObject
	}
	return o.of[o.cell0+int32(cell)] - 1
}

// Sites returns the NEWTABLEs that make the tables of an object, in the order of
// functions and of their graphs.
func (o *Objects) Sites(id ObjectID) []flow.Site {
	return o.sites[o.firstSite[id]:o.firstSite[id+1]]
}

// slots is the fields of objects and who accesses them. An access is found from its place by the
// rank of its bit in touching: that of the word, from before, and that in the word, counted
// (Jacobson, "Space-efficient static trees and graphs", FOCS 1989). Few instructions access
// objects, so that this takes a bit and a half for most where a table would take 12 bytes.
type slots struct {
	firstSlot []SlotID    // by object, one entry more
	integers  []int32     // by object: how many of its slots are of integer keys
	code      []int32     // by function: the number of its first instruction
	touching  flow.Row    // of instructions
	before    []int32     // by word of touching: the touches in front of it
	touches   []Touch     // by function and pc
	places    []flow.Site // by touch

	writers flow.Lists // by slot: indices of touches
	readers flow.Lists // by object: indices of touches
}

// IsSet reports whether anything in the program writes a slot, under its own key or under one that is not known.
func (o *Objects) IsSet(slot SlotID) bool {
	first, _, _ := o.Slots(o.ObjectOf(slot))
	return len(o.Writers(slot)) > 0 || len(o.Writers(first)) > 0
}

// Writers returns the accesses that write a slot, as indices for TouchAt, in the order of
// functions and pcs. Readers is those that read any slot of an object, or its size.
func (o *Objects) Writers(slot SlotID) []int32 { return o.writers.Of(int(slot)) }

// Readers returns the accesses that read any slot of an object, or its size, as indices
// for TouchAt.
func (o *Objects) Readers(id ObjectID) []int32 { return o.readers.Of(int(id)) }

// TouchAt returns an access by its index, and where it is.
func (o *Objects) TouchAt(i int32) (Touch, flow.Site) { return o.touches[i], o.places[i] }

// NumSlots returns the number of slots of all objects.
func (o *Objects) NumSlots() int {
	if o.firstSlot == nil {
		return 0
	}
	return int(o.firstSlot[o.Len()])
}

// Slots returns the slots of an object, n from first on, of which those after the first
// one and up to integers of them are under integer keys.
func (o *Objects) Slots(id ObjectID) (first SlotID, n, integers int) {
	return o.firstSlot[id], int(o.firstSlot[id+1] - o.firstSlot[id]), int(o.integers[id])
}

// ObjectOf returns the object of a slot.
func (o *Objects) ObjectOf(slot SlotID) ObjectID {
	after, _ := slices.BinarySearch(o.firstSlot, slot+1)
	return ObjectID(after - 1)
}

// Touches reports whether the instruction at pc accesses an object.
func (o *Objects) Touches(f *flow.Func, pc int) bool {
	return o.touching != nil && o.touching.Has(int(o.code[f.Number])+pc)
}

// Touch returns how the instruction at pc accesses an object; its Object is NoObject if it
// accesses none. It takes constant time.
func (o *Objects) Touch(f *flow.Func, pc int) Touch {
	if o.touching == nil {
		return noTouch
	}
	at := int(o.code[f.Number]) + pc
	word, bit := o.touching[at>>6], uint64(1)<<(at&63)
	if word&bit == 0 {
		return noTouch
	}
	return o.touches[int(o.before[at>>6])+bits.OnesCount64(word&(bit-1))]
}
