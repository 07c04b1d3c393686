package plan

import (
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file defines how a declaration is joined with the first assignment:
//
//	local x = nil            local y = g()
//	local y = g()       →    local x = f(y)
//	x = f(y)
//
// Nothing in between may look at the variable or capture it, and no label may
// stand there: the assignment is then the first thing that happens to the variable
// in each life of it. What the value of the declaration does stays where it is.

// Joins returns the choices that join the declaration of a variable with the first
// assignment, if that can be done.
func (b *Original) Joins(id resolve.BindingID) []Choice {
	decl, first := b.joinable(id)
	if first == nil {
		return nil
	}
	name := first.Targets()[0].(*syntax.Name)
	return b.AttemptForms(func(s *Script) (string, Kept, bool) {
		var parts []syntax.Expr
		for _, e := range decl.Exprs() {
			parts = s.Effects(e, parts)
		}
		what := whatIsKept(parts)
		if what == KeptNothing {
			s.CutBare(decl)
		} else {
			s.Leave(decl, parts, spans(decl.Exprs()))
		}
		s.Replace(name.Start, name.End, "local "+b.Name(id))
		title := "join the declaration of " + Quote(b.Name(id)) + " with its first assignment"
		if what == KeptCalls {
			title += ", keep the call"
		}
		return title, what, true
	})
}

// IsApart reports whether a join would take the declaration away from the comment above
// or after it.
func (b *Original) IsApart(id resolve.BindingID) bool {
	decl, first := b.joinable(id)
	if first == nil || b.Places()[first.ID()].Index == b.Places()[decl.ID()].Index+1 {
		return false
	}
	lines := b.Unit.File.LuaLines()
	line, end := b.Unit.File.Line(decl.Start), b.Unit.File.Line(decl.End)
	s := b.NewScript()
	if s.commentEnd(s.skipBlanks(decl.End)) != s.skipBlanks(decl.End) || end < len(lines) && len(s.commentsIn(decl.End, lines[end])) > 0 {
		return true
	}
	if line == 1 {
		return false
	}
	for _, c := range s.commentsIn(lines[line-2], lines[line-1]) {
		if !regionEnd().MatchString(b.Unit.File.Slice(c.Span)) { // which is about what is above
			return true
		}
	}
	return false
}

// joinable finds the declaration and the first assignment of a variable; first is
// nil if they cannot be joined.
func (b *Original) joinable(id resolve.BindingID) (decl *syntax.Local, first *syntax.Assign) {
	v := b.Binding(id)
	if v.Kind != resolve.Local {
		return nil, nil
	}
	decl = b.Unit.Tree.Stats[v.Stat].(*syntax.Local)
	if exprs := decl.Exprs(); len(decl.Names) != 1 || len(exprs) > 1 {
		return nil, nil
	}
	at := b.Places()[decl.ID()]
	for _, s := range at.Block.Stats[at.Index+1:] {
		if s, ok := s.(*syntax.Assign); ok && b.assignsFirst(s, id) {
			return decl, s
		}
		if _, isLabel := s.(*syntax.Label); isLabel || b.mentions(s, id) {
			break
		}
	}
	return nil, nil
}

// assignsFirst reports whether s is `x = value` for the variable, and the value
// does not look at it.
func (b *Original) assignsFirst(s *syntax.Assign, id resolve.BindingID) bool {
	if len(s.Targets()) != 1 || len(s.Values()) != 1 {
		return false
	}
	n, ok := s.Targets()[0].(*syntax.Name)
	return ok && b.RefersTo(n, id) && !b.mentions(s.Values()[0], id)
}

// mentions reports whether a name that means the variable stands in n.
func (b *Original) mentions(n syntax.Node, id resolve.BindingID) bool {
	found := false
	b.Occurrences(id, func(name *syntax.Name, _ *resolve.Ref) {
		found = found || n.Span().Covers(name.Span())
	})
	return found
}
