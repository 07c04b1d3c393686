package plan

import (
	"math"
	"slices"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what goes together with the last statement of a block: what would
// hold nothing any more.
//
//   - A `do` block goes, and a loop that counts from one numeral to another, or that its
//     `break` or `until true` ends at once.
//   - Of an `if`, the last branches go, or all of it. One in front of an `else` is made
//     the opposite of it: `if not c then`.
//   - Where a condition has to be computed that is no call, the `if` stays. A fix that
//     leaves one with a branch that holds nothing is made by hand.

// sweep deletes what is left of statements when all that stood in them is cut.
func (s *Script) sweep() {
	var around []syntax.StatID
	for id, f := range s.changes {
		if f.gone {
			around = append(around, s.Places()[id].Up)
		}
	}
	slices.Sort(around)
	around = slices.Compact(around)
	for len(around) > 0 { // those inside others have higher numbers
		id := around[len(around)-1]
		around = around[:len(around)-1]
		if id == syntax.NoStat || s.changes[id].gone {
			continue
		}
		if s.clear(s.Unit.Tree.Stats[id]); s.changes[id].gone {
			up := s.Places()[id].Up
			if at, found := slices.BinarySearch(around, up); !found {
				around = slices.Insert(around, at, up)
			}
		}
	}
}

// clear deletes what is left of a statement if some block in it was emptied.
func (s *Script) clear(stat syntax.Stat) {
	switch stat := stat.(type) {
	case *syntax.Do:
		if s.isEmptied(stat.Body) {
			s.Cut(stat)
		}
	case *syntax.If:
		clauses, final := stat.Clauses(), stat.Else()
		emptied := final != nil && s.isEmptied(final)
		for i := range clauses {
			emptied = emptied || s.isEmptied(&clauses[i].Body)
		}
		if emptied {
			s.ClearIf(stat)
		}
	case *syntax.While:
		if s.isEmptiedBut(stat.Body, 1) && breaks(stat.Body) && s.isFree(stat.Cond) {
			s.Cut(stat)
		}
	case *syntax.Repeat:
		if s.isEmptiedBut(stat.Body, 1) && breaks(stat.Body) || s.isEmptied(stat.Body) && isTrue(stat.Cond) {
			s.Cut(stat)
		}
	case *syntax.NumericFor:
		if (s.isEmptied(stat.Body) || s.isEmptiedBut(stat.Body, 1) && breaks(stat.Body)) && s.isFinite(stat) {
			s.Cut(stat)
		}
	}
}

// isTrue reports whether an expression is a constant that counts as true.
func isTrue(e syntax.Expr) bool {
	l, isLiteral := e.(*syntax.Literal)
	return IsConstant(e) && (!isLiteral || l.Kind == syntax.True)
}

// breaks reports whether a block ends with `break`.
func breaks(b *syntax.Block) bool {
	last := len(b.Stats) - 1
	if last < 0 {
		return false
	}
	_, ok := b.Stats[last].(*syntax.Break)
	return ok
}

// ClearIf deletes the branches of an `if` that hold nothing, as far as that can be done;
// the title says what is done, "" if nothing is.
func (s *Script) ClearIf(stat *syntax.If) (title string, what Kept) {
	clauses, final := stat.Clauses(), stat.Else()
	last, at := len(clauses)-1, source.NoPos // of what is deleted after clause last
	if final != nil && s.isBare(final) {
		final, at = nil, final.Start-source.Pos(len("else"))
		title = "remove the empty `else`"
	}
	for final == nil && last >= 0 && s.isBare(&clauses[last].Body) && s.canGo(clauses[last].Cond) {
		at = stat.ClausePos(last)
		last--
		title = "remove the empty `elseif`"
	}
	switch {
	case last < 0:
		s.Cut(stat)
		return "remove the empty `if`", KeptNothing
	case last == 0 && final == nil && s.isBare(&clauses[0].Body):
		if parts := s.Effects(clauses[0].Cond, nil); whatIsKept(parts) == KeptCalls {
			return "remove the empty `if`, keep the call", s.Leave(stat, parts, []source.Span{stat.Span()})
		}
	case final != nil && s.isBare(&clauses[last].Body):
		s.invert(clauses[last].Cond)
		s.Replace(clauses[last].Body.Start, final.Start, "")
		last--
		title = "negate the condition, remove the empty branch"
	}
	if at != source.NoPos {
		s.cuts = append(s.cuts, cut{Span: source.Span{Start: at, End: stat.End - source.Pos(len("end"))}})
	}
	s.keep(stat, stat.Start, false)
	for i := range clauses[:last+1] {
		if s.isBare(&clauses[i].Body) {
			s.LeavesEmpty = true
		}
	}
	return title, KeptNothing
}

// isEmptied reports whether all statements of a block, some at least, are cut, and no
// comment would be left in it.
func (s *Script) isEmptied(b *syntax.Block) bool { return s.isEmptiedBut(b, 0) }

// isEmptiedBut reports what isEmptied does, of a block without its last statements.
func (s *Script) isEmptiedBut(b *syntax.Block, last int) bool {
	// In this order, as many fixes cut one statement of a block of thousands.
	return s.isBareBut(b, last) && slices.ContainsFunc(b.Stats, func(stat syntax.Stat) bool { return s.changes[stat.ID()].gone })
}

// isBare reports whether nothing stands in a block but statements that are cut, and
// semicolons.
func (s *Script) isBare(b *syntax.Block) bool { return s.isBareBut(b, 0) }

func (s *Script) isBareBut(b *syntax.Block, last int) bool {
	from := b.Start
	for i, stat := range b.Stats {
		_, isEmpty := stat.(*syntax.Empty)
		start, gone := stat.Span().Start, s.changes[stat.ID()].gone
		if line, isFirst := s.lineStart(start); gone && isFirst {
			end := s.Unit.File.Line(s.commentEnd(s.skipBlanks(stat.Span().End)))
			start = max(from, s.withComments(stat, line, s.Unit.File.LuaLines()[min(end, len(s.Unit.File.LuaLines())-1)]))
		}
		if !isEmpty && !gone && i < len(b.Stats)-last || len(s.commentsIn(from, start)) > 0 {
			return false
		}
		from = stat.Span().End
	}
	// What stands after the last statement in its line goes with it.
	if n := len(b.Stats); n > 0 && s.changes[b.Stats[n-1].ID()].gone {
		from = s.commentEnd(s.skipBlanks(from))
	}
	return len(s.commentsIn(from, b.End)) == 0
}

// invert writes the opposite of a condition. An order has none: NaN is neither less than
// a number nor not.
func (s *Script) invert(cond syntax.Expr) {
	at := cond.Span()
	switch e := cond.(type) {
	case *syntax.Unary:
		if e.Op != syntax.Not || s.HasComment(at.Start, e.X.Span().Start) {
			break
		}
		x := e.X.Span()
		if p, ok := e.X.(*syntax.Paren); ok && !s.HasComment(p.Start, p.X.Span().Start) && !s.HasComment(p.X.Span().End, p.End) {
			x = p.X.Span()
		}
		s.Replace(at.Start, x.Start, "")
		s.Replace(x.End, at.End, "")
		return
	case *syntax.Binary:
		if sign, edit := s.Opposite(e); sign != "" {
			s.edits = append(s.edits, edit)
			return
		}
	case *syntax.Name, *syntax.Field, *syntax.Index, *syntax.Call, *syntax.MethodCall, *syntax.Paren, *syntax.Literal:
		s.Replace(at.Start, at.Start, "not ")
		return
	}
	s.Replace(at.Start, at.Start, "not (")
	s.Replace(at.End, at.End, ")")
}

// isFinite reports whether a loop counts from one numeral to another, so that it ends: each
// step is large enough to get on.
func (s *Script) isFinite(loop *syntax.NumericFor) bool {
	step := 1.0
	from, ok := s.numeral(loop.From)
	to, ok2 := s.numeral(loop.To)
	if loop.Step != nil {
		var ok3 bool
		if step, ok3 = s.numeral(loop.Step); !ok3 {
			return false
		}
	}
	return ok && ok2 && step != 0 && math.Max(math.Abs(from), math.Abs(to)) <= maxSteps*math.Abs(step)
}

// maxSteps is a bound on the steps of a loop that certainly ends.
const maxSteps = 1 << 50

// numeral returns the number that an expression stands for. It is not ok for other
// expressions, and for a number so large that it may be another one where there are no
// floats, or no integers.
func (s *Script) numeral(e syntax.Expr) (x float64, ok bool) {
	switch e := e.(type) {
	case *syntax.Unary:
		x, ok = s.numeral(e.X)
		return -x, ok && e.Op == syntax.Neg
	case *syntax.Number:
		if e.IsFloat() {
			x = s.Unit.Tree.Float(e)
		} else {
			x = float64(s.Unit.Tree.Int(e))
		}
		return x, math.Abs(x) <= 1<<53
	}
	return 0, false
}
