package nav

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/summary"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Plain calls: which function of the file calls which, where that is known.

// FunctionSite is a function of a file.
type FunctionSite struct {
	At      source.Span // its name, or the word `function`; empty at the start for the chunk
	Name    string      // as written; "function" if it has none
	IsChunk bool        // it is the file as a whole
}

// Calls is the calls between two functions.
type Calls struct {
	Function FunctionSite  // the other one
	Calls    []source.Span // in the order of the text
}

// FunctionAt returns the function whose name touches pos. isName is false if there is no name, or it has another
// value than a function; of a function that is not known, as another file has it, At is NoSpan.
func FunctionAt(p *waste.Parts, pos source.Pos) (f FunctionSite, isName bool) {
	q := place.At(p, pos)
	var values []*syntax.Function
	if q.Name != nil {
		values = valuesOfName(q)
	} else if field := fieldAt(p, pos); field != nil {
		values = field.values()
	} else {
		return FunctionSite{}, false
	}
	if q.Name != nil && q.Binding == nil && len(values) == 0 && q.Info.IsUse && p.Unit.Tree.Paren(q.Name.End).Valid() {
		return FunctionSite{At: source.NoSpan}, true // one that is called
	}
	for _, v := range values {
		if v == nil {
			return FunctionSite{}, false
		}
	}
	if len(values) != 1 {
		return FunctionSite{At: source.NoSpan}, len(values) > 0
	}
	return functionsOf(p).site(values[0].ID), true
}

// valuesOfName returns the functions that are assigned to the name asked about, nil for another value; of a use
// those that may reach it.
func valuesOfName(q *place.Query) (values []*syntax.Function) {
	if q.Binding == nil {
		for _, o := range occurrencesOf(q) {
			if o.Kind == Write && (q.Info.IsUse || o.Span == q.Name.Span()) {
				values = append(values, assignedFunction(q, o.Span))
			}
		}
		return values
	}
	if !q.Info.IsUse {
		return []*syntax.Function{assignedFunction(q, q.Name.Span())}
	}
	q.Answer()
	for i := range q.Info.Defs {
		values = append(values, assignedFunction(q, q.Info.Defs[i].Site))
	}
	return values
}

// functions are the functions of a file, with their names.
type functions struct {
	*waste.Parts
	names []source.Span // by FuncID; NoSpan for those that have none
}

func functionsOf(p *waste.Parts) *functions {
	f := &functions{p, make([]source.Span, len(p.Unit.Tree.Funcs))}
	for i := range f.names {
		f.names[i] = source.NoSpan
	}
	named := func(e syntax.Expr, at source.Span) {
		if fn, ok := e.(*syntax.Function); ok {
			f.names[fn.ID] = at
		}
	}
	for _, s := range p.Unit.Tree.Stats {
		switch s := s.(type) {
		case *syntax.LocalFunction:
			f.names[s.Func.ID] = s.Name.Span()
		case *syntax.FunctionStat:
			f.names[s.Func.ID] = s.Target.Span()
		case *syntax.Local:
			for i, e := range s.Exprs()[:min(len(s.Exprs()), len(s.Names))] {
				named(e, s.Names[i].Span())
			}
		case *syntax.Assign:
			for i, e := range s.Values()[:min(len(s.Values()), len(s.Targets()))] {
				named(e, s.Targets()[i].Span())
			}
		}
	}
	return f
}

// FunctionsOf returns the functions of a file by number: the chunk, then those in it in the order of their starts.
func FunctionsOf(p *waste.Parts) (sites []FunctionSite) {
	all := functionsOf(p)
	for fn := range p.Unit.Tree.Funcs {
		sites = append(sites, all.site(syntax.FuncID(fn)))
	}
	return sites
}

// site returns a function; the chunk by the name of its file.
func (f *functions) site(fn syntax.FuncID) FunctionSite {
	if fn == 0 {
		return FunctionSite{Name: path.Base(filepath.ToSlash(f.Unit.File.Name())), IsChunk: true}
	}
	at := f.names[fn]
	if !at.Valid() {
		start := f.Unit.Tree.Funcs[fn].Start
		at = source.Span{Start: start, End: start + source.Pos(len("function"))}
	}
	return FunctionSite{At: at, Name: place.Shorten(f.Unit.File.Slice(at))}
}

// at returns the function with a site; false if none has.
func (f *functions) at(at source.Span) (syntax.FuncID, bool) {
	for fn := range f.names {
		if f.site(syntax.FuncID(fn)).At == at {
			return syntax.FuncID(fn), true
		}
	}
	return 0, false
}

// IsFunctionSite reports whether a function with a site stands at a place, of which something is known, as IsSite does.
func IsFunctionSite(p *waste.Parts, at source.Span) bool {
	_, ok := functionsOf(p).at(at)
	return ok && p.Facts.Constants() != nil
}

// CallHierarchy finds which functions call which, in a file and, as far as Exits go, in its program.
type CallHierarchy struct{ inProgram }

// CallsIn returns the calls of a file of a program; those in the file alone if exports is nil.
func CallsIn(p *waste.Parts, exports Exports) *CallHierarchy {
	return &CallHierarchy{inProgram{parts: p, exports: exports}}
}

// Callers returns the functions of the file that are known to call the one with a site, in the order of the text, and the Exits by which
// those of other files do.
func (h *CallHierarchy) Callers(at source.Span) ([]Calls, []Exit) {
	l := h.list()
	asked, ok := l.all.at(at)
	if !ok || l.known == nil {
		return nil, nil
	}
	l.each(func(f *flow.Func, pc, callee int) {
		if callee == int(asked) {
			l.add(f.Number, f, pc)
		}
	})
	var by []Exit
	if m := h.modules(); m != nil {
		for _, field := range m.fields(int(asked)) {
			if h.exports.IsFixed("", field) {
				by = append(by, Exit{Kind: CalledElsewhere, Field: field, Where: source.NoSpan})
			}
		}
	}
	return l.sorted(), by
}

// Callees returns the functions of the file that the one with a site is known to call, in the order of the text, and the Exits by which it
// calls those of other files.
func (h *CallHierarchy) Callees(at source.Span) ([]Calls, []Exit) {
	l := h.list()
	asked, ok := l.all.at(at)
	if !ok || l.known == nil {
		return nil, nil
	}
	l.each(func(f *flow.Func, pc, callee int) {
		if callee >= 0 && f.Number == int(asked) {
			l.add(callee, f, pc)
		}
	})
	var by []Exit
	if m := h.modules(); m != nil {
		f := &h.parts.Facts.Code.Funcs[asked]
		for pc := range f.Proto.Code {
			field, ok := m.called[flow.SiteAt(f.Number, pc)]
			if !ok || field.Of == summary.Own || !l.known.Executable(f, pc) {
				continue
			}
			if name, ok := m.nameOf(field.Of); ok && h.exports.IsFixed(name, field.Name) {
				by = append(by, Exit{Kind: ReturnedElsewhere, Module: name, Field: field.Name, Where: l.spanAt(f, pc)})
			}
		}
	}
	return l.sorted(), by
}

// Enter returns the functions of the file to which Exits of another one lead, in the order of the text: those that call the function in a
// field, or that function, called where the Exit says. isModule is as ValueTree.Enter has it.
func (h *CallHierarchy) Enter(by []Exit, isModule func(exit int, name string) bool) []Calls {
	l, m := h.list(), h.modules()
	if l.known == nil || m == nil {
		return nil
	}
	for i, x := range by {
		is := func(name string) bool { return isModule(i, name) }
		if x.Kind == ReturnedElsewhere {
			if fn := m.function(x.Field); fn >= 0 && is("") {
				l.addAt(fn, x.Where)
			}
			continue
		}
		for _, at := range m.sites(m.called, x.Field, is) {
			if f, pc := &h.parts.Facts.Code.Funcs[at.Func], int(at.PC); l.known.Executable(f, pc) {
				l.add(f.Number, f, pc)
			}
		}
	}
	return l.sorted()
}

// Function returns the function in a field of the table that the file returns. ok is false if it is not known.
func (h *CallHierarchy) Function(field string) (f FunctionSite, ok bool) {
	if m := h.modules(); m != nil {
		if fn := m.function(field); fn >= 0 {
			return functionsOf(h.parts).site(syntax.FuncID(fn)), true
		}
	}
	return FunctionSite{}, false
}

// callList is a list of Calls while it is made.
type callList struct {
	*inProgram
	all   *functions
	known *consts.Constants // nil if nothing is known of the text
	found []Calls
	index map[int]int // in found, by the number of the function
}

func (h *CallHierarchy) list() *callList {
	return &callList{inProgram: &h.inProgram, all: functionsOf(h.parts), known: h.parts.Facts.Constants(), index: map[int]int{}}
}

// each calls visit for each call that may happen, with the number of the function of the file that it is known to call; -1 if there is none.
func (l *callList) each(visit func(f *flow.Func, pc, callee int)) {
	m := l.modules()
	eachCall(l.parts, func(f *flow.Func, pc int) {
		if !l.known.Executable(f, pc) {
			return
		}
		callee := -1
		if fn := l.known.Callee(f, pc); fn != nil {
			callee = fn.Number
		} else if m != nil {
			if field, ok := m.called[flow.SiteAt(f.Number, pc)]; ok && field.Of == summary.Own && l.exports.IsFixed("", field.Name) {
				callee = m.function(field.Name)
			}
		}
		visit(f, pc, callee)
	})
}

// spanAt returns where the call at pc stands.
func (l *callList) spanAt(f *flow.Func, pc int) source.Span {
	return l.parts.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
}

// add adds the call at pc, between a function with a number and the one that is asked about.
func (l *callList) add(function int, f *flow.Func, pc int) { l.addAt(function, l.spanAt(f, pc)) }

// addAt adds a call that stands somewhere.
func (l *callList) addAt(function int, at source.Span) {
	i, listed := l.index[function]
	if !listed {
		i = len(l.found)
		l.index[function] = i
		l.found = append(l.found, Calls{Function: l.all.site(syntax.FuncID(function))})
	}
	if !slices.Contains(l.found[i].Calls, at) {
		l.found[i].Calls = append(l.found[i].Calls, at)
	}
}

// sorted returns the list in the order of the text.
func (l *callList) sorted() []Calls {
	for i := range l.found {
		slices.SortFunc(l.found[i].Calls, bySpan)
	}
	slices.SortFunc(l.found, func(a, b Calls) int { return cmp.Compare(a.Function.At.Start, b.Function.At.Start) })
	return l.found
}

// eachCall calls visit for all calls of a program, by function and pc.
func eachCall(p *waste.Parts, visit func(f *flow.Func, pc int)) {
	for i := range p.Facts.Code.Funcs {
		f := &p.Facts.Code.Funcs[i]
		p.Unit.Meter.Step()
		for pc, ins := range f.Proto.Code {
			switch effect.ReferenceOf(ins) {
			case effect.Calls, effect.Iterates:
				visit(f, pc)
			}
		}
	}
}
