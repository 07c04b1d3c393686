package fix

import (
	"luaflow/compile/resolve"
	"luaflow/compile/source"
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

// joins returns the choices that join the declaration of a variable with the first
// assignment, if that can be done.
func (b *before) joins(id resolve.BindingID) []choice {
	decl, first := b.joinable(id)
	if first == nil {
		return nil
	}
	name := first.Targets()[0].(*syntax.Name)
	return b.attemptForms(func(s *script) (string, kept, bool) {
		var parts []syntax.Expr
		for _, e := range decl.Exprs() {
			parts = s.effects(e, parts)
		}
		what := whatIsKept(parts)
		if what == keptNothing {
			s.cutBare(decl)
		} else {
			s.leave(decl, parts, spans(decl.Exprs()))
		}
		s.replace(name.Start, name.End, "local "+b.name(id))
		title := "join the declaration of " + quote(b.name(id)) + " with its first assignment"
		if what == keptCalls {
			title += ", keep the call"
		}
		return title, what, true
	})
}

// isApart reports whether a join would take the declaration away from the comment above
// or after it.
func (b *before) isApart(id resolve.BindingID) bool {
	decl, first := b.joinable(id)
	if first == nil || b.places[first.ID()].index == b.places[decl.ID()].index+1 {
		return false
	}
	lines := b.unit.File.LuaLines()
	line, end := b.unit.File.Line(decl.Start), b.unit.File.Line(decl.End)
	s := b.newScript()
	if s.commentEnd(s.skipBlanks(decl.End)) != s.skipBlanks(decl.End) || end < len(lines) && len(s.commentsIn(decl.End, lines[end])) > 0 {
		return true
	}
	if line == 1 {
		return false
	}
	for _, c := range s.commentsIn(lines[line-2], lines[line-1]) {
		if !regionEnd.MatchString(b.unit.File.Slice(c.Span)) { // which is about what is above
			return true
		}
	}
	return false
}

// joinsAt returns the choices that join a declaration which the span touches.
func (b *before) joinsAt(at source.Span) []choice {
	id := statAt(b.unit.Tree, b.places, at.Start)
	if id == syntax.NoStat {
		return nil
	}
	decl, ok := b.unit.Tree.Stats[id].(*syntax.Local)
	if !ok {
		return nil
	}
	choices := b.joins(b.unit.Res.Refs[decl.Names[0].ID].Binding)
	return choices[:min(len(choices), 1)] // and none by hand
}

// joinable finds the declaration and the first assignment of a variable; first is
// nil if they cannot be joined.
func (b *before) joinable(id resolve.BindingID) (decl *syntax.Local, first *syntax.Assign) {
	v := b.binding(id)
	if v.Kind != resolve.Local {
		return nil, nil
	}
	decl = b.unit.Tree.Stats[v.Stat].(*syntax.Local)
	if exprs := decl.Exprs(); len(decl.Names) != 1 || len(exprs) > 1 {
		return nil, nil
	}
	at := b.places[decl.ID()]
	for _, s := range at.block.Stats[at.index+1:] {
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
func (b *before) assignsFirst(s *syntax.Assign, id resolve.BindingID) bool {
	if len(s.Targets()) != 1 || len(s.Values()) != 1 {
		return false
	}
	n, ok := s.Targets()[0].(*syntax.Name)
	return ok && b.refersTo(n, id) && !b.mentions(s.Values()[0], id)
}

// mentions reports whether a name that means the variable stands in n.
func (b *before) mentions(n syntax.Node, id resolve.BindingID) bool {
	found := false
	b.occurrences(id, func(name *syntax.Name, _ *resolve.Ref) {
		found = found || n.Span().Covers(name.Span())
	})
	return found
}
