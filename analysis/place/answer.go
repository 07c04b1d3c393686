package place

import (
	"fmt"
	"slices"

	"luaflow/analysis/flow"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
)

// Which definitions reach a use, and which uses a definition.

// Answer fills in Info: which definitions reach the name, or which uses its value.
func (q *Query) Answer() {
	if q.Binding == nil {
		q.global()
		return
	}
	q.Info.Kind = kindOf(q.Binding, q.Ref)
	q.Info.Cell = q.Binding.Captured
	switch {
	case q.Info.IsUse && q.IsKnown():
		q.reachingDefs()
	case q.Info.IsUse:
		q.Info.Defs = q.allStores(q.Facts.Code != nil && !q.Unit.Funcs[q.Binding.Func].Broken)
	case q.IsKnown():
		q.usesOfStore()
	default:
		q.Info.Uses = q.allReads()
		q.Info.Dead = len(q.Info.Uses) == 0 && !q.Binding.Exposed
		q.explainUnread()
	}
}

func kindOf(b *resolve.Binding, ref *resolve.Ref) Kind {
	switch {
	case ref.Kind == resolve.ToUpvalue:
		return Upvalue
	case b.Kind == resolve.Param || b.Kind == resolve.Self:
		return Parameter
	case b.Kind == resolve.LoopIndex || b.Kind == resolve.LoopVar:
		return LoopVariable
	}
	return Local
}

// global lists what the file does with a global, or with the chunk's own _ENV: any
// of it may happen before or after the place asked about.
func (q *Query) global() {
	q.Info.Kind = Global
	if q.Ref.Kind != resolve.ToGlobal {
		q.Info.Kind = Upvalue
	}
	for n := range q.Unit.Tree.Names.All() {
		ref := &q.Unit.Res.Refs[n.ID]
		if n.Sym != q.Name.Sym || ref.Kind != q.Ref.Kind || ref.Binding != q.Ref.Binding {
			continue
		}
		switch {
		case ref.Write && q.Info.IsUse:
			q.Info.Defs = append(q.Info.Defs, q.may(q.storePlace(n)))
		case !ref.Write && !q.Info.IsUse:
			q.Info.Uses = append(q.Info.Uses, q.may(q.linePlace(n)))
		}
	}
}

// reachingDefs lists the stores whose values may be looked at where the name is
// read.
func (q *Query) reachingDefs() {
	pc := q.Text.ReadAt(q.Name)
	if pc < 0 || !q.Flow().Graph.Reachable(pc) {
		q.Info.Why = Unreachable
		return
	}
	var stores []*srcmap.StoreRec
	byClosure := false
	for _, def := range q.Flow().Reaching(pc, q.Reg()) {
		if def == flow.ByClosure {
			byClosure = true
		} else if s := q.StoreGiving(def); s != nil && !slices.Contains(stores, s) {
			stores = append(stores, s)
		}
	}
	for i := range q.stores() {
		s := &q.stores()[i]
		if s.Binding == q.Ref.Binding && q.handsOn(s) && !q.isOperand(q.Name, s) && slices.Contains(q.readsAfter(s), pc) {
			stores = append(stores, s)
		}
	}
	slices.SortFunc(stores, func(a, b *srcmap.StoreRec) int { return int(a.Name) - int(b.Name) })
	for _, s := range stores {
		q.Info.Defs = append(q.Info.Defs, q.place(s))
	}
	if byClosure {
		q.eachInnerStore(func(s *srcmap.StoreRec) {
			q.Info.Defs = append(q.Info.Defs, q.may(q.place(s)))
		})
	}
}

// usesOfStore tells what becomes of the value that the occurrence stores.
func (q *Query) usesOfStore() {
	s := q.StoreAtName()
	if s == nil {
		q.Info.Uses = q.allReads()
		return
	}
	flow, end := q.Flow(), int(s.PCs.End)
	if !flow.Graph.Reachable(end) {
		q.Info.Dead, q.Info.Why = true, Unreachable
		return
	}
	if by := q.superseded(s); by != nil {
		q.Info.Dead, q.Info.Overwritten = true, []Place{q.place(by)}
		q.Info.Why = "overwritten " + fmt.Sprintf("at line %d", q.Info.Overwritten[0].Line)
		return
	}
	live := flow.LiveFrom(int(s.PCs.Start), end, q.Reg())
	q.Info.Uses = q.usesOf(s)
	if q.isSeenInside(s) {
		q.Info.Uses = append(q.Info.Uses, q.InnerReads()...)
	}
	q.Info.Dead = !live && len(q.Info.Uses) == 0 && !q.Binding.Exposed
	if q.Info.Dead {
		q.explain(s)
	}
}

// usesOf returns the occurrences in its function that read the value which a store gives.
func (q *Query) usesOf(s *srcmap.StoreRec) []Place {
	if q.handsOn(s) {
		return q.readsAt(q.readsAfter(s), s)
	}
	var pcs []int
	for _, def := range q.Flow().Reaching(int(s.PCs.End), q.Reg()) {
		if def != flow.ByClosure && q.makes(s, def) {
			pcs = append(pcs, q.Flow().UsesOf(def, q.Reg())...)
		}
	}
	return q.ReadsAt(pcs)
}

// superseded returns the store after s that takes its place without an instruction of its
// own: both put nil there; nil if there is none.
func (q *Query) superseded(s *srcmap.StoreRec) *srcmap.StoreRec {
	for _, def := range q.Flow().Reaching(int(s.PCs.End), q.Reg()) {
		if def < 0 || !q.makes(s, def) {
			continue
		}
		if by := q.StoreGiving(def); by != s {
			return by
		}
	}
	return nil
}

// explain sets Why to what happens to the value of a store that nobody reads.
func (q *Query) explain(s *srcmap.StoreRec) {
	f := q.At(q.Binding.Func)
	fate := f.FateOf(s)
	for _, by := range fate.Stores {
		q.Info.Overwritten = append(q.Info.Overwritten, q.place(by))
	}
	q.Info.Why = fate.Describe(q.Text)
	q.explainUnread()
}

// explainUnread does what explain does where nothing at all reads the variable.
func (q *Query) explainUnread() {
	if q.Info.Dead && q.Binding.Reads == 0 {
		q.Info.Why = "nothing reads " + Quote(q.Info.Name)
	}
}
