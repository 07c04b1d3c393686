package place

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// How definitions in the code become stores in the text. Several instructions may belong to
// one store, and one instruction to several: a LOADNIL for a row of declarations, or for
// `x = nil` after `local x`.

// StoreGiving returns the last store in the text to which the definition of the variable at
// pc, or Entry, belongs. It is nil for a value that was in the register before the
// variable.
func (q *Query) StoreGiving(pc int) *srcmap.StoreRec {
	var found *srcmap.StoreRec
	for i := range q.stores() {
		s := &q.stores()[i]
		if s.Binding == q.Ref.Binding && s.Upvalue < 0 && q.makes(s, pc) {
			found = s
		}
	}
	return found
}

// makes reports whether the definition of the variable at pc belongs to a store.
func (q *Query) makes(s *srcmap.StoreRec, pc int) bool {
	switch s.Kind {
	case srcmap.ParamInit:
		return pc == flow.Entry
	case srcmap.LoopInit:
		return pc >= 0 && effect.SetsLoopVariables(q.Flow().Proto.Code[pc])
	case srcmap.Assign:
		if s.Elided { // a LOADNIL right in front of it did what it asks for
			return pc == int(s.PCs.End)-1 && q.Text.ValueOf(s).IsNil()
		}
		return int(s.PCs.Start) <= pc && pc < int(s.PCs.End)
	}
	return pc >= 0 && pc < int(s.PCs.End) // a declaration: whatever reaches its end
}

// eachInnerStore visits the stores to the variable in functions inside its own.
func (q *Query) eachInnerStore(visit func(*srcmap.StoreRec)) {
	q.Text.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
		if s.Binding == q.Ref.Binding && s.Upvalue >= 0 {
			visit(s)
		}
	})
}

// allStores returns the declaration and all stores, each of which may have given the
// value; for certain if there is no other. Where it is known what the variable's own function
// does, its stores are left out whose values no function inside sees.
func (q *Query) allStores(isKnown bool) []Place {
	var out []Place
	some := 0
	q.Text.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
		if s.Binding != q.Ref.Binding {
			return
		}
		if some++; s.Upvalue >= 0 || !isKnown || q.Ref.Kind != resolve.ToUpvalue || q.isSeenInside(s) {
			out = append(out, q.may(q.place(s)))
		}
	})
	if some == 1 && len(out) == 1 {
		out[0].May = false
	}
	return out
}

// place returns a store as a definition.
func (q *Query) place(s *srcmap.StoreRec) Place {
	if s.Name == syntax.NoName {
		fn := q.Unit.Tree.Funcs[q.Binding.Func]
		return Place{Span: source.NoSpan, Site: q.Text.StoredAt(s), Line: q.Text.Line(fn.LinePos), Text: "the implicit parameter `self`"}
	}
	n := q.Unit.Tree.Names.At(s.Name)
	p := Place{Span: n.Span(), Site: n.Span(), Line: q.Text.Line(n.Start)}
	quoted := Quote(q.Unit.Tree.Str(n.Sym))
	switch s.Kind {
	case srcmap.ParamInit:
		p.Text = "parameter " + quoted
	case srcmap.LoopInit:
		p.Text = "loop variable " + quoted
	case srcmap.NilInit:
		p.Span, p.Text = source.NoSpan, "nil, as "+quoted+" is declared without a value"
	case srcmap.Init:
		if q.Text.ValueOf(s).Expr != nil {
			return q.storePlace(n)
		}
		p.Span, p.Text = source.NoSpan, "nil, as there is no value for "+quoted
	default:
		return q.storePlace(n)
	}
	return p
}

// StoreAtName returns the store that the occurrence asked about makes.
func (q *Query) StoreAtName() *srcmap.StoreRec {
	for i := range q.stores() {
		if s := &q.stores()[i]; s.Name == q.Name.ID {
			return s
		}
	}
	return nil
}
