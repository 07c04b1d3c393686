package syntax

import "luaflow/compile/source"

// This file defines how nodes move with the text that they were made of.

// shift moves the places from one on.
type shift struct{ at, by source.Pos }

// of returns where a place is after the shift.
func (s shift) of(p source.Pos) source.Pos {
	if p >= s.at && p.Valid() {
		p += s.by
	}
	return p
}

// placed is a node with places of its own.
type placed[T any] interface {
	*T
	move(shift)
}

// move moves the nodes of a type that were made before note.
func move[T any, P placed[T]](s *store[T], by shift) {
	s.AllBefore(s.mark, func(n *T) { P(n).move(by) })
}

func (b *base) move(by shift) { b.Start, b.End = by.of(b.Start), by.of(b.End) }

func (f *Function) move(by shift) {
	f.base.move(by)
	f.LinePos, f.Vararg, f.Arrow = by.of(f.LinePos), by.of(f.Vararg), by.of(f.Arrow)
}

func (n *Number) move(by shift) { n.Start = by.of(n.Start) }

func (f *namedField) move(by shift) { f.name.move(by) }

func (e *Binary) move(by shift) {
	e.base.move(by)
	e.OpPos = by.of(e.OpPos)
}

func (e *Conditional) move(by shift) {
	e.base.move(by)
	e.Question, e.Colon = by.of(e.Question), by.of(e.Colon)
}

func (s *Compound) move(by shift) { s.OpPos = by.of(s.OpPos) }

func (s *If) move(by shift) {
	s.base.move(by)
	s.only[0].Body.move(by)
}

func (b *branches) move(by shift) {
	b.base.move(by)
	for i := range b.clauses {
		b.clauses[i].Body.move(by)
	}
}

func (s *Goto) move(by shift) {
	s.base.move(by)
	s.NamePos = by.of(s.NamePos)
}

func (s *Label) move(by shift) {
	s.base.move(by)
	s.NamePos = by.of(s.NamePos)
}

// move moves the places of all nodes that were made before note but the names. Those of an Assign and the like are their parts'.
func (n *nodes) move(by shift) {
	move(&n.literals, by)
	move(&n.numbers, by)
	move(&n.strings, by)
	move(&n.varargs, by)
	move(&n.functions, by)
	move(&n.fields, by)
	move(&n.indexes, by)
	move(&n.calls, by)
	move(&n.methodCalls, by)
	move(&n.tables, by)
	move(&n.namedFields, by)
	move(&n.unaries, by)
	move(&n.binaries, by)
	move(&n.parens, by)
	move(&n.conditions, by)
	move(&n.guards, by)
	move(&n.blocks, by)
	move(&n.locals, by)
	move(&n.localFuncs, by)
	move(&n.functionStats, by)
	move(&n.dos, by)
	move(&n.whiles, by)
	move(&n.repeats, by)
	move(&n.ifs, by)
	move(&n.numericFors, by)
	move(&n.genericFors, by)
	move(&n.returns, by)
	move(&n.breaks, by)
	move(&n.gotos, by)
	move(&n.labels, by)
	move(&n.empties, by)
	move(&n.continues, by)
	move(&n.globals, by)
	move(&n.compounds, by)
	move(&n.badStats, by)
	move(&n.badExprs, by)
	move(&n.severals, by)
	move(&n.branches, by)
}
