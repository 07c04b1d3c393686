package instances

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Which element stands for what.

// Program is a program, and what is known of it.
type Program struct {
	Flow      *flow.Program     // whose functions have the forms
	Forms     *ssa.Forms        // of all functions that are not too large
	Names     *names.Names      // rests on Forms
	Constants *consts.Constants // rests on Forms and Names; never nil
	Step      func()            // counts a step of the work
}

// tracer joins the classes of a program. Elements are what is unknown, the values of all functions, the cells, the results
// of functions, then what is in fields and goes into functions.
type tracer struct {
	*classes
	Program
	cells     *flow.CellTable
	base      []int32    // by function: the element of its value 0
	cell0     int32      // the element of cell 0
	results   [][2]int32 // by function: its first result, and those after it
	metatable [][2]int32 // what gets which

	// Of the function that is looked at.
	f *flow.Func
	s *ssa.Form
	v int32 // base of f
}

// newTracer returns a tracer in which each value is in a class of its own, but for those of cells that are not known.
func newTracer(p Program) *tracer {
	t := &tracer{Program: p, cells: p.Flow.Cells()}
	t.base, t.results = make([]int32, len(p.Flow.Funcs)), make([][2]int32, len(p.Flow.Funcs))
	next := unknown + 1
	for i := range p.Flow.Funcs {
		t.base[i] = next
		next += int32(len(p.Forms.Of(&p.Flow.Funcs[i]).Values))
	}
	t.cell0 = next
	next += int32(len(t.cells.Cells))
	for i := range t.results {
		t.results[i] = [2]int32{next, next + 1}
		next += 2
	}
	t.classes = newClasses(int(next) - 1)
	for k := range t.cells.Cells {
		if t.cells.Cells[k].Owner < 0 {
			t.join(unknown, t.cell0+int32(k))
		}
	}
	return t
}

// isPlain reports whether a value is never a table, a function or a string. One that stands for an open result may be: the first of them
// is known alone.
func (t *tracer) isPlain(v ssa.ValueID) bool {
	if d := &t.s.Values[v]; d.Kind == ssa.DefValue && effect.IsOpen(t.f.Proto.Code[d.PC]) {
		return false
	}
	return t.Constants.Value(t.f, v).Is(value.Nil | value.Boolean | value.Number)
}

// operand returns the class of operand i of the instruction at pc.
func (t *tracer) operand(pc, i int) int32 {
	v := t.s.Uses(pc)[i]
	if v < 0 {
		return unknown
	}
	e := t.v + int32(v)
	if t.s.UseByClosure(pc, i) {
		cell := t.cells.At(t.f, pc, int(t.s.Values[v].Reg))
		if cell < 0 {
			t.join(unknown, e)
			return unknown
		}
		t.join(e, t.cell0+int32(cell))
	}
	return t.find(e)
}

// operands joins the operands from number from on with a class.
func (t *tracer) operands(pc, from int, e int32) {
	for i := from; i < len(t.s.Uses(pc)); i++ {
		t.join(e, t.operand(pc, i))
	}
}

// define joins what the instruction at pc defines, from number from on, with a class, but what has no fields.
func (t *tracer) define(pc, from int, e int32) {
	first, n := t.s.Defs(pc)
	for i := from; i < n; i++ {
		if v := first + ssa.ValueID(i); !t.isPlain(v) {
			t.join(e, t.v+int32(v))
		}
	}
}

// defined returns the class of the first value that the instruction at pc defines.
func (t *tracer) defined(pc int) int32 {
	return t.find(t.v + int32(t.s.First(pc)))
}

// upvalue returns the class of the upvalue that the instruction at pc accesses.
func (t *tracer) upvalue(pc int) int32 {
	index, _ := effect.Upvalue(t.f.Proto.Code[pc])
	cell := t.cells.Of(t.f.Number, index)
	if cell < 0 {
		return unknown
	}
	return t.find(t.cell0 + int32(cell))
}
