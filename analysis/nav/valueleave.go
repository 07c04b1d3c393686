package nav

import (
	"slices"

	"luaflow/analysis/flow"
	"luaflow/analysis/summary"
	"luaflow/analysis/waste"
)

// Where a walk leaves its file.

// ValuesIn returns the tree of the values of a file of a program, whose walks leave the file.
func ValuesIn(p *waste.Parts, exports Exports) *ValueTree {
	return &ValueTree{inProgram: inProgram{parts: p, exports: exports}}
}

// fieldIn returns the field of what a file returns that an instruction is about, as an Exit of some kind. ok is false if it is about none
// that some file gives a value, or none that holds a function if that is asked for.
func (w *valueWalk) fieldIn(of func(*modules) map[flow.Site]summary.Field, f *flow.Func, pc int, asksFunction bool) (x Exit, ok bool) {
	m := w.tree.modules()
	if m == nil {
		return x, false
	}
	field, ok := of(m)[flow.SiteAt(f.Number, pc)]
	if !ok {
		return x, false
	}
	x.Field = field.Name
	if x.Module, ok = m.nameOf(field.Of); !ok {
		return x, false
	}
	isSet, isFunction := w.tree.exports.Export(x.Module, x.Field)
	return x, isSet && (isFunction || !asksFunction)
}

func readIn(m *modules) map[flow.Site]summary.Field    { return m.read }
func writtenIn(m *modules) map[flow.Site]summary.Field { return m.written }
func calledIn(m *modules) map[flow.Site]summary.Field  { return m.called }

// exit notes that the walk leaves the file.
func (w *valueWalk) exit(x Exit) {
	if w.from.Valid() {
		x.Where = w.from
	}
	if !slices.Contains(w.exits, x) {
		w.exits = append(w.exits, x)
	}
}

// exitByFunction notes that the walk leaves the file by a function of it, if that is in fields of what it returns.
func (w *valueWalk) exitByFunction(number int, x Exit) {
	m := w.tree.modules()
	if m == nil {
		return
	}
	for _, x.Field = range m.fields(number) {
		w.exit(x)
	}
}

// exitByRead leaves the file at the instruction at pc if that reads a field of what a file returns, and reports whether it does.
func (w *valueWalk) exitByRead(f *flow.Func, pc int) bool {
	x, ok := w.fieldIn(readIn, f, pc, false)
	if ok {
		w.exit(x)
	}
	return ok
}

// exitByWrite leaves the file at the instruction at pc if that assigns to a field of what a file returns.
func (w *valueWalk) exitByWrite(f *flow.Func, pc int) {
	if x, ok := w.fieldIn(writtenIn, f, pc, false); ok {
		x.Kind, x.Where = ReadElsewhere, w.originOf(f, pc)
		w.exit(x)
	}
}

// exitByArgument leaves the file at the call at pc, whose operand i goes to a parameter of a function of another file, and reports
// whether it does.
func (w *valueWalk) exitByArgument(f *flow.Func, pc, i int) bool {
	x, ok := w.fieldIn(calledIn, f, pc, true)
	if ok = ok && i > 0; ok {
		x.Kind, x.Index, x.Where = TakenElsewhere, i-1, w.originOf(f, pc)
		w.exit(x)
	}
	return ok
}

// exitByCall leaves the file at the call at pc of a function of another file, for its result n, and if more for those after that, and
// reports whether it does.
func (w *valueWalk) exitByCall(f *flow.Func, pc, n int, more bool) bool {
	x, ok := w.fieldIn(calledIn, f, pc, true)
	if ok {
		x.Kind, x.Index, x.More = ReturnedElsewhere, n, more
		w.exit(x)
	}
	return ok
}
