package place

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/srcmap"
)

// What functions inside see of the stores to a variable of the one around them. Liveness takes every call for one of
// any closure; here those that are only called by their names, where the variable lives, are told apart.

// The bounds of what is looked at: how many times a closure may be copied on its way to a call, and how many calls
// there may be.
const (
	maxCopies = 3
	maxCalls  = 100
)

// isSeenInside reports whether a function inside may read the value that a store of the variable's own function gives.
func (q *Query) isSeenInside(s *srcmap.StoreRec) bool {
	f := q.Flow()
	if !q.Binding.Captured || !f.LiveFrom(int(s.PCs.Start), int(s.PCs.End), int(s.Reg)) {
		return false
	}
	calls, ok := q.callsInside(s)
	v := f.Variable(int(s.PCs.End), int(s.Reg))
	if !ok || v < 0 || q.Unit.Funcs[q.Binding.Func].Map.Locals[v] != s.Binding {
		return true
	}
	scope := f.Proto.Locals[v]
	w := f.Walk(f.Graph.Point(int(s.PCs.End)), len(f.Graph.Blocks)+1, func(_, pc int) flow.Next {
		switch inScope := scope.StartPC <= int32(pc) && int32(pc) < scope.EndPC; {
		case slices.Contains(calls, pc):
			return flow.Stop
		case inScope && effect.Defs(f.Proto, pc).Has(int(s.Reg)):
			return flow.EndPath
		}
		return flow.GoOn
	}, nil)
	return w.Stopped
}

// callsInside returns the pcs at which the variable's own function calls those that capture it; not ok if something
// else may call them, or a function that one of them makes reads it.
func (q *Query) callsInside(s *srcmap.StoreRec) (calls []int, ok bool) {
	f, cells := q.Flow(), q.Facts.Code.Cells()
	k := cells.At(f, int(s.PCs.End), int(s.Reg))
	if k < 0 {
		return nil, false
	}
	c := &cells.Cells[k]
	var made []int32
	for _, at := range c.Captures {
		if int(at.Func) != f.Number {
			return nil, false
		}
		if calls, ok = callsOf(f, cells, int(at.PC), calls, maxCopies); !ok {
			return nil, false
		}
		made = append(made, int32(f.Child(effect.Closure(f.Proto.Code[at.PC])).Number))
	}
	return calls, !slices.ContainsFunc(c.Reads, func(read flow.Site) bool { return !slices.Contains(made, read.Func) })
}

// callsOf adds the calls of what the instruction at pc gives to its register; not ok if anything else is done with
// that.
func callsOf(f *flow.Func, cells *flow.CellTable, pc int, calls []int, copies int) (all []int, ok bool) {
	reg := f.Proto.Code[pc].A()
	if slices.ContainsFunc(cells.Cells, func(c flow.Cell) bool { return c.Owner == f.Number && c.Reg == reg }) {
		return nil, false // functions share it
	}
	for _, use := range f.UsesOf(pc, reg) {
		switch i := f.Proto.Code[use]; effect.ReferenceOf(i) {
		case effect.Calls:
			if i.A() != reg || len(calls) == maxCalls {
				return nil, false
			}
			calls = append(calls, use)
		case effect.Copies:
			if calls, ok = callsOf(f, cells, use, calls, copies-1); !ok || copies == 0 || effect.EdgeCopy(i) >= 0 {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return calls, true
}
