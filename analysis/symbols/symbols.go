// Package symbols says what the names in a file stand for, in a form in which several files can be put together: its local variables,
// globals, fields of tables, and the modules that it requires, each with all its occurrences and what is done there.
//
//	Of             symbols.go: the symbols of a file
//	things         thing.go: what names stand for
//	which thing    trace.go: the one that a value is, by the static single assignment form of the code
//	               bind.go: tables known by where they are put, self, and what require gives
//	the text       text.go: occurrences, and what defines what
//	comment.go     what is written above a definition
//
// A field is a field of something: `M.f` is that of the table which M holds there, whatever other variables hold it. What nothing is
// known of has no fields here.
package symbols

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis/facts"
)

// Of returns the symbols of the unit of some facts.
func Of(f *facts.Facts) *File {
	t := newTracer(f)
	t.bind()
	w := newTextWalk(t)
	w.file()
	w.findOverrides()
	out := &File{Things: t.all, Occurrences: w.kept(), Comment: commentAtTop(f.Unit.Tree), Returned: t.canonical(t.returned)}
	slices.SortStableFunc(out.Occurrences, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return out
}

// Exports is what other files need to know of what a file gives to who requires it.
type Exports struct {
	// Kind and Name are those of the Module or Global that it returns; the zero values if that is its own.
	Kind Kind
	Name string
	// Fields is those of its own table that it sets itself.
	Fields map[string]bool
	// Modules is by field the name of the module that it is given once and for all.
	Modules map[string]string
	// Above is the name of the module in which Lua looks for what its own table does not have; "" if there is none, or that is not known.
	Above string
}

// ExportsOf returns what the file of some facts gives.
func ExportsOf(f *facts.Facts) (e Exports) {
	t := newTracer(f)
	t.bind()
	if x := &t.all[t.canonical(t.returned)]; x.Kind == Module || x.Kind == Global {
		e.Kind, e.Name = x.Kind, strings.Clone(x.Name)
	}
	for id := range t.all {
		base := &t.all[t.canonical(t.all[id].inherits)]
		if base.Kind == Module && t.all[t.canonical(ID(id))].Kind == Self {
			e.Above = strings.Clone(base.Name)
		}
	}
	e.Fields, e.Modules = map[string]bool{}, map[string]string{}
	for _, st := range t.stored {
		x := t.all[t.canonical(st.to)]
		if x.Kind != Field || t.all[x.Owner].Kind != Self {
			continue
		}
		name := strings.Clone(x.Name)
		e.Fields[name] = true
		if m := t.holds[t.canonical(st.to)]; m != 0 {
			e.Modules[name] = strings.Clone(t.all[m].Name)
		}
	}
	return e
}
