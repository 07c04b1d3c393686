package waste

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
)

// Tables that the program keeps to itself: which of them something reads, and which variables
// hold them.

// tableFinder answers questions about the tables of a file.
type tableFinder struct {
	*File
	reads           *reads
	relation        *depend.Relation
	objects         *tables.Objects
	strict, lenient *live.Marking
	constants       *consts.Constants
}

// newTableFinder returns the tableFinder of a file whose code is understood.
func newTableFinder(r *reads) tableFinder {
	f := r.file.Facts
	return tableFinder{r.file, r, r.file.Relation(), f.Objects(), f.Marking(value.None), f.Marking(value.Operators), f.Constants()}
}

// isRead reports whether something live in a marking reads a field of the tables.
func (f *tableFinder) isRead(m *live.Marking, id tables.ObjectID) bool {
	first, n, _ := f.objects.Slots(id)
	for slot := first; slot < first+tables.SlotID(n); slot++ {
		if m.LiveSlot(slot) {
			return true
		}
	}
	return false
}

// runs reports whether an instruction may be executed, in a function that something
// may call.
func (f *tableFinder) runs(at flow.Site) bool {
	fn := &f.Facts.Code.Funcs[at.Func]
	return f.constants.Executable(fn, int(at.PC)) && f.lenient.LiveFunc(fn)
}

// eachHolder calls visit for the stores that may put a table of an object into a
// variable; only says that it is nothing else.
func (f *tableFinder) eachHolder(visit func(id tables.ObjectID, only bool, m Member, s *srcmap.StoreRec)) {
	f.Facts.EachFunc(func(p *facts.Function) {
		for i := range p.Map.Stores {
			s := &p.Map.Stores[i]
			if id, only := f.stored(p, s); id >= 0 {
				visit(id, only, Member{Fn: p.ID, Store: i}, s)
			}
		}
	})
}

// isSilent reports whether nothing is to be said about a variable.
func (f *tableFinder) isSilent(id resolve.BindingID) bool {
	b := &f.Unit.Res.Bindings[id]
	return f.Text.Quiet(b) || f.Text.Name(b) == "_ENV" || f.reads.ReadUnexecuted(id)
}

// stored returns the object whose tables a store may put into its variable. What is compared
// with a table has the object of that as well; only is set if it is known to be one.
func (f *tableFinder) stored(p *facts.Function, s *srcmap.StoreRec) (id tables.ObjectID, only bool) {
	if s.Kind != srcmap.Init && s.Kind != srcmap.Assign || s.PCs.Empty() {
		return tables.NoObject, false
	}
	last := int(s.PCs.End) - 1
	if s.Upvalue >= 0 {
		if _, how := effect.Upvalue(p.Flow.Proto.Code[last]); how&effect.Write == 0 || !p.Flow.Graph.Reachable(last) {
			return tables.NoObject, false
		}
		return f.objects.OfOperand(p.Flow, last, 0), f.constants.Operand(p.Flow, last, 0).Types() == value.Table
	}
	form := f.Facts.Code.SSA(p.Flow)
	v := form.Def(last, int(s.Reg))
	if v < 0 {
		for _, v = range form.DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg)) {
			break
		}
	}
	if v < 0 {
		return tables.NoObject, false
	}
	return f.objects.Of(p.Flow, v), f.constants.Value(p.Flow, v).Types() == value.Table
}
