package plan

import (
	"cmp"
	"slices"
	"sort"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what of an expression has to be computed though nobody needs its value: by
// its text, or else by what the marking says.

// isFree reports whether nobody can tell that e is not computed.
func (s *Script) isFree(e syntax.Expr) bool {
	return s.IsPure(e) || s.interprocedural && !s.hasLive(e.Span())
}

// hasLive reports whether an instruction that stays stands for a piece of the text at, which
// is part of one statement.
func (s *Script) hasLive(at source.Span) bool {
	found := false
	s.eachLive(at, func(source.Span) { found = true })
	return found
}

// eachLive calls visit for the instructions that stay and stand for a piece of the text
// at, with what they stand for.
func (s *Script) eachLive(at source.Span, visit func(source.Span)) {
	spans := s.live(StatAt(s.Unit.Tree, s.Places(), at.Start))
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start >= at.Start })
	for ; i < len(spans) && spans[i].Start < at.End; i++ {
		if at.Covers(spans[i]) {
			visit(spans[i])
		}
	}
}

// live returns what the instructions of a statement that stay stand for, in order.
func (s *Script) live(stat syntax.StatID) []source.Span {
	if spans, known := s.alive[stat]; known {
		return spans
	}
	var spans []source.Span
	d := s.Original.Marked()
	pcs, fn := s.Unit.Map.PCs(stat), s.Places()[stat].Func
	for pc := pcs.Start; pc < pcs.End; pc++ {
		if d.isNeeded(&d.Pass.Facts.Code.Funcs[fn], int(pc)) {
			spans = append(spans, s.Unit.Funcs[fn].Map.Origins.At(int(pc)).Span())
		}
	}
	slices.SortFunc(spans, func(a, b source.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	if s.alive == nil {
		s.alive = make(map[syntax.StatID][]source.Span)
	}
	s.alive[stat] = slices.Compact(spans)
	return s.alive[stat]
}

// Effects appends the parts of e that are to be computed if nobody needs its value, in
// order.
func (s *Script) Effects(e syntax.Expr, parts []syntax.Expr) []syntax.Expr {
	if s.isFree(e) {
		return parts
	}
	children := operands(e)
	switch {
	case s.onlyHolds(e) || s.interprocedural && s.isFreeBut(e, children):
		for _, c := range children {
			parts = s.Effects(c, parts)
		}
		return parts
	case s.form == noLocal:
		return s.callsOf(e, parts)
	}
	return append(parts, e)
}

// onlyHolds reports whether e does nothing but what those of its operands do that are
// always computed.
func (s *Script) onlyHolds(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Paren:
		return true
	case *syntax.Unary:
		return e.Op == syntax.Not
	case *syntax.Binary:
		return (e.Op == syntax.And || e.Op == syntax.Or) && s.isFree(e.Y)
	case *syntax.Conditional:
		return s.isFree(e.Then) && s.isFree(e.Else)
	case *syntax.Table:
		return !slices.ContainsFunc(e.Items, func(it syntax.Item) bool { return it.Key() != nil && !isConstantKey(it.Key()) })
	}
	return false
}

// isFreeBut reports whether nobody can tell that e is not computed, as long as the
// operands are.
func (s *Script) isFreeBut(e syntax.Expr, operands []syntax.Expr) bool {
	free := true
	s.eachLive(e.Span(), func(at source.Span) {
		i := sort.Search(len(operands), func(i int) bool { return operands[i].Span().End >= at.End })
		free = free && i < len(operands) && operands[i].Span().Covers(at)
	})
	return free
}

// operands returns the expressions right below e that are always computed, in order.
func operands(e syntax.Expr) []syntax.Expr {
	if first := syntax.BeforeBranch(e); first != nil {
		return []syntax.Expr{first}
	}
	var list []syntax.Expr
	syntax.Children(e, func(n syntax.Node) {
		if x, ok := n.(syntax.Expr); ok {
			list = append(list, x)
		}
	})
	return list
}

// canGo reports whether e may be left out, calls being the only thing that may not.
func (s *Script) canGo(e syntax.Expr) bool {
	if s.isFree(e) {
		return true
	}
	if s.form != noLocal || hasCall(e) {
		return false
	}
	s.lost = append(s.lost, loss{Expr: e})
	return true
}

// callsOf appends the calls in e, but for those inside others; the rest of it is lost.
func (s *Script) callsOf(e syntax.Expr, parts []syntax.Expr) []syntax.Expr {
	if AsCall(e) != nil {
		return append(parts, e)
	}
	n := len(parts)
	for _, x := range operands(e) {
		if AsCall(x) != nil || hasCall(x) {
			before := len(s.lost)
			parts = s.callsOf(x, parts)
			s.lost = s.lost[:before]
		}
	}
	if first := syntax.BeforeBranch(e); first != nil {
		s.isStuck = s.isStuck || hasCallAfter(e, first)
	}
	s.lost = append(s.lost, loss{e, parts[n:]})
	return parts
}

// hasCall reports whether e is or contains a call, functions in it aside.
func hasCall(e syntax.Expr) (found bool) { return hasCallAfter(e, nil) }

// hasCallAfter reports whether e is or contains a call outside of what it computes first, functions in it aside.
func hasCallAfter(e, first syntax.Expr) (found bool) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		if first != nil && n == syntax.Node(first) {
			return false
		}
		switch n.(type) {
		case *syntax.Call, *syntax.MethodCall:
			found = true
		case *syntax.Function:
			return false
		}
		return !found
	})
	return found
}
