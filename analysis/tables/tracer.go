package tables

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
)

// Which element stands for what, and the elementary steps by which classes are joined.

// tracer builds the classes of a program. Its elements are the unknown class, the
// values of all functions, the cells, then the contents of classes.
type tracer struct {
	Classes
	p     *flow.Program
	part  *flow.Part // of p, which is looked at
	mem   *Memory
	forms *ssa.Forms
	names *names.Names
	cells *flow.CellTable
	base  []int32 // by function: the element of its value 0
	cell0 int32   // the element of cell 0

	made   []madeTable
	traced []bool // by function: it has been looked at
	holds  []bool // by root: see findTables
	// By function: a value of it may be a table of an object, once these are numbered.
	holdsObject []bool

	// Of the function that is looked at.
	f *flow.Func
	s *ssa.Form
	v int32 // base of f
}

// newTracer returns a tracer in which each cell of the part that is known is in a class of its own, and all
// else is in the unknown class.
func newTracer(p *flow.Program, part *flow.Part, forms *ssa.Forms, names *names.Names, mem *Memory) *tracer {
	t := &tracer{p: p, part: part, mem: mem, forms: forms, names: names, cells: p.Cells()}
	t.parent, t.contents, t.made = mem.parents[:0], mem.contents[:0], mem.made[:0]
	t.base = mem.numbers.TakeUncleared(len(p.Funcs))
	t.traced = flow.Zeroed(&mem.traced, len(p.Funcs))
	next := int32(1)
	for i := range p.Funcs {
		t.base[i] = next
		if s := forms.Of(&p.Funcs[i]); s != nil && part.Has(i) {
			next += int32(len(s.Values))
		}
	}
	t.cell0 = next
	next += int32(len(t.cells.Cells))
	t.parent = extend(t.parent, int(next))
	t.contents = extend(t.contents, int(next))
	for k := range t.cells.Cells {
		if c := &t.cells.Cells[k]; c.Owner >= 0 && part.Owns(c) && !p.IsSharedWithLarge(c) {
			t.own(t.cell0 + int32(k))
		}
	}
	return t
}

// extend makes s n elements long; those after its own are zero.
func extend[T any](s []T, n int) []T {
	old := len(s)
	if cap(s) < n {
		s = append(make([]T, 0, n+n/2), s...)
	}
	s = s[:n]
	clear(s[old:])
	return s
}

// own puts e into a class of its own. Elements start out in the unknown class, as their parent
// is 0: what no instruction says anything about may be anything.
func (t *tracer) own(e int32) { t.parent[e] = e }

// alias puts the new element e into the class of another.
func (t *tracer) alias(e, of int32) { t.parent[e] = t.Find(of) }

// union joins two classes, and their contents, and so on.
func (t *tracer) union(a, b int32) {
	for more := a != b && a != noTable && b != noTable; more; {
		a, b, more = t.Join(a, b)
	}
}

// contentsOf returns the class of the contents of e's class. What is no table has unknown
// contents: a string has methods.
func (t *tracer) contentsOf(e int32) int32 { return t.Find(t.Contents(e)) }

// escape gives a class up.
func (t *tracer) escape(e int32) { t.union(e, unknownClass) }

// operand returns the class of operand i of the instruction at pc. Where a closure may have put
// another value into the register, that is the class of the cell, and of the value that the form
// tells: joined, unless the latter is no table, which cannot be joined with anything.
func (t *tracer) operand(pc, i int) int32 {
	if e := t.v + int32(t.s.Uses(pc)[i]); !t.s.UseByClosure(pc, i) {
		return t.Find(e)
	}
	return t.shared(pc, i)
}

// shared returns what operand does, where a closure may have put another value.
func (t *tracer) shared(pc, i int) int32 {
	v := t.s.Uses(pc)[i]
	e := t.v + int32(v)
	cell := t.cells.At(t.f, pc, int(t.s.Values[v].Reg))
	if cell < 0 {
		t.escape(e)
		return unknownClass
	}
	if t.Find(e) == noTable {
		return t.Find(t.cell0 + int32(cell))
	}
	t.union(e, t.cell0+int32(cell))
	return t.Find(e)
}

// upvalue returns the class of what the upvalue that the instruction at pc accesses holds.
func (t *tracer) upvalue(pc int) int32 {
	upvalue, _ := effect.Upvalue(t.f.Proto.Code[pc])
	cell := t.cells.Of(t.f.Number, upvalue)
	if cell < 0 {
		return unknownClass
	}
	return t.Find(t.cell0 + int32(cell))
}

// define puts all that the instruction at pc defines into a class, as elements that point to its
// root; no other element points to them yet.
func (t *tracer) define(pc int, e int32) {
	first, n := t.s.Defs(pc)
	for v := t.v + int32(first); n > 0; n-- {
		t.parent[v] = t.Find(e)
		v++
	}
}

// joinOperands joins the operands from number from on with a class.
func (t *tracer) joinOperands(pc, from int, e int32) {
	for i, n := from, len(t.s.Uses(pc)); i < n; i++ {
		if of := t.operand(pc, i); of > unknownClass || of == unknownClass && e != unknownClass {
			t.union(of, e)
		}
	}
}
