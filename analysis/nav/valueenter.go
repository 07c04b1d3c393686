package nav

import (
	"luaflow/analysis/flow"
	"luaflow/analysis/summary"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Where a walk comes into a file.

// Enter returns the sites in the file to which a walk comes that has left another file, or this one, by some Exits, in the order of the
// text, and the Exits by which it leaves this one at once. Each Where of what flows forth is that of its Exit. isModule reports whether
// the file that a text requires by a name is that of the Exit with an index; the file itself for "".
func (t *ValueTree) Enter(by []Exit, isModule func(exit int, name string) bool) ([]Flow, []Exit) {
	w := t.walk(source.NoSpan)
	m := t.modules()
	if w == nil || m == nil {
		return nil, nil
	}
	for i := range by {
		if w.from = source.NoSpan; by[i].Kind >= ReadElsewhere {
			w.from = by[i].Where
		}
		e := entry{w, m, &by[i], func(name string) bool { return isModule(i, name) }}
		e.enter()
	}
	return w.result(), w.exits
}

// entry is a walk that comes into a file.
type entry struct {
	*valueWalk
	modules *modules
	by      *Exit
	is      func(name string) bool
}

func (e *entry) enter() {
	switch e.by.Kind {
	case StoredElsewhere:
		e.each(e.modules.written, func(f *flow.Func, pc int) {
			at := e.originOf(f, pc)
			e.emit(FieldSite, at, at)
		})
	case ReadElsewhere:
		e.each(e.modules.read, e.made)
	case GivenElsewhere:
		e.each(e.modules.called, func(f *flow.Func, pc int) {
			if i := argumentOf(f, e.formOf(f), pc, e.by.Index+1); i > 0 {
				at := e.argumentAt(f, pc, i)
				e.emit(ArgumentSite, at, at)
			}
		})
	case CalledElsewhere:
		e.each(e.modules.called, func(f *flow.Func, pc int) {
			at := e.originOf(f, pc)
			e.emit(CallSite, at, at)
		})
	case ReturnedElsewhere:
		if f := e.function(); f != nil {
			e.returns(f, e.by.Index, e.by.More)
		}
	case TakenElsewhere:
		if f := e.function(); f != nil {
			for i := range e.Unit.Funcs[f.Number].Map.Stores {
				if s := &e.Unit.Funcs[f.Number].Map.Stores[i]; s.Kind == srcmap.ParamInit && parameterOf(s) == e.by.Index {
					e.emitStore(s, source.NoSpan)
				}
			}
		}
	}
}

// each calls visit for the instructions that are about the field, in the order of functions and pcs.
func (e *entry) each(about map[flow.Site]summary.Field, visit func(f *flow.Func, pc int)) {
	for _, at := range e.modules.sites(about, e.by.Field, e.is) {
		e.Unit.Meter.Step()
		if f := e.flowOf(syntax.FuncID(at.Func)); e.constants.Executable(f, int(at.PC)) {
			visit(f, int(at.PC))
		}
	}
}

// function returns the function that the field holds, if the file is that which gives it out; else nil.
func (e *entry) function() *flow.Func {
	if fn := e.modules.function(e.by.Field); fn >= 0 && e.is("") {
		return e.flowOf(syntax.FuncID(fn))
	}
	return nil
}
