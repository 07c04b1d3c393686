package nav

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file defines how definitions in the code become stores in the text. Several
// instructions may belong to one store, and one instruction to several: a LOADNIL
// for a row of declarations, or for `x = nil` after `local x`.

// unreachable is why nothing can be told of a value.
const unreachable = "control never comes here"

// reachingDefs lists the stores whose values may be looked at where the name is
// read.
func (q *query) reachingDefs() {
	pc := q.Text.ReadAt(q.name)
	if pc < 0 || !q.flow().Graph.Reachable(pc) {
		q.info.Why = unreachable
		return
	}
	var stores []*srcmap.StoreRec
	byClosure := false
	for _, def := range q.flow().Reaching(pc, q.reg()) {
		if def == flow.ByClosure {
			byClosure = true
		} else if s := q.storeOf(def); s != nil && !slices.Contains(stores, s) {
			stores = append(stores, s)
		}
	}
	slices.SortFunc(stores, func(a, b *srcmap.StoreRec) int { return int(a.Name) - int(b.Name) })
	for _, s := range stores {
		q.info.Defs = append(q.info.Defs, q.place(s))
	}
	if byClosure {
		q.eachInnerStore(func(s *srcmap.StoreRec) {
			q.info.Defs = append(q.info.Defs, q.may(q.place(s)))
		})
	}
}

// flow returns the data flow of the function that the variable lives in.
func (q *query) flow() *flow.Func { return &q.Facts.Flow.Funcs[q.binding.Func] }

// reg returns the register of the variable.
func (q *query) reg() int { return int(q.unit.Map.Regs[q.ref.Binding]) }

// stores returns the stores of the function that the variable lives in.
func (q *query) stores() []srcmap.StoreRec { return q.unit.Funcs[q.binding.Func].Map.Stores }

// storeOf returns the last store in the text to which the definition of the variable at
// pc, or Entry, belongs. It is nil for a value that was in the register before the
// variable.
func (q *query) storeOf(pc int) *srcmap.StoreRec {
	var found *srcmap.StoreRec
	for i := range q.stores() {
		s := &q.stores()[i]
		if s.Binding == q.ref.Binding && s.Upvalue < 0 && q.makes(s, pc) {
			found = s
		}
	}
	return found
}

// makes reports whether the definition of the variable at pc belongs to a store.
func (q *query) makes(s *srcmap.StoreRec, pc int) bool {
	switch s.Kind {
	case srcmap.ParamInit:
		return pc == flow.Entry
	case srcmap.LoopInit:
		return pc >= 0 && effect.SetsLoopVariables(q.flow().Proto.Code[pc])
	case srcmap.Assign:
		if s.Elided { // a LOADNIL right in front of it did what it asks for
			return pc == int(s.PCs.End)-1 && q.Text.ValueOf(s).IsNil()
		}
		return int(s.PCs.Start) <= pc && pc < int(s.PCs.End)
	}
	return pc >= 0 && pc < int(s.PCs.End) // a declaration: whatever reaches its end
}

// eachInnerStore visits the stores to the variable in functions inside its own.
func (q *query) eachInnerStore(visit func(*srcmap.StoreRec)) {
	q.Text.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
		if s.Binding == q.ref.Binding && s.Upvalue >= 0 {
			visit(s)
		}
	})
}

// allStores returns the declaration and all stores, each of which may have given the
// value; for certain if there is no other.
func (q *query) allStores() []Place {
	var out []Place
	q.Text.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
		if s.Binding == q.ref.Binding {
			out = append(out, q.may(q.place(s)))
		}
	})
	if len(out) == 1 {
		out[0].May = false
	}
	return out
}

// place returns a store as a definition.
func (q *query) place(s *srcmap.StoreRec) Place {
	if s.Name == syntax.NoName {
		fn := q.unit.Tree.Funcs[q.binding.Func]
		return Place{Span: noSpan, Line: q.Text.Line(fn.LinePos), Text: "the implicit parameter `self`"}
	}
	n := q.unit.Tree.Names.At(s.Name)
	p := Place{Span: n.Span(), Line: q.Text.Line(n.Start)}
	quoted := Quote(q.unit.Tree.Str(n.Sym))
	switch s.Kind {
	case srcmap.ParamInit:
		p.Text = "parameter " + quoted
	case srcmap.LoopInit:
		p.Text = "loop variable " + quoted
	case srcmap.NilInit:
		p.Span, p.Text = noSpan, "nil, as "+quoted+" is declared without a value"
	case srcmap.Init:
		if q.Text.ValueOf(s).Expr != nil {
			return q.storePlace(n)
		}
		p.Span, p.Text = noSpan, "nil, as there is no value for "+quoted
	default:
		return q.storePlace(n)
	}
	return p
}

// usesOfStore tells what becomes of the value that the occurrence stores.
func (q *query) usesOfStore() {
	s := q.storeAtName()
	if s == nil {
		q.info.Uses = q.allReads()
		return
	}
	flow, end := q.flow(), int(s.PCs.End)
	if !flow.Graph.Reachable(end) {
		q.info.Dead, q.info.Why = true, unreachable
		return
	}
	if by := q.superseded(s); by != nil {
		q.info.Dead, q.info.Overwritten = true, []Place{q.place(by)}
		q.info.Why = "overwritten " + atLine(q.info.Overwritten[0].Line)
		return
	}
	live := flow.LiveFrom(int(s.PCs.Start), end, q.reg())
	q.info.Uses = q.readsAt(q.usesOf(s))
	if live && q.binding.Captured {
		q.info.Uses = append(q.info.Uses, q.innerReads()...)
	}
	q.info.Dead = !live && len(q.info.Uses) == 0 && !q.binding.Exposed
	if q.info.Dead {
		q.explain(s)
	}
}

// usesOf returns the pcs that read the value which a store gives.
func (q *query) usesOf(s *srcmap.StoreRec) []int {
	var pcs []int
	end := int(s.PCs.End)
	for _, def := range q.flow().Reaching(end, q.reg()) {
		switch makes := q.makes(s, def); {
		case def == flow.ByClosure || !makes && (!s.Elided || q.Text.ValueOf(s).IsNil()):
		case makes:
			pcs = append(pcs, q.flow().UsesOf(def, q.reg())...)
		default: // x = x hands on what was there
			for _, pc := range q.flow().UsesOf(def, q.reg()) {
				if pc >= end {
					pcs = append(pcs, pc)
				}
			}
		}
	}
	return pcs
}

// superseded returns the store after s that takes its place without an instruction of its
// own: both put nil there; nil if there is none.
func (q *query) superseded(s *srcmap.StoreRec) *srcmap.StoreRec {
	for _, def := range q.flow().Reaching(int(s.PCs.End), q.reg()) {
		if def < 0 || !q.makes(s, def) {
			continue
		}
		if by := q.storeOf(def); by != s {
			return by
		}
	}
	return nil
}

// storeAtName returns the store that the occurrence asked about makes.
func (q *query) storeAtName() *srcmap.StoreRec {
	for i := range q.stores() {
		if s := &q.stores()[i]; s.Name == q.name.ID {
			return s
		}
	}
	return nil
}

// explain says what happens to the value of a store that nobody reads.
func (q *query) explain(s *srcmap.StoreRec) {
	f := q.At(q.binding.Func)
	fate := f.Waste.FateOf(s)
	for _, by := range fate.Stores {
		q.info.Overwritten = append(q.info.Overwritten, q.place(by))
	}
	q.info.Why = fate.Describe(q.Text)
	q.explainUnread()
}

// explainUnread says so where nothing at all reads the variable.
func (q *query) explainUnread() {
	if q.info.Dead && q.binding.Reads == 0 {
		q.info.Why = "nothing reads " + Quote(q.info.Name)
	}
}
