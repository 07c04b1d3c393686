package summary

import (
	"slices"
	"strings"

	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Where a value goes in a file: forward through copies, joins and captured variables, up to the fields of it that are accessed. It is the
// search of package calls, for a table in the place of a function.

// spread is the places to which a value may come.
type spread struct {
	*finder
	isModule  bool                 // it is what the file returns
	places    []depend.Node        // each a Value or a Cell
	held      map[depend.Node]bool // the same
	accesses  []access
	exported  string // the Export that it is assigned to, which is no other place; "" for none
	open      bool   // it goes elsewhere
	leaks     []int  // the functions in which it does, by number
	metatable bool   // it may get a metatable
}

// access is an access to a field of the value, or a call of it.
type access struct {
	flow.Site
	how   How
	field string // as in a Use
}

// maxPlaces bounds how many places a value is followed to. Beyond that it goes anywhere.
const maxPlaces = 4096

var (
	assert       = value.Global("assert")
	next         = value.Global("next")
	rawget       = value.Global("rawget")
	rawset       = value.Global("rawset")
	setmetatable = value.Global("setmetatable")
)

// spreadFrom follows the value v of f.
func (d *finder) spreadFrom(f *flow.Func, v ssa.ValueID, isModule bool) *spread {
	w := d.newSpread(f, v)
	w.isModule = isModule
	w.follow()
	return w
}

func (d *finder) newSpread(f *flow.Func, v ssa.ValueID) *spread {
	w := &spread{finder: d, held: make(map[depend.Node]bool)}
	w.add(depend.ValueOf(f, v))
	return w
}

func (w *spread) follow() {
	for i := 0; i < len(w.places) && !w.isTooFar(i); i++ {
		w.Code.Step()
		if n := w.places[i]; n.Kind == depend.Cell {
			w.cell(int(n.At))
		} else {
			w.value(n)
		}
	}
}

func (w *spread) isTooFar(places int) bool {
	if places < maxPlaces {
		return false
	}
	w.leak(0)
	return true
}

// leak notes that the value goes elsewhere in a function.
func (w *spread) leak(fn int) {
	w.open = true
	if !slices.Contains(w.leaks, fn) {
		w.leaks = append(w.leaks, fn)
	}
}

func (w *spread) add(n depend.Node) {
	if !w.held[n] {
		w.held[n] = true
		w.places = append(w.places, n)
	}
}

// define goes on to a value that the instruction at pc makes, the first one or the second.
func (w *spread) define(f *flow.Func, pc, which int) {
	if first, n := w.Code.SSA(f).Defs(pc); n > which {
		w.add(depend.ValueOf(f, first+ssa.ValueID(which)))
	}
}

// value goes on from a value to what uses it.
func (w *spread) value(n depend.Node) {
	f := w.relation.FuncOf(n)
	for to := range w.relation.Serves(n) {
		switch {
		case to.Kind == depend.Value, to.Kind == depend.Cell:
			w.add(to)
		case to.Kind != depend.Instruction:
			w.leak(f.Number)
		case w.constants.Executable(f, int(to.At)):
			w.useOf(f, int(to.At), ssa.ValueID(n.At))
		}
	}
}

// cell goes on to what reads a captured variable. What closures assign its owner may find in its register too.
func (w *spread) cell(cell int) {
	c := &w.relation.Cells.Cells[cell]
	if c.Owner < 0 || len(c.Writes) > 0 && c.ReadByOwner {
		w.leak(0)
	}
	for _, at := range c.Reads {
		f := &w.relation.Program.Funcs[at.Func]
		switch {
		case f.IsLarge:
			w.leak(f.Number)
		case w.constants.Executable(f, int(at.PC)):
			w.readCell(f, int(at.PC))
		}
	}
}

// readCell goes on with the instruction at pc, which reads an upvalue.
func (w *spread) readCell(f *flow.Func, pc int) {
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.ReadsUpvalue:
		w.define(f, pc, 0)
	case effect.ReadsUpvalueField:
		w.access(f, pc, Reads)
	case effect.WritesUpvalueField:
		w.access(f, pc, Writes)
	}
}

// access notes that the instruction at pc accesses a field of the value, if that may have a name.
func (w *spread) access(f *flow.Func, pc int, how How) {
	if k, ok := w.Code.SSA(f).FieldKey(pc); ok {
		if k.Kind == bytecode.KString {
			w.note(f, pc, how, strings.Clone(k.Str()))
		}
		return
	}
	w.accessUnder(f, pc, how, effect.KeyUse(f.Proto.Code[pc]))
}

// accessUnder notes an access under the key that is operand i of the instruction at pc, which is no constant.
func (w *spread) accessUnder(f *flow.Func, pc int, how How, i int) {
	if w.constants.Operand(f, pc, i).MayBe(value.String) {
		key, _ := w.text(f, pc, i, maxPieces)
		w.note(f, pc, how, strings.Clone(key))
	}
}

func (w *spread) note(f *flow.Func, pc int, how How, field string) {
	w.accesses = append(w.accesses, access{flow.SiteAt(f.Number, pc), how, field})
}

// useOf goes on from a value to the instruction at pc that uses it.
func (w *spread) useOf(f *flow.Func, pc int, v ssa.ValueID) {
	for i, used := range w.Code.SSA(f).Uses(pc) {
		if used == v {
			w.use(f, pc, i)
		}
	}
}

// use goes on with operand i of the instruction at pc.
func (w *spread) use(f *flow.Func, pc, i int) {
	ins := f.Proto.Code[pc]
	switch does := effect.ReferenceOf(ins); {
	case does == effect.Copies:
		w.define(f, pc, 0)
	case does == effect.Forgets, does == effect.Compares, does == effect.Measures:
	case does == effect.ReadsField && i == 0:
		w.access(f, pc, Reads)
		w.define(f, pc, 1)
	case does == effect.WritesField && i == 0:
		w.access(f, pc, Writes)
	case does == effect.Fills && i == 0: // items have numbers
	case does == effect.WritesUpvalue:
		upvalue, _ := effect.Upvalue(ins)
		if cell := w.relation.Cells.Of(f.Number, upvalue); cell >= 0 {
			w.add(depend.CellOf(cell))
		}
	case does == effect.Calls && i == 0:
		w.note(f, pc, Calls, "")
	case does == effect.Calls:
		w.argument(f, pc, i)
	case does == effect.Iterates && i == 1:
		w.note(f, pc, Reads, star)
	case does == effect.Returns && i == 0 && f.Number == 0 && w.isModule:
	case w.exported != "" && w.exporting[flow.SiteAt(f.Number, pc)] == w.exported:
	default:
		w.leak(f.Number)
	}
}

// argument goes on with operand i of the call at pc, which is handed to what is called.
func (w *spread) argument(f *flow.Func, pc, i int) {
	if at, isMethod := w.method(f, pc); isMethod && i == 1 {
		w.access(f, at, Hands) // what becomes of it there is found out in the file of the method
		return
	}
	switch name := w.Code.Names().OfCallee(f, pc); {
	case name == 0:
		w.leak(f.Number)
	case name == setmetatable && i == 1:
		w.metatable = true
		w.leak(f.Number)
		w.define(f, pc, 0)
	case name == rawget && i == 1 && len(w.Code.SSA(f).Uses(pc)) > 2:
		w.accessUnder(f, pc, Reads, 2)
	case name == rawset && i == 1 && len(w.Code.SSA(f).Uses(pc)) > 2:
		w.accessUnder(f, pc, Writes, 2)
	case name == names.Pairs, name == next:
		w.note(f, pc, Reads, star)
	case name == assert && i == 1:
		w.define(f, pc, 0)
	case name.Role(i-1)&^value.Reads != 0:
		w.leak(f.Number)
	}
}

// method returns the instruction that fetches the method which the call at pc calls, if the call hands it the table that it was found in.
func (w *spread) method(f *flow.Func, pc int) (at int, ok bool) {
	s := w.Code.SSA(f)
	callee, self := s.Uses(pc)[0], s.Uses(pc)[1]
	if callee < 0 || self < 0 || s.UseByClosure(pc, 0) || s.UseByClosure(pc, 1) {
		return 0, false
	}
	from, of := &s.Values[callee], &s.Values[self]
	at = int(from.PC)
	return at, from.Kind == ssa.DefValue && of.Kind == ssa.DefValue && from.PC == of.PC && effect.FetchesMethod(f.Proto.Code[at])
}
