package fix

import (
	"luaflow/analysis"
	"slices"
	"sort"
	"strings"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how targets are taken out of `local a, b = …` and `a, b = …`
// so that each of those that stay gets the value that it got, and what is computed
// with an effect still is, in the same order.

// assignment is a *syntax.Local or *syntax.Assign.
type assignment struct {
	stat    syntax.Stat
	targets []syntax.Expr
	values  []syntax.Expr
	isLocal bool
}

// asAssignment views a statement as an assignment; ok is false if it is not one.
func asAssignment(s syntax.Stat) (a assignment, ok bool) {
	switch s := s.(type) {
	case *syntax.Local:
		a = assignment{stat: s, values: s.Exprs(), isLocal: true}
		for _, n := range s.Names {
			a.targets = append(a.targets, n)
		}
	case *syntax.Assign:
		a = assignment{stat: s, targets: s.Targets(), values: s.Values()}
	default:
		return a, false
	}
	return a, true
}

// targetOf returns the index of the target with this name, or -1.
func (a *assignment) targetOf(id syntax.NameID) int {
	for i, t := range a.targets {
		if n, ok := t.(*syntax.Name); ok && n.ID == id {
			return i
		}
	}
	return -1
}

// assigned is what a target gets: value number nth of an expression; nil for the nil
// that is not written.
type assigned struct {
	expr syntax.Expr
	nth  int
}

// valueFor returns what target i of n gets from a list of values.
func valueFor(values []syntax.Expr, i, n int) assigned {
	last := len(values) - 1
	if i >= last && last >= 0 && isMulti(values[last]) && n > len(values) {
		return assigned{values[last], i - last}
	}
	if i > last {
		return assigned{}
	}
	return assigned{values[i], 0}
}

// isSecondary reports whether target i gets one of several values that the
// statement takes from one call or `...`.
func (a *assignment) isSecondary(i int) bool {
	last := len(a.values) - 1
	return last >= 0 && i >= last && len(a.targets) > len(a.values) && isMulti(a.values[last])
}

// spans returns where the targets and values stand.
func (a *assignment) spans() []source.Span {
	return append(spans(a.targets), spans(a.values)...)
}

func spans(list []syntax.Expr) []source.Span {
	out := make([]source.Span, len(list))
	for i, e := range list {
		out[i] = e.Span()
	}
	return out
}

// kept says what a change of an assignment left of its values.
type kept uint8

const (
	keptNothing kept = iota // they had no effects, or serve other targets
	keptCalls               // calls, as statements
	keptValues              // other expressions, in `local _ = …`
)

// localForm says what becomes of values that cannot stand as statements.
type localForm uint8

const (
	plainLocal  localForm = iota // local _ = value, if nothing is in the way
	scopedLocal                  // do local _ = value end
	noLocal                      // they go, but for the calls in them
)

// drop takes the targets for which gone says so out of the assignment. ok is false
// if there is no exact way.
func (s *script) drop(a *assignment, gone []bool) (what kept, ok bool) {
	gone = s.withIdle(a, gone)
	stay := 0
	for _, g := range gone {
		if !g {
			stay++
		}
	}
	if stay == 0 {
		return s.dropAll(a), true
	}
	return s.dropSome(a, gone, stay)
}

// withIdle returns gone, and of the targets that stay those that get their own value once
// another store to the same variable is gone: the second of `x, y, y = z, y, y + 1`.
func (b *before) withIdle(a *assignment, gone []bool) []bool {
	stores := make(map[resolve.BindingID]int) // by what stays
	was := make(map[resolve.BindingID]bool)   // stored to by what goes
	for i, t := range a.targets {
		if id := b.plainLocal(t); gone[i] {
			was[id] = true
		} else {
			stores[id]++
		}
	}
	all := gone
	for i, t := range a.targets {
		id := b.plainLocal(t)
		g := valueFor(a.values, i, len(a.targets))
		if id == 0 || gone[i] || !was[id] || stores[id] > 1 || g.expr == nil || b.plainLocal(g.expr) != id {
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
func (b *before) plainLocal(e syntax.Expr) resolve.BindingID {
	n, isName := e.(*syntax.Name)
	if !isName {
		return 0
	}
	ref := &b.unit.Res.Refs[n.ID]
	if ref.Kind != resolve.ToLocal || b.binding(ref.Binding).Captured {
		return 0
	}
	return ref.Binding
}

// dropAll deletes the assignment but for the effects of its targets and values.
func (s *script) dropAll(a *assignment) kept {
	var parts []syntax.Expr
	for _, t := range a.targets {
		if _, isName := t.(*syntax.Name); !isName {
			parts = s.effects(t, parts)
		}
	}
	for _, e := range a.values {
		parts = s.effects(e, parts)
	}
	return s.leave(a.stat, parts, a.spans())
}

// leave deletes a statement but for parts of it, which are in order. whole is where
// its expressions stand.
func (s *script) leave(stat syntax.Stat, parts []syntax.Expr, whole []source.Span) kept {
	what := whatIsKept(parts)
	switch what {
	case keptNothing:
		s.cut(stat)
	case keptCalls:
		s.keepCalls(stat, parts, whole)
	case keptValues:
		s.keepValues(stat, parts, whole)
	}
	return what
}

// whatIsKept returns what parts of an expression have to become.
func whatIsKept(parts []syntax.Expr) kept {
	isNoCall := func(e syntax.Expr) bool { return asCall(e) == nil }
	switch {
	case len(parts) == 0:
		return keptNothing
	case slices.ContainsFunc(parts, isNoCall):
		return keptValues
	}
	return keptCalls
}

// keepCalls makes statements of calls, and leaves nothing else of the statement
// that they stand in.
func (s *script) keepCalls(stat syntax.Stat, calls []syntax.Expr, whole []source.Span) {
	span := stat.Span()
	from, glue := span.Start, ""
	for _, e := range calls {
		call := asCall(e).Span()
		s.strike(from, call.Start, glue, whole...)
		from, glue = call.End, "; "
	}
	s.strike(from, span.End, "", whole...)
	s.keep(stat, asCall(calls[0]).Span().Start, true)
}

// keepValues stores values in a variable that nobody reads, and leaves nothing else
// of the statement that they stand in.
func (s *script) keepValues(stat syntax.Stat, values []syntax.Expr, whole []source.Span) {
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
func (s *script) declareNothing(stat syntax.Stat, values ...syntax.Expr) (head, tail string, open bool) {
	head = "local _" + strings.Repeat(", _", len(values)-1) + " = "
	s.spared = append(s.spared, values...)
	if s.form == scopedLocal || s.wouldHide(stat) {
		return "do " + head, " end", false
	}
	s.locals += len(values)
	return head, "", true
}

// wouldHide reports whether a variable called _ that is declared in the place of
// stat is in the way of something after it in the block: a use of another _, or a
// label that a goto might lead to.
func (s *script) wouldHide(stat syntax.Stat) bool {
	at := s.places[stat.ID()]
	end := at.block.End
	if at.up != syntax.NoStat {
		if loop, ok := s.unit.Tree.Stats[at.up].(*syntax.Repeat); ok && loop.Body == at.block {
			end = loop.End
		}
	}
	if s.lastLabel(at.block) > at.index {
		return true
	}
	uses := s.underscores()
	i := sort.Search(len(uses), func(i int) bool { return uses[i] >= stat.Span().End })
	return i < len(uses) && uses[i] < end
}

// dropSome takes some targets out, with their values. What the values after those that
// stay do becomes a statement of its own.
func (s *script) dropSome(a *assignment, gone []bool, stay int) (what kept, ok bool) {
	for i, t := range a.targets {
		if _, isName := t.(*syntax.Name); gone[i] && !isName && len(s.effects(t, nil)) > 0 {
			return keptNothing, false
		}
	}
	drop := make([]bool, len(a.values))
	for i := range a.values {
		drop[i] = i < len(gone) && gone[i] && !a.isSecondary(i) && s.canGo(a.values[i])
	}
	values := without(a.values, drop)
	if !a.givesSame(gone, stay, values) {
		if values = s.dropButNil(a, drop); !a.givesSame(gone, stay, values) {
			return keptNothing, false
		}
	}
	s.extent = someTargets
	s.strikeItems(a.targets, gone)
	start := a.stat.Span().Start
	for i := 0; gone[i] && !a.isLocal; i++ {
		start = a.targets[i+1].Span().Start
	}
	switch {
	case len(values) > stay:
		used := 0
		for n := 0; n < stay; used++ {
			if !drop[used] {
				n++
			}
		}
		s.strikeItems(a.values[:used], drop[:used])
		return s.splitOff(a, start, used), true
	case len(values) == 0 && len(a.values) > 0:
		s.strike(a.targets[len(a.targets)-1].Span().End, a.stat.Span().End, "", a.spans()...)
	default:
		s.strikeItems(a.values, drop)
	}
	s.keep(a.stat, start, len(values) > 0 && endsOpen(values[len(values)-1]))
	return keptNothing, true
}

// splitOff makes a statement of what the values from number used on do, which no target
// gets, after the assignment, which is left to begin at start.
func (s *script) splitOff(a *assignment, start source.Pos, used int) (what kept) {
	var parts []syntax.Expr
	for _, e := range a.values[used:] {
		parts = s.effects(e, parts)
	}
	from, end := a.values[used-1].Span().End, a.stat.Span().End
	whole := spans(a.values[used:])
	if len(parts) == 0 {
		s.strike(from, end, "", whole...)
		s.keep(a.stat, start, endsOpen(a.values[used-1]))
		return keptNothing
	}
	s.extent, s.moves = wholeStatements, true
	glue, next, tail := s.separator(a.stat), s.separator(a.stat), ""
	if what = whatIsKept(parts); what == keptValues {
		head, end, _ := s.declareNothing(a.stat, parts...)
		glue, next, tail = glue+head, ", ", end
	}
	for _, e := range parts {
		at := e.Span()
		if what == keptCalls {
			at = asCall(e).Span()
		}
		if s.text()[at.Start] == '(' && what == keptCalls {
			glue = ";" + glue
		}
		s.strike(from, at.Start, glue, whole...)
		from, glue = at.End, next
	}
	s.strike(from, end, tail, whole...)
	s.keep(a.stat, start, true)
	return what
}

// surplus takes the values out of an assignment that no target gets. One that begins a
// line is most likely a statement after a comma too many, for people to look at.
func surplus(b *before, f *analysis.Finding) []choice {
	a, ok := asAssignment(b.unit.Tree.Stats[f.Subject.Stat])
	if !ok || len(a.values) <= len(a.targets) {
		return nil
	}
	choices := b.attemptForms(func(s *script) (string, kept, bool) {
		what := s.splitOff(&a, a.stat.Span().Start, len(a.targets))
		if what == keptCalls {
			return "make a statement of the call", what, true
		}
		return "remove what no variable gets", what, true
	})
	for _, c := range choices {
		for i := range c {
			c[i].byHand = c[i].byHand || f.Severity < analysis.Hint
		}
	}
	return choices
}

// dropButNil returns what is left of the values if the last of those to be dropped is
// replaced by nil, which holds the others in their places. drop is changed to that.
func (s *script) dropButNil(a *assignment, drop []bool) []syntax.Expr {
	last := len(drop) - 1
	for last >= 0 && !drop[last] {
		last--
	}
	if last < 0 {
		return a.values
	}
	drop[last] = false
	v := a.values[last].Span()
	s.replace(v.Start, v.End, "nil")
	before := without(a.values[:last], drop)
	return slices.Concat(before, []syntax.Expr{writtenNil}, a.values[last+1:])
}

// writtenNil stands for a nil that a script writes.
var writtenNil syntax.Expr = &syntax.Literal{}

func without(values []syntax.Expr, drop []bool) []syntax.Expr {
	var out []syntax.Expr
	for i, e := range values {
		if !drop[i] {
			out = append(out, e)
		}
	}
	return out
}

// givesSame reports whether the targets that stay get from values what they got
// from a's. An assignment needs one value at least.
func (a *assignment) givesSame(gone []bool, stay int, values []syntax.Expr) bool {
	if len(values) == 0 && !a.isLocal {
		return false
	}
	at := 0
	for i := range a.targets {
		if gone[i] {
			continue
		}
		now, was := valueFor(values, at, stay), valueFor(a.values, i, len(a.targets))
		if now.expr == writtenNil {
			now = assigned{}
		}
		if now != was {
			return false
		}
		at++
	}
	return true
}

// strikeItems deletes items of a list that keeps some, with their commas.
func (s *script) strikeItems(items []syntax.Expr, gone []bool) {
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
				s.replace(max(from, to), at.End, "")
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

// blank takes the value away that target i of a declaration begins with, and
// leaves the declaration.
func (s *script) blank(a *assignment, i int) (what kept, ok bool) {
	switch {
	case i >= len(a.values) || a.isSecondary(i):
		return keptNothing, false
	case len(a.targets) == 1 && len(a.values) == 1:
		return s.blankOnly(a)
	case !s.canGo(a.values[i]):
		return keptNothing, false
	}
	v := a.values[i].Span()
	if a.isNilBut(i) {
		s.strike(a.targets[len(a.targets)-1].Span().End, a.stat.Span().End, "", a.spans()...)
		s.keep(a.stat, a.stat.Span().Start, false)
		return keptNothing, true
	}
	if last := len(a.values) - 1; i > 0 && i == last && !isMulti(a.values[i-1]) {
		s.strike(a.values[i-1].Span().End, v.End, "", v)
		s.keep(a.stat, a.stat.Span().Start, endsOpen(a.values[i-1]))
		return keptNothing, true
	}
	s.replace(v.Start, v.End, "nil")
	s.keep(a.stat, a.stat.Span().Start, i < len(a.values)-1 && statEndsOpen(a.stat))
	return keptNothing, true
}

// isNilBut reports whether all values but value i are nil.
func (a *assignment) isNilBut(i int) bool {
	for k, e := range a.values {
		if l, ok := e.(*syntax.Literal); k != i && !(ok && l.Kind == syntax.Nil) {
			return false
		}
	}
	return true
}

// blankOnly returns blank for `local x = value`. What the value does comes after the
// declaration; in front of it if another x stands in the value.
func (s *script) blankOnly(a *assignment) (what kept, ok bool) {
	name, value, span := a.targets[0].(*syntax.Name), a.values[0], a.stat.Span()
	between := s.separator(a.stat)
	s.keep(a.stat, span.Start, true)
	parts := s.effects(value, nil)
	switch {
	case len(parts) == 0:
		s.strike(name.End, span.End, "", value.Span())
		s.keep(a.stat, span.Start, false)
		return keptNothing, true
	case len(parts) > 1 && s.form == noLocal:
		return keptNothing, false
	case len(parts) > 1:
		parts[0] = value
	}
	keptSpan, head, tail := parts[0].Span(), "", ""
	what = keptCalls
	if call := asCall(parts[0]); call != nil {
		keptSpan = call.Span()
	} else {
		what = keptValues
		head, tail, _ = s.declareNothing(a.stat, parts[0])
	}
	if s.occursIn(name.Sym, value.Span()) {
		s.strike(span.Start, keptSpan.Start, head)
		s.strike(keptSpan.End, span.End, tail+between+"local "+s.unit.Tree.Str(name.Sym))
		if head == "" {
			s.keep(a.stat, keptSpan.Start, false)
		} else {
			s.keep(a.stat, span.Start, false)
		}
	} else {
		s.strike(name.End, keptSpan.Start, between+head)
		s.strike(keptSpan.End, span.End, tail)
	}
	return what, true
}

// occursIn reports whether a name stands in a span.
func (b *before) occursIn(name syntax.Sym, at source.Span) bool {
	names := &b.unit.Tree.Names
	for n := range names.From(names.Behind(at.Start)) {
		if n.Start >= at.End {
			break
		}
		if n.Sym == name {
			return true
		}
	}
	return false
}
