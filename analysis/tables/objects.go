package tables

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
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
	How  TableAccess
}

// noTouch is that of an instruction which accesses no object.
var noTouch = Touch{Object: NoObject, Slot: NoSlot}

// Objects is the objects of a program. It is immutable.
type Objects struct {
	// Objects by element plus 1, 0 for NoObject: element 0 is none, then come the
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

// The invariant of Objects: if two values, or a value and what is in a cell, may be the same
// table at any time, and the table does not escape, they have the same object; and if a table that
// they hold may have come from elsewhere, they have none. A value that has an object need not be a
// table: `x and {}` is nil or one of an object's.

// mayHold reports whether a value of f may be a table that does not escape: f makes
// tables, or shares variables that may hold some. Whatever else it gets hold of may be
// held elsewhere too.
func mayHold(f *flow.Func, cells *flow.CellTable) bool {
	if f.Opcodes.HasAny(effect.TableMakers) || f.SharesRegisters() {
		return true
	}
	for k := range f.Proto.Upvalues {
		if cell := cells.Of(f.Number, k); cell >= 0 && cells.Cells[cell].Owner >= 0 {
			return true
		}
	}
	return false
}

// New finds the objects of a program. They are valid until mem is used for the next
// ones. It takes two passes over the code of the functions that may hold tables which do not escape from
// where they are made: one that joins classes, and, when these are numbered, one that finds the
// accesses to them.
func New(p *flow.Program, forms *ssa.Forms, names *names.Names, mem *Memory) *Objects {
	mem.reset()
	if !makesTables(p) {
		return new(Objects) // there are none
	}
	t := newTracer(p, forms, names, mem)
	t.run()
	o := &Objects{base: t.base, cell0: t.cell0, cells: t.cells, forms: forms}
	if n := t.numberObjects(o); n > 0 {
		o.findSites(t, n)
		o.findSlots(t, n)
	}
	mem.parents, mem.contents, mem.made = t.parent, t.contents, t.made
	return o
}

// makesTables reports whether a function that is not too large makes a table.
func makesTables(p *flow.Program) bool {
	for i := range p.Funcs {
		if f := &p.Funcs[i]; !f.IsLarge && f.Opcodes.HasAny(effect.TableMakers) {
			return true
		}
	}
	return false
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

// numberObjects fills o.of and returns the number of objects: the classes, beside the unknown
// one, in which a constructor of the program has put a table. They are numbered in the order of
// their first sites. A class without any holds what is no table, or strings.
func (t *tracer) numberObjects(o *Objects) int {
	if !t.findTables() {
		return 0
	}
	t.escapeStringContents()
	objects := flow.Zeroed(&t.mem.objects, len(t.parent)) // by root, plus 1
	n := ObjectID(0)
	for i := range t.made {
		if r := t.Find(t.made[i].element); r > 0 && objects[r] == 0 {
			n++
			objects[r] = n
		}
	}
	if n == 0 {
		return 0
	}
	o.of = t.mem.objectIDs.Take(int(t.cell0) + len(t.cells.Cells))
	t.holdsObject = flow.Zeroed(&t.mem.holdsObject, len(t.p.Funcs))
	number := func(from, to int32) (some bool) {
		for e := from; e < to; e++ {
			if r := t.Find(e); r > 0 && objects[r] != 0 {
				o.of[e] = objects[r]
				some = true
			}
		}
		return some
	}
	for i := range t.p.Funcs {
		if t.traced[i] {
			t.holdsObject[i] = number(t.base[i], t.base[i]+int32(len(t.forms.Of(&t.p.Funcs[i]).Values)))
		}
	}
	number(t.cell0, int32(len(o.of)))
	return int(n)
}

// escapeStringContents lets escape what is read from classes that hold no table of the
// program: from a string, the fields of which may be any table. It may give up classes that
// were not in the unknown class before, so that objects are numbered after it.
func (t *tracer) escapeStringContents() {
	for e := int32(1); int(e) < len(t.parent); e++ {
		if t.contents[e] != 0 && t.parent[e] == e && !t.holds[e] {
			t.escape(t.contents[e])
		}
	}
}

// findSites sorts the sites by object; those of one object stay in the order in which they were
// found (a counting sort).
func (o *Objects) findSites(t *tracer, n int) {
	o.firstSite = t.mem.numbers.Take(n + 2)
	next := o.firstSite[1:] // shifted by one until all sites are in place
	count := 0
	for i := range t.made {
		if id := o.of[t.made[i].element]; id > 0 {
			next[id]++
			count++
		}
	}
	for id := 1; id <= n; id++ {
		next[id] += next[id-1]
	}
	o.sites = make([]flow.Site, count)
	for i := range t.made {
		if id := o.of[t.made[i].element]; id > 0 {
			o.sites[next[id-1]] = t.made[i].site
			next[id-1]++
		}
	}
	o.firstSite = o.firstSite[:n+1]
}
