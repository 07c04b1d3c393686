package waste

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Reads that no execution gets to. A variable that only such text reads is in use all the
// same: without it the text would mean another variable.

// reads finds the variables that are read there.
type reads struct {
	file  *File
	found *readsFound
}

// readsFound is what is kept of them, for all who ask.
type readsFound struct {
	unreached, unexecuted facts.Fact[[]bool] // by BindingID
}

// ReadUnreachable reports whether a read of the binding stands where control never
// comes, by the graphs of its function and of those around it.
func (r *reads) ReadUnreachable(id resolve.BindingID) bool {
	found := r.found.unreached.Get(func() *[]bool {
		found := make([]bool, len(r.file.Unit.Res.Bindings))
		if r.file.Facts.Code != nil {
			never := neverMade(r.file.Facts.Code.Program)
			r.findReads(found, func(fn syntax.FuncID, pc int) bool {
				return never[fn] || !r.file.Facts.Code.Funcs[fn].Graph.Reachable(pc)
			})
		}
		return &found
	})
	return (*found)[id]
}

// ReadUnexecuted reports whether a read of the binding stands in code that is never
// executed: as ReadUnreachable does, or because of a constant or of a call that never
// returns.
func (r *reads) ReadUnexecuted(id resolve.BindingID) bool {
	if r.file.Facts.Constants() == nil {
		return r.ReadUnreachable(id)
	}
	found := r.found.unexecuted.Get(func() *[]bool {
		known, found := r.file.Facts.Constants(), make([]bool, len(r.file.Unit.Res.Bindings))
		r.findReads(found, func(fn syntax.FuncID, pc int) bool {
			return !known.Executable(&r.file.Facts.Code.Funcs[fn], pc)
		})
		return &found
	})
	return (*found)[id]
}

// findReads marks the bindings that are read where never says so.
func (r *reads) findReads(found []bool, never func(fn syntax.FuncID, pc int) bool) {
	owners := r.file.Text.Owners()
	for name, pc := range r.file.Unit.Map.ReadPCs() {
		ref := &r.file.Unit.Res.Refs[name]
		if ref.Binding != 0 && !ref.Write && !found[ref.Binding] && never(owners.Of(name), int(pc)) {
			found[ref.Binding] = true
		}
	}
}

// neverMade returns, by FuncID, the functions of which no closure is ever made: the
// CLOSURE cannot be reached, or stands in such a function.
func neverMade(prog *flow.Program) []bool {
	never := make([]bool, len(prog.Funcs))
	for i := range prog.Funcs {
		f := &prog.Funcs[i]
		for pc, ins := range f.Proto.Code {
			child := effect.Closure(ins)
			if child >= 0 && (never[i] || !f.Graph.Reachable(pc)) {
				never[f.Child(child).Number] = true
			}
		}
	}
	return never
}
