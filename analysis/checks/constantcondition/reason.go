package constantcondition

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What is said of a condition, and when nothing is.

// truth: a condition asks whether its leaf is true.
//
// Of the operators `not` one turns round which way a test goes, and the others are instructions
// in front of it.
func (r *reporter) truth(b *branch, n, parent syntax.Expr, o *operand) {
	leaf := b.holds != witness.IsNegated(r.Pass.Waste, r.Flow, b.pc)
	holds := leaf != ((o.inside+o.ahead)%2 > 0)
	if b.guard != nil {
		r.byGuard(b, parent, holds, o)
		return
	}
	switch e := o.leaf.(type) {
	case *syntax.Name, *syntax.Field, *syntax.Index:
		if isKnown(r.Operand(r.Flow, b.pc, 0)) && !r.isUpdate(e) {
			r.reportOrigins(holds, o, r.trace(b.pc, e))
		}
	case *syntax.Unary, *syntax.Binary, *syntax.Call:
		if leaf {
			r.result(b, n, parent, holds, o)
		}
	}
}

// result: a condition asks whether the result of an operator or of a standard function, which is its leaf, is true. It always
// is.
func (r *reporter) result(b *branch, n syntax.Expr, parent syntax.Expr, holds bool, o *operand) {
	by := witness.MadeBy(r.Pass.Waste, r.Flow, b.pc)
	if by < 0 {
		return
	}
	if _, isCall := o.leaf.(*syntax.Call); isCall && r.Operand(r.Flow, by, 0).Name() == 0 {
		return
	}
	f := r.Finding(r.ID, o.whole.Span())
	is := noun(r.Operand(r.Flow, b.pc, 0))
	if b.unlessMetamethod {
		is = witness.ResultNoun(o.leaf) + ", unless a metamethod is called"
	}
	gives := fmt.Sprintf("`%s` gives %s", witness.OneLine(r.Unit.File.Slice(o.leaf.Span())), is)
	var meant string
	if or, ok := parent.(*syntax.Binary); ok && or.Op == syntax.Or && or.X == n && holds {
		f.Message = "the right side of `or` is never used: " + gives
		if or.X == o.leaf {
			meant = meantByOr(r.Unit, or)
		}
	} else {
		decide(&f, holds, b.unlessMetamethod, gives)
		f.Fades = r.neverRun(o.leaf)
		meant = meantByType(r.Unit, o.leaf)
	}
	if meant != "" {
		f.Subject.Stat = r.stat.ID()
		f.Message += fmt.Sprintf("; `%s` may be meant", meant)
		f.Severity = analysis.Warning
	}
	if b.unlessMetamethod {
		f.Severity, f.Fades = analysis.Hint, nil
	}
	r.Report(f)
}

// comparison: the leaf of a condition, c, compares.
func (r *reporter) comparison(b *branch, parent syntax.Expr, o *operand, c *syntax.Binary) {
	x, y := r.compared(b.pc)
	holds := b.holds != (c.Op == syntax.Ne) != ((o.inside+o.ahead)%2 > 0)
	if b.slip != nil {
		f := r.Finding(r.ID, o.whole.Span())
		f.Severity = analysis.Warning
		f.Subject.Stat = r.stat.ID()
		decide(&f, holds, false, b.slip.String())
		r.Report(f)
		return
	}
	if b.guard != nil {
		r.byGuard(b, parent, holds, o)
		return
	}
	if b.apart != nil {
		r.byApart(b, holds, o, c)
		return
	}
	t := r.trace(b.pc, c)
	switch {
	case t.silent:
	case x.Name() != 0 && y.Name() != 0:
		// `_ENV == _G` asks what runs the program
	case isKnown(x) && isKnown(y) && len(t.origins) > 0:
		r.reportOrigins(holds, o, t)
	case isNegated(c.X):
		// that is for negated-comparison to report
	case kinds(x)&kinds(y) == 0 && !isCautious(c, x, y) && !(isLiteral(c.X) && isLiteral(c.Y)):
		r.report(holds, o, noun(x)+" never equals "+noun(y), nil)
	}
}

// byApart reports a comparison that comes out the same because of how it is written.
func (r *reporter) byApart(b *branch, holds bool, o *operand, c *syntax.Binary) {
	if holds && r.asserts() || isNegated(c.X) {
		return
	}
	f := r.Finding(r.ID, o.whole.Span())
	decide(&f, holds, b.unlessMetamethod, b.apart.String())
	if b.apart.IsSlip {
		f.Severity = analysis.Warning
	}
	r.Report(f)
}

// isNegated reports whether a `not` stands in front of the first operand of a comparison.
func isNegated(e syntax.Expr) bool {
	not, ok := e.(*syntax.Unary)
	return ok && not.Op == syntax.Not
}

// compared returns the values that the comparison at pc compares, as they stand in it.
func (r *reporter) compared(pc int) (x, y value.Value) {
	i, next := r.Flow.Proto.Code[pc], 0
	operand := func(rk int) value.Value {
		if bytecode.IsK(rk) {
			return r.Pool().OfConstant(r.Flow.Proto.Constants[bytecode.KIndex(rk)])
		}
		next++
		return r.Operand(r.Flow, pc, next-1)
	}
	x = operand(i.B())
	return x, operand(i.C())
}

// isCautious reports whether a comparison with nil asks a variable whether it holds a
// value: that it always does is good to know, and no reason not to ask.
func isCautious(c *syntax.Binary, x, y value.Value) bool {
	e := c.X
	switch value.Nil {
	case x.Types():
		e = c.Y
	case y.Types():
	default:
		return false
	}
	for {
		switch x := e.(type) {
		case *syntax.Name, *syntax.Field, *syntax.Index:
			return true
		case *syntax.Paren:
			e = x.X
			continue
		}
		return false
	}
}

// loop: a numeric loop is not entered.
func (r *reporter) loop(b *branch, s *syntax.NumericFor) {
	t := r.trace(b.pc+r.Flow.Proto.Code[b.pc].SBx(), nil) // FORPREP
	from, to := r.Unit.File.Slice(s.From.Span()), r.Unit.File.Slice(s.To.Span())
	isWritten := len(t.origins) == 0 && isLiteral(s.From) && isLiteral(s.To) && (s.Step == nil || isLiteral(s.Step)) &&
		!(from == "1" && to == "0") // what is left of a loop that was switched off
	if t.silent || len(t.origins) == 0 && !isWritten {
		return
	}
	f := r.Finding(r.ID, source.Span{Start: s.From.Span().Start, End: s.To.Span().End})
	f.Message = "the loop never runs: " + t.String()
	switch {
	case isWritten && s.Step != nil && r.Unit.File.Slice(s.Step.Span()) == "0":
		f.Message = "the loop never runs: its step is 0"
	case isWritten:
		f.Message = fmt.Sprintf("the loop never runs: it starts at %s, beyond %s", from, to)
	default: // else it is likely to be meant otherwise, rather than not at all
		f.Subject.Condition = value.Never
	}
	f.Subject.Stat = s.ID()
	t.complete(&f)
	r.Report(f)
}

// reportOrigins reports a condition that is decided by what variables and fields hold.
func (r *reporter) reportOrigins(holds bool, o *operand, t *trace) {
	if !t.silent && len(t.origins) > 0 {
		r.report(holds, o, t.String(), t)
	}
}

// report reports that a condition, the `not`s included, always holds, or never.
func (r *reporter) report(holds bool, o *operand, reason string, t *trace) {
	f := r.Finding(r.ID, o.whole.Span())
	decide(&f, holds, false, reason)
	if t != nil {
		t.complete(&f)
	}
	f.Fades = r.neverRun(o.leaf)
	r.Report(f)
}

// String returns what the variables and fields hold, and since when.
func (t *trace) String() string {
	var parts []string
	for i := range t.origins {
		o := &t.origins[i]
		text := fmt.Sprintf("`%s` is %s", o.name, t.format(o.value))
		if len(o.places) > 0 {
			text += ", " + o.by.String() + " " + t.Text.AtLines(o.places)
		}
		parts = append(parts, text)
	}
	return textmap.Join(parts, "and")
}

// complete adds the places to a finding, and what it is about.
func (t *trace) complete(f *analysis.Finding) {
	for i := range t.origins {
		o := &t.origins[i]
		f.Related = append(f.Related, analysis.Point(o.places, o.by.place())...)
	}
	if len(t.origins) == 1 {
		f.Subject.Binding = t.origins[0].binding
	}
}

// format returns a value as a person would write it.
func (t *trace) format(v value.Value) string {
	const longest = 40
	if v.IsConstant() {
		if text := t.Pool().Format(v); len(text) <= longest {
			return text
		}
	} else if v.Is(falsy) {
		return "nil or false"
	}
	return noun(v)
}

// kinds returns the types of v as `type` names them.
func kinds(v value.Value) value.Types {
	t := v.Types()
	for _, kind := range [...]value.Types{value.Boolean, value.Number} {
		if t&kind != 0 {
			t |= kind
		}
	}
	return t
}

// noun returns a word for values of the types of v: "nil", "a string", "a number or a
// table".
func noun(v value.Value) string {
	t := v.Types()
	if v.Name() != 0 {
		t &^= value.Nil // that there might be none is beside the point
	}
	var words []string
	for _, kind := range [...]struct {
		types value.Types
		word  string
	}{
		{value.Nil, "nil"}, {value.Boolean, "a boolean"}, {value.Number, "a number"}, {value.String, "a string"},
		{value.Table, "a table"}, {value.Function, "a function"}, {value.Other, "a userdata or thread"},
	} {
		if t&kind.types != 0 {
			words = append(words, kind.word)
		}
	}
	return textmap.Join(words, "or")
}

// neverRun returns the blocks that are never executed of the statement that asks e.
func (r *reporter) neverRun(e syntax.Expr) (fades []source.Span) {
	add := func(b *syntax.Block) {
		executed := waste.ReachOf(func(pc int) bool { return r.Executable(r.Flow, pc) })
		for i, s := range b.Stats {
			if !r.Text.PCs(s).Empty() {
				if r.Waste.IsUnreachable(b.Stats, i, executed) && !r.Waste.IsUnreachableInGraph(b.Stats, i) {
					fades = append(fades, source.Span{Start: s.Span().Start, End: b.Stats[len(b.Stats)-1].Span().End})
				}
				return
			}
		}
	}
	switch st := r.stat.(type) {
	case *syntax.While:
		add(st.Body)
	case *syntax.If:
		asked := false
		clauses := st.Clauses()
		for i := range clauses {
			asked = asked || clauses[i].Cond.Span().Covers(e.Span())
			if asked {
				add(&clauses[i].Body)
			}
		}
		if final := st.Else(); final != nil {
			add(final)
		}
	}
	return fades
}
