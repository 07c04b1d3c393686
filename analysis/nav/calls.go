package nav

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
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

// CallersOf returns the functions that are known to call the one with a site, in the order of the text.
func CallersOf(p *waste.Parts, at source.Span) []Calls {
	return callsBetween(p, at, func(asked, caller, callee syntax.FuncID) (syntax.FuncID, bool) { return caller, callee == asked })
}

// CalleesOf returns the functions of the file that the one with a site is known to call, in the order of the
// text.
func CalleesOf(p *waste.Parts, at source.Span) []Calls {
	return callsBetween(p, at, func(asked, caller, callee syntax.FuncID) (syntax.FuncID, bool) { return callee, caller == asked })
}

// callsBetween returns the calls that of wants for the function with a site, by the other function.
func callsBetween(p *waste.Parts, at source.Span, of func(asked, caller, callee syntax.FuncID) (syntax.FuncID, bool)) (found []Calls) {
	known := p.Facts.Constants()
	all := functionsOf(p)
	asked, ok := all.at(at)
	if known == nil || !ok {
		return nil
	}
	index := make(map[syntax.FuncID]int)
	eachCall(p, func(f *flow.Func, pc int) {
		callee := known.Callee(f, pc)
		if callee == nil || !known.Executable(f, pc) {
			return
		}
		other, wanted := of(asked, syntax.FuncID(f.Number), syntax.FuncID(callee.Number))
		if !wanted {
			return
		}
		i, listed := index[other]
		if !listed {
			i = len(found)
			index[other] = i
			found = append(found, Calls{Function: all.site(other)})
		}
		found[i].Calls = append(found[i].Calls, p.Unit.Funcs[f.Number].Map.Origins.At(pc).Span())
	})
	slices.SortFunc(found, func(a, b Calls) int { return cmp.Compare(a.Function.At.Start, b.Function.At.Start) })
	return found
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
