// Package nav answers an editor's questions about one place in the text: which
// definitions reach this use, who uses this definition, and why.
//
// The answers come from the code (package dataflow) and are carried back to the
// text by the map: stores.go finds the store in the text that a definition in the
// code belongs to, reads.go the occurrence of a name whose value an instruction
// reads. In a function whose code does not stand for its text, all that is told is
// what the names mean.
//
// The witness files tell why: as steps that a person can follow from place to place.
package nav

import (
	"luaflow/analysis"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Kind says what the name under the cursor is.
type Kind uint8

// The kinds of name.
const (
	Local Kind = iota
	Parameter
	LoopVariable
	Upvalue
	Global
)

// Info is what is known of the occurrence of a name.
type Info struct {
	Span source.Span // the occurrence
	Name string
	Kind Kind
	// IsUse: Defs are the definitions that reach it. Else it is a definition, and
	// Uses are what its value reaches.
	IsUse bool
	Defs  []Place
	Uses  []Place
	// Dead: this definition has no use; Why says what happens to its value, or why
	// nothing reaches a use.
	Dead bool
	Why  string
	// Overwritten: the stores that replace the value of a dead definition.
	Overwritten []Place
	// Notes is what else is known of the value or of the place, a sentence each: that
	// nothing needs it, that it is always the same, that control never comes here.
	Notes []string
	// Cell: the variable is captured by a function, so that a call may read or
	// write it.
	Cell bool
}

// Place is a definition or a use.
type Place struct {
	Span source.Span // of the name; NoSpan for the implicit nil and the implicit self
	Line int         // 1-based, as Lua counts
	Text string      // one line of source, or a description: "parameter `n`"
	// IsSource: Text is source. In a description what is of the program is quoted, as quote
	// does it.
	IsSource bool
	May      bool   // only if a closure runs in between
	If       string // the conditions on the way there: "if `a` is true"; "" without any
}

// At describes the name that touches pos; ok is false where there is none. The hosts, here
// and below, are those whose functions the file may call.
func At(u *compile.Unit, hosts value.Hosts, pos source.Pos) (info Info, ok bool) {
	n := nameAt(u.Tree, pos)
	if n == nil {
		return Info{}, false
	}
	q := newQuery(u, hosts, n)
	q.answer()
	if q.Facts.Flow != nil {
		newExplainer(q, n.Start).annotate()
	}
	return q.info, true
}

// nameAt returns the occurrence of a name that touches pos, nil if there is none.
func nameAt(t *syntax.Tree, pos source.Pos) *syntax.Name {
	i := t.Names.Behind(pos)
	if i > 0 && t.Names.At(i-1).Span().Touches(pos) {
		return t.Names.At(i - 1)
	}
	if int(i) < t.Names.Len() && t.Names.At(i).Span().Touches(pos) {
		return t.Names.At(i)
	}
	return nil
}

// query is a question about one occurrence of a name.
type query struct {
	*analysis.Pass
	unit    *compile.Unit
	hosts   value.Hosts
	name    *syntax.Name
	ref     *resolve.Ref
	binding *resolve.Binding // nil for a global and the chunk's own _ENV
	fn      syntax.FuncID    // that the occurrence stands in
	info    Info
}

// newQuery prepares a question about a name; n is nil if it is about another place.
func newQuery(u *compile.Unit, hosts value.Hosts, n *syntax.Name) *query {
	q := &query{Pass: analysis.NewPass(u, hosts, nil, nil), unit: u, hosts: hosts, name: n}
	if n == nil {
		return q
	}
	q.ref = &u.Res.Refs[n.ID]
	q.info = Info{
		Span: n.Span(), Name: u.Tree.Str(n.Sym),
		IsUse: !q.ref.Write && q.ref.Kind != resolve.Declaration,
	}
	if q.ref.Kind != resolve.ToGlobal && q.ref.Binding != 0 {
		q.binding = &u.Res.Bindings[q.ref.Binding]
		q.fn = q.binding.Func
		if q.ref.Kind == resolve.ToUpvalue {
			q.fn = q.Text.Owner(n.ID)
		}
	}
	return q
}

func (q *query) answer() {
	if q.binding == nil {
		q.global()
		return
	}
	q.info.Kind = kindOf(q.binding, q.ref)
	q.info.Cell = q.binding.Captured
	switch {
	case q.info.IsUse && q.isKnown():
		q.reachingDefs()
	case q.info.IsUse:
		q.info.Defs = q.allStores()
	case q.isKnown():
		q.usesOfStore()
	default:
		q.info.Uses = q.allReads()
		q.info.Dead = len(q.info.Uses) == 0 && !q.binding.Exposed
		q.explainUnread()
	}
}

// isKnown reports whether there is code in which the flow of the variable's values
// can be followed: not for an upvalue, nor in a function that is not understood.
func (q *query) isKnown() bool {
	return q.Facts.Flow != nil && q.ref.Kind != resolve.ToUpvalue && !q.unit.Funcs[q.fn].Broken
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
func (q *query) global() {
	q.info.Kind = Global
	if q.ref.Kind != resolve.ToGlobal {
		q.info.Kind = Upvalue
	}
	for n := range q.unit.Tree.Names.All() {
		ref := &q.unit.Res.Refs[n.ID]
		if n.Sym != q.name.Sym || ref.Kind != q.ref.Kind || ref.Binding != q.ref.Binding {
			continue
		}
		switch {
		case ref.Write && q.info.IsUse:
			q.info.Defs = append(q.info.Defs, q.may(q.storePlace(n)))
		case !ref.Write && !q.info.IsUse:
			q.info.Uses = append(q.info.Uses, q.may(q.linePlace(n)))
		}
	}
}

func (q *query) may(p Place) Place {
	p.May = true
	return p
}
