package waste

import (
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/srcmap"
)

// Values that only closures could read, and that none reads: nothing can call those
// that would, or they are called by their names only, and no such call follows.
// Liveness takes every call for one of any closure.

// WhyUnobserved returns why the closures that capture the variable of a store, whose value
// is live, do not read it; "" if one may, or something else reads it.
func (p *Func) WhyUnobserved(s *srcmap.StoreRec) string {
	if s.Elided || s.PCs.Empty() || !p.Unit.Res.Bindings[s.Binding].Captured {
		return ""
	}
	m := p.Facts.Marking(value.None)
	if m == nil || !m.LiveFunc(p.Flow) || isUsed(p, s) {
		return ""
	}
	cells := p.Facts.Code.Cells()
	cell := cells.At(p.Flow, int(s.PCs.End), int(s.Reg))
	if cell < 0 {
		return ""
	}
	o := observers{Func: p, marking: m, cell: &cells.Cells[cell]}
	switch {
	case !o.areUsed():
		return "only unused functions read it"
	case o.areCalledByName() && !o.canBeCalled(s):
		return "no function that reads it is called after this"
	}
	return ""
}

// isUsed reports whether the function itself may read the value of a store, or never
// stores it.
func isUsed(p *Func, s *srcmap.StoreRec) bool {
	form, relation := p.Facts.Code.SSA(p.Flow), p.Relation()
	values := form.DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	for _, v := range values {
		if relation.IsUsed(p.Flow, v) || !p.Facts.Constants().Executable(p.Flow, int(form.Values[v].PC)) {
			return true
		}
	}
	return len(values) == 0
}

// observers is the closures that capture one variable.
type observers struct {
	*Func
	marking *live.Marking
	cell    *flow.Cell
	calls   []int // of closures that are called by their names, as far as they are known
}

// areUsed reports whether a function that something may call reads the variable.
func (o *observers) areUsed() bool {
	for _, read := range o.cell.Reads {
		if o.marking.LiveFunc(&o.Facts.Code.Funcs[read.Func]) {
			return true
		}
	}
	return false
}

// areCalledByName reports whether all that is done with the closures is that the
// function itself calls them, and notes the calls. A closure that one of them makes may
// outlive the call.
func (o *observers) areCalledByName() bool {
	form := o.Facts.Code.SSA(o.Flow)
	var made []int // the numbers of their functions
	for _, at := range o.cell.Captures {
		if int(at.Func) != o.Flow.Number {
			return false
		}
		i := o.Flow.Proto.Code[at.PC]
		if v := form.Def(int(at.PC), i.A()); v < 0 || !o.isCalledOnly(form, v, maxCopies) {
			return false
		}
		made = append(made, o.Flow.Child(effect.Closure(i)).Number)
	}
	return !slices.ContainsFunc(o.cell.Reads, func(read flow.Site) bool { return !slices.Contains(made, int(read.Func)) })
}

// The bounds of what is looked at: how many times a closure may be copied on its way
// to a call, how many calls there may be, and how many blocks after the store.
const (
	maxCopies = 3
	maxCalls  = 100
	maxBlocks = 256
)

// isCalledOnly reports whether a closure is used for nothing but calls of it, and notes
// the calls.
func (o *observers) isCalledOnly(form *ssa.Form, v ssa.ValueID, copies int) bool {
	for n := range o.Relation().Serves(depend.ValueOf(o.Flow, v)) {
		if n.Kind != depend.Instruction || len(o.calls) == maxCalls {
			return false // a phi, or a cell
		}
		pc := int(n.At)
		uses := form.Uses(pc)
		switch effect.ReferenceOf(o.Flow.Proto.Code[pc]) {
		case effect.Calls:
			if slices.Contains(uses[1:], v) {
				return false
			}
			o.calls = append(o.calls, pc)
		case effect.Copies:
			copied, n := form.Defs(pc)
			if n != 1 || copies == 0 || !o.isCalledOnly(form, copied, copies-1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// canBeCalled reports whether one of the calls may follow a store before another one to
// the same variable. Where the variable ends its value does not.
func (o *observers) canBeCalled(s *srcmap.StoreRec) bool {
	v := o.Flow.Variable(int(s.PCs.End), int(s.Reg))
	if v < 0 || o.Map.Locals[v] != s.Binding {
		return true
	}
	scope, reg := o.Flow.Proto.Locals[v], int(s.Reg)
	w := o.Flow.Walk(int(s.PCs.End), maxBlocks, func(_, pc int) flow.Next {
		switch inScope := scope.StartPC <= int32(pc) && int32(pc) < scope.EndPC; {
		case slices.Contains(o.calls, pc):
			return flow.Stop
		case inScope && effect.Defs(o.Flow.Proto, pc).Has(reg):
			return flow.EndPath
		}
		return flow.GoOn
	}, nil)
	return w.Stopped || w.Cut
}
