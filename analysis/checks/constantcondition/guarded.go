package constantcondition

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/guards"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Conditions that tests in front of them decide.

// byGuard reports a condition that tests in front of it decide.
func (r *reporter) byGuard(b *branch, parent syntax.Expr, holds bool, o *operand) {
	subject := subjectOf(o.leaf)
	if subject == nil || r.isUpdate(o.leaf) || r.isDuplicate(b.guard, o.leaf) ||
		holds && (isDefault(parent, o.whole) || isCautiousAnd(parent, o.whole, b.guard) || r.repeats(b.guard) && !isOneOfTwo(parent, o) || r.asserts()) {
		return
	}
	f := r.Finding(r.ID, o.whole.Span())
	var reasons []string
	var words, lines string
	for way := guards.Tested; way <= guards.Counted; way++ {
		places := r.placesOf(b.guard, way)
		if len(places) == 0 {
			continue
		}
		word, at := witness.HowDecided(way), r.Text.AtLines(places)
		f.Related = append(f.Related, analysis.Point(places, word+" here")...)
		if at == lines {
			reasons[len(reasons)-1] = words + " and " + word + " " + at
			continue
		}
		words, lines = word, at
		reasons = append(reasons, word+" "+at)
	}
	decide(&f, holds, b.unlessMetamethod, fmt.Sprintf("`%s` was %s", witness.OneLine(r.Unit.File.Slice(subject.Span())), textmap.Join(reasons, "and")))
	if b.unlessMetamethod {
		f.Message += ", unless a metamethod gives another value"
	} else if holds && isOneOfTwo(parent, o) {
		f.Message += "; `and` may be meant"
		f.Severity = analysis.Warning
	}
	r.Report(f)
}

// isOneOfTwo reports whether an operand of an `or` says of a value that it is not one literal, where the operand in front of it has said that
// it is not another one, as `x ~= "a" or x ~= "b"` does: either is always so.
func isOneOfTwo(parent syntax.Expr, o *operand) bool {
	or, ok := parent.(*syntax.Binary)
	if !ok || or.Op != syntax.Or || textmap.Bare(or.Y) != textmap.Bare(o.whole) || !isUnlikeLiteral(o.leaf) {
		return false
	}
	before := or.X
	for {
		inner, ok := before.(*syntax.Binary)
		if !ok || inner.Op != syntax.Or {
			return isUnlikeLiteral(textmap.Bare(before))
		}
		before = inner.Y
	}
}

// isUnlikeLiteral reports whether an expression is `x ~= k` with a literal k.
func isUnlikeLiteral(e syntax.Expr) bool {
	c, ok := e.(*syntax.Binary)
	return ok && c.Op == syntax.Ne && (isLiteral(c.X) || isLiteral(c.Y))
}

// subjectOf returns what a condition asks about: a variable or a field, or the one that is compared, whose type may be
// asked for; nil if it asks about something else.
func subjectOf(leaf syntax.Expr) syntax.Expr {
	switch e := leaf.(type) {
	case *syntax.Name, *syntax.Field, *syntax.Index:
		return e
	case *syntax.Paren:
		return subjectOf(e.X)
	case *syntax.Unary:
		if e.Op == syntax.Len {
			return e
		}
	case *syntax.Call:
		if args := e.Args(); len(args) == 1 {
			return subjectOf(args[0])
		}
	case *syntax.Binary:
		if isLiteral(e.X) {
			return subjectOf(e.Y)
		}
		return subjectOf(e.X)
	}
	return nil
}

// isDefault reports whether an operand has a value to take its place, should it be nil: `x or ""`.
func isDefault(parent, operand syntax.Expr) bool {
	or, ok := parent.(*syntax.Binary)
	if !ok || or.Op != syntax.Or || or.X != operand {
		return false
	}
	_, isTable := or.Y.(*syntax.Table)
	return isTable || isLiteral(or.Y)
}

// isCautiousAnd reports whether an operand stands in front of an `and` to make sure of a value that has got a default:
// `h and h.ascender` after `local h = header or {}`.
func isCautiousAnd(parent, operand syntax.Expr, d *guards.Decision) bool {
	and, ok := parent.(*syntax.Binary)
	return ok && and.Op == syntax.And && and.X == operand &&
		slices.ContainsFunc(d.By, func(by guards.Evidence) bool { return by.Way == guards.Made })
}

// repeats reports whether the statement itself has made the tests that decide: `elseif` and `or` are often followed by the
// reverse of the condition in front of them, to say once more what it means to come there.
func (r *reporter) repeats(d *guards.Decision) bool {
	for _, by := range d.By {
		if by.Way != guards.Tested || r.stat == nil || r.Map.Origins.At(int(by.PC)).Span().Start < r.stat.Span().Start {
			return false
		}
	}
	return true
}

// isDuplicate reports whether the same condition stands in the same statement before, which is for duplicate-condition to
// report.
func (r *reporter) isDuplicate(d *guards.Decision, leaf syntax.Expr) bool {
	return r.repeats(d) && slices.ContainsFunc(d.By, func(by guards.Evidence) bool {
		text, same := r.Unit.File.Slice(r.Map.Origins.At(int(by.PC)).Span()), r.Unit.File.Slice(leaf.Span())
		return text == same || strings.HasSuffix(text, " "+same) // the last operand stands for all
	})
}

// asserts reports whether the statement says with `assert` what is known.
func (r *reporter) asserts() bool {
	call, ok := syntax.CallIn(r.stat).(*syntax.Call)
	return ok && r.Unit.File.Slice(call.Fn.Span()) == "assert"
}

// placesOf returns where what decides was found out in a way.
func (r *reporter) placesOf(d *guards.Decision, way guards.Way) (places []source.Span) {
	for _, by := range d.By {
		if by.Way == way {
			places = append(places, r.Map.Origins.At(int(by.PC)).Span())
		}
	}
	return places
}
