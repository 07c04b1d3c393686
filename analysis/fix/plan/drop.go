package plan

import (
	"slices"
	"sort"
	"strings"

	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how targets are taken out of `local a, b = …` and `a, b = …`
// so that each of those that stay gets the value that it got, and what is computed
// with an effect still is, in the same order.

// Kept says what a change of an assignment left of its values.
type Kept uint8

const (
	KeptNothing Kept = iota // they had no effects, or serve other targets
	KeptCalls               // calls, as statements
	KeptValues              // other expressions, in `local _ = …`
)

// drop takes the targets for which gone says so out of the assignment. ok is false
// if there is no exact way.
func (s *Script) drop(a *Assignment, gone []bool) (what Kept, ok bool) {
	gone = s.withIdle(a, gone)
	stay := 0
	for _, g := range gone {
		if !g {
			stay++
		}
	}
	if stay == 0 {
		return s.dropAll(a)
	}
	return s.dropSome(a, gone, stay)
}

// withIdle returns gone, and of the targets that stay those that get their own value once
// another store to the same variable is gone: the second of `x, y, y = z, y, y + 1`.
func (b *Original) withIdle(a *Assignment, gone []bool) []bool {
	stores := make(map[resolve.BindingID]int) // by what stays
	was := make(map[resolve.BindingID]bool)   // stored to by what goes
	for i, t := range a.Targets {
		if id := b.plainLocal(t); gone[i] {
			was[id] = true
		} else {
			stores[id]++
		}
	}
	all := gone
	for i, t := range a.Targets {
		id := b.plainLocal(t)
		g := ValueFor(a.Values, i, len(a.Targets))
		if id == 0 || gone[i] || !was[id] || stores[id] > 1 || g.Expr == nil || b.plainLocal(g.Expr) != id {
			continue
		}
		if &all[0] == &gone[0] {
			all = slices.Clone(gone)
		}
		all[i] = true
	}
	return all
}

// plainLocal returns the local variable of its function that an expression names, which no
// closure captures; 0 if it names none.
func (b *Original) plainLocal(e syntax.Expr) resolve.BindingID {
	n, isName := e.(*syntax.Name)
	if !isName {
		return 0
	}
	ref := &b.Unit.Res.Refs[n.ID]
	if ref.Kind != resolve.ToLocal || b.Binding(ref.Binding).Captured {
		return 0
	}
	return ref.Binding
}

// dropAll deletes the assignment but for the effects of its targets and values. ok is false if what is to be kept is
// the operation of a compound assignment, which is no expression.
func (s *Script) dropAll(a *Assignment) (what Kept, ok bool) {
	var parts []syntax.Expr
	for _, t := range a.Targets {
		if _, isName := t.(*syntax.Name); !isName {
			parts = s.Effects(t, parts)
		}
	}
	for _, e := range a.Values {
		parts = s.Effects(e, parts)
	}
	if _, isCompound := a.Stat.(*syntax.Compound); isCompound && slices.Contains(parts, a.Values[0]) {
		return KeptNothing, false
	}
	return s.Leave(a.Stat, parts, a.spans()), true
}

// Leave deletes a statement but for parts of it, which are in order. whole is where
// its expressions stand.
func (s *Script) Leave(stat syntax.Stat, parts []syntax.Expr, whole []source.Span) Kept {
	what := whatIsKept(parts)
	switch what {
	case KeptNothing:
		s.Cut(stat)
	case KeptCalls:
		s.keepCalls(stat, parts, whole)
	case KeptValues:
		s.keepValues(stat, parts, whole)
	}
	return what
}

// whatIsKept returns what parts of an expression have to become.
func whatIsKept(parts []syntax.Expr) Kept {
	isNoCall := func(e syntax.Expr) bool { return AsCall(e) == nil }
	switch {
	case len(parts) == 0:
		return KeptNothing
	case slices.ContainsFunc(parts, isNoCall):
		return KeptValues
	}
	return KeptCalls
}

// keepCalls makes statements of calls, and leaves nothing else of the statement
// that they stand in.
func (s *Script) keepCalls(stat syntax.Stat, calls []syntax.Expr, whole []source.Span) {
	span := stat.Span()
	from, glue := span.Start, ""
	for _, e := range calls {
		call := AsCall(e).Span()
		s.strike(from, call.Start, glue, whole...)
		from, glue = call.End, "; "
	}
	s.strike(from, span.End, "", whole...)
	s.keep(stat, AsCall(calls[0]).Span().Start, true)
}

// keepValues stores values in a variable that nobody reads, and leaves nothing else
// of the statement that they stand in.
func (s *Script) keepValues(stat syntax.Stat, values []syntax.Expr, whole []source.Span) {
	span := stat.Span()
	head, tail, open := s.declareNothing(stat, values...)
	from, glue := span.Start, head
	for _, e := range values {
		s.strike(from, e.Span().Start, glue, whole...)
		from, glue = e.Span().End, ", "
	}
	s.strike(from, span.End, tail, whole...)
	s.keep(stat, span.Start, open && endsOpen(values[len(values)-1]))
}

// declareNothing returns what stands around values in the place of stat, so that they
// are computed and nobody can read them. open: nothing is to stand after them.
func (s *Script) declareNothing(stat syntax.Stat, values ...syntax.Expr) (head, tail string, open bool) {
	head = "local _" + strings.Repeat(", _", len(values)-1) + " = "
	s.spared = append(s.spared, values...)
	if s.form == scopedLocal || s.wouldHide(stat) {
		return "do " + head, " end", false
	}
	s.locals += len(values)
	return head, "", true
}

// wouldHide reports whether a variable called _ that is declared in the place of
// Stat is in the way of something after it in the block: a use of another _, or a
// label that a goto might lead to.
func (s *Script) wouldHide(stat syntax.Stat) bool {
	at := s.Places()[stat.ID()]
	end := at.Block.End
	if at.Up != syntax.NoStat {
		if loop, ok := s.Unit.Tree.Stats[at.Up].(*syntax.Repeat); ok && loop.Body == at.Block {
			end = loop.End
		}
	}
	if s.lastLabel(at.Block) > at.Index {
		return true
	}
	uses := s.underscores()
	i := sort.Search(len(uses), func(i int) bool { return uses[i] >= stat.Span().End })
	return i < len(uses) && uses[i] < end
}

// dropSome takes some targets out, with their values. What the values after those that
// stay do becomes a statement of its own.
func (s *Script) dropSome(a *Assignment, gone []bool, stay int) (what Kept, ok bool) {
	for i, t := range a.Targets {
		if _, isName := t.(*syntax.Name); gone[i] && !isName && len(s.Effects(t, nil)) > 0 {
			return KeptNothing, false
		}
	}
	drop := make([]bool, len(a.Values))
	for i := range a.Values {
		drop[i] = i < len(gone) && gone[i] && !a.IsSecondary(i) && s.canGo(a.Values[i])
	}
	values := without(a.Values, drop)
	if !a.givesSame(gone, stay, values) {
		if values = s.dropButNil(a, drop); !a.givesSame(gone, stay, values) {
			return KeptNothing, false
		}
	}
	s.extent = SomeTargets
	s.strikeItems(a.Targets, gone)
	start := a.Stat.Span().Start
	for i := 0; gone[i] && !a.IsLocal; i++ {
		start = a.Targets[i+1].Span().Start
	}
	switch {
	case len(values) > stay:
		used := 0
		for n := 0; n < stay; used++ {
			if !drop[used] {
				n++
			}
		}
		s.strikeItems(a.Values[:used], drop[:used])
		return s.SplitOff(a, start, used), true
	case len(values) == 0 && len(a.Values) > 0:
		s.strike(a.Targets[len(a.Targets)-1].Span().End, a.Stat.Span().End, "", a.spans()...)
	default:
		s.strikeItems(a.Values, drop)
	}
	s.keep(a.Stat, start, len(values) > 0 && endsOpen(values[len(values)-1]))
	return KeptNothing, true
}

// SplitOff makes a statement of what the values from number used on do, which no target
// gets, after the assignment, which is left to begin at start.
func (s *Script) SplitOff(a *Assignment, start source.Pos, used int) (what Kept) {
	var parts []syntax.Expr
	for _, e := range a.Values[used:] {
		parts = s.Effects(e, parts)
	}
	from, end := a.Values[used-1].Span().End, a.Stat.Span().End
	whole := spans(a.Values[used:])
	if len(parts) == 0 {
		s.strike(from, end, "", whole...)
		s.keep(a.Stat, start, endsOpen(a.Values[used-1]))
		return KeptNothing
	}
	s.extent, s.moves = WholeStatements, true
	glue, next, tail := s.separator(a.Stat), s.separator(a.Stat), ""
	if what = whatIsKept(parts); what == KeptValues {
		head, end, _ := s.declareNothing(a.Stat, parts...)
		glue, next, tail = glue+head, ", ", end
	}
	for _, e := range parts {
		at := e.Span()
		if what == KeptCalls {
			at = AsCall(e).Span()
		}
		if s.text()[at.Start] == '(' && what == KeptCalls {
			glue = ";" + glue
		}
		s.strike(from, at.Start, glue, whole...)
		from, glue = at.End, next
	}
	s.strike(from, end, tail, whole...)
	s.keep(a.Stat, start, true)
	return what
}

// dropButNil returns what is left of the values if the last of those to be dropped is
// replaced by nil, which holds the others in their places. drop is changed to that.
func (s *Script) dropButNil(a *Assignment, drop []bool) []syntax.Expr {
	last := len(drop) - 1
	for last >= 0 && !drop[last] {
		last--
	}
	if last < 0 {
		return a.Values
	}
	drop[last] = false
	v := a.Values[last].Span()
	s.Replace(v.Start, v.End, "nil")
	before := without(a.Values[:last], drop)
	return slices.Concat(before, []syntax.Expr{writtenNil}, a.Values[last+1:])
}

func without(values []syntax.Expr, drop []bool) []syntax.Expr {
	var out []syntax.Expr
	for i, e := range values {
		if !drop[i] {
			out = append(out, e)
		}
	}
	return out
}

// strikeItems deletes items of a list that keeps some, with their commas.
func (s *Script) strikeItems(items []syntax.Expr, gone []bool) {
	for i := 0; i < len(items); i++ {
		if !gone[i] {
			continue
		}
		end := i
		for end+1 < len(items) && gone[end+1] {
			end++
		}
		whole := spans(items[i : end+1])
		to := items[end].Span().End
		_, isFirst := s.lineStart(items[i].Span().Start)
		if isForward := i == 0 || isFirst && end+1 < len(items); isForward {
			to = items[end+1].Span().Start
		}
		for k := i; k <= end; k++ {
			switch at, ok := s.commentOf(items, k); {
			case !ok:
			case at.End <= to:
				whole = append(whole, at)
			default:
				from := source.Pos(len(strings.TrimRight(s.text()[:at.Start], blanks)))
				s.Replace(max(from, to), at.End, "")
			}
		}
		if to > items[end].Span().End {
			s.strike(items[i].Span().Start, to, "", whole...)
		} else {
			s.strike(items[i-1].Span().End, to, "", whole...)
		}
		i = end
	}
}

// Blank takes the value away that target i of a declaration begins with, and
// leaves the declaration.
func (s *Script) Blank(a *Assignment, i int) (what Kept, ok bool) {
	switch {
	case i >= len(a.Values) || a.IsSecondary(i):
		return KeptNothing, false
	case len(a.Targets) == 1 && len(a.Values) == 1:
		return s.blankOnly(a)
	case !s.canGo(a.Values[i]):
		return KeptNothing, false
	}
	v := a.Values[i].Span()
	if a.isNilBut(i) {
		s.strike(a.Targets[len(a.Targets)-1].Span().End, a.Stat.Span().End, "", a.spans()...)
		s.keep(a.Stat, a.Stat.Span().Start, false)
		return KeptNothing, true
	}
	if last := len(a.Values) - 1; i > 0 && i == last && !textmap.IsMulti(a.Values[i-1]) {
		s.strike(a.Values[i-1].Span().End, v.End, "", v)
		s.keep(a.Stat, a.Stat.Span().Start, endsOpen(a.Values[i-1]))
		return KeptNothing, true
	}
	s.Replace(v.Start, v.End, "nil")
	s.keep(a.Stat, a.Stat.Span().Start, i < len(a.Values)-1 && statEndsOpen(a.Stat))
	return KeptNothing, true
}

// isNilBut reports whether all values but value i are nil.
func (a *Assignment) isNilBut(i int) bool {
	for k, e := range a.Values {
		if l, ok := e.(*syntax.Literal); k != i && !(ok && l.Kind == syntax.Nil) {
			return false
		}
	}
	return true
}

// blankOnly returns blank for `local x = value`. What the value does comes after the
// declaration; in front of it if another x stands in the value.
func (s *Script) blankOnly(a *Assignment) (what Kept, ok bool) {
	name, value, span := a.Targets[0].(*syntax.Name), a.Values[0], a.Stat.Span()
	between := s.separator(a.Stat)
	s.keep(a.Stat, span.Start, true)
	parts := s.Effects(value, nil)
	switch {
	case len(parts) == 0:
		s.strike(name.End, span.End, "", value.Span())
		s.keep(a.Stat, span.Start, false)
		return KeptNothing, true
	case len(parts) > 1 && s.form == noLocal:
		return KeptNothing, false
	case len(parts) > 1:
		parts[0] = value
	}
	keptSpan, head, tail := parts[0].Span(), "", ""
	what = KeptCalls
	if call := AsCall(parts[0]); call != nil {
		keptSpan = call.Span()
	} else {
		what = KeptValues
		head, tail, _ = s.declareNothing(a.Stat, parts[0])
	}
	if s.occursIn(name.Sym, value.Span()) {
		s.strike(span.Start, keptSpan.Start, head)
		s.strike(keptSpan.End, span.End, tail+between+s.declaring(a.Stat)+" "+s.Unit.Tree.Str(name.Sym))
		if head == "" {
			s.keep(a.Stat, keptSpan.Start, false)
		} else {
			s.keep(a.Stat, span.Start, false)
		}
	} else {
		s.strike(name.End, keptSpan.Start, between+head)
		s.strike(keptSpan.End, span.End, tail)
	}
	return what, true
}

// occursIn reports whether a name stands in a span.
func (b *Original) occursIn(name syntax.Sym, at source.Span) bool {
	names := &b.Unit.Tree.Names
	for n := range names.From(names.Search(at.Start)) {
		if n.Start >= at.End {
			break
		}
		if n.Sym == name {
			return true
		}
	}
	return false
}
