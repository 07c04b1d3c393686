package waste

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Reads that no execution gets to. A variable that only such text reads is in use all the
// same: without it the text would mean another variable.

// reads finds the variables that are read there, of each kind once, when somebody first asks.
type reads struct {
	file       *File
	unreached  []bool // by BindingID: see ReadUnreachable
	unexecuted []bool // by BindingID: see ReadUnexecuted
}

// ReadUnreachable reports whether a read of the binding stands where control never
// comes, by the graphs of its function and of those around it.
func (r *reads) ReadUnreachable(id resolve.BindingID) bool {
	if r.unreached == nil {
		r.unreached = make([]bool, len(r.file.Unit.Res.Bindings))
		if r.file.Facts.Code != nil {
			never := neverMade(r.file.Facts.Code.Program)
			r.findReads(r.unreached, func(fn syntax.FuncID, pc int) bool {
				return never[fn] || !r.file.Facts.Code.Funcs[fn].Graph.Reachable(pc)
			})
		}
	}
	return r.unreached[id]
}

// ReadUnexecuted reports whether a read of the binding stands in code that is never
// executed: as ReadUnreachable does, or because of a constant or of a call that never
// returns.
func (r *reads) ReadUnexecuted(id resolve.BindingID) bool {
	known := r.file.Facts.Constants()
	if known == nil {
		return r.ReadUnreachable(id)
	}
	if r.unexecuted == nil {
		r.unexecuted = make([]bool, len(r.file.Unit.Res.Bindings))
		r.findReads(r.unexecuted, func(fn syntax.FuncID, pc int) bool {
			return !known.Executable(&r.file.Facts.Code.Funcs[fn], pc)
		})
	}
	return r.unexecuted[id]
}

// findReads marks the bindings that are read where never says so.
func (r *reads) findReads(found []bool, never func(fn syntax.FuncID, pc int) bool) {
	for name, pc := range r.file.Unit.Map.Reads() {
		ref := &r.file.Unit.Res.Refs[name]
		if ref.Binding != 0 && !ref.Write && !found[ref.Binding] && never(r.file.Text.Owner(name), int(pc)) {
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
