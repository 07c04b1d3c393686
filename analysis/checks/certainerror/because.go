package certainerror

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/guards"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
)

// Why an operand is what it is: where tests have found that, or where it was made so.

// because adds to a finding what tells that an operand of the instruction at pc is what it is: tests, or where it is made.
func (r *reporter) because(f *analysis.Finding, pc int, o *operand) {
	var tests []source.Span
	for _, e := range o.by {
		if e.Way == guards.Tested {
			tests = append(tests, r.Map.Origins.At(int(e.PC)).Span())
		}
	}
	if len(tests) > 0 {
		f.Message += ", as tested " + r.Text.AtLines(tests)
		f.Related = analysis.Point(tests, "tested here")
		return
	}
	made := r.made(pc, o)
	f.Related = analysis.Point(made, "it gets the value here")
	if slices.ContainsFunc(made, func(at source.Span) bool { return r.Text.Line(at.Start) != r.Text.Line(f.Span.Start) }) {
		f.Message += ", from " + r.Text.AtLinesOf("line", made)
	}
}

// made returns the places where an operand of the instruction at pc may get its value, in the order of the text; nil if it is
// written in the operation.
func (r *reporter) made(pc int, o *operand) (places []source.Span) {
	visit := func(from *witness.Origin) (goOn bool) {
		at, isCopy := r.placeOf(from)
		if !isCopy && !r.Map.Origins.At(pc).Span().Covers(at) && !slices.Contains(places, at) {
			places = append(places, at)
		}
		return isCopy
	}
	if upvalue, how := effect.Upvalue(r.Flow.Proto.Code[pc]); o.v >= 0 {
		r.origins.OfValue(r.ID, o.v, pc, visit)
	} else if how != 0 {
		r.origins.OfUpvalue(r.ID, upvalue, pc, o.is, visit)
	}
	slices.SortFunc(places, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	return places
}

// placeOf returns the place in the text of what gives a value, and whether it only hands on what another place gives.
func (r *reporter) placeOf(from *witness.Origin) (at source.Span, isCopy bool) {
	switch {
	case from.Kind == witness.ByCallee:
		return r.Text.Header(from.Func), false
	case from.Kind == witness.ByTable:
		return r.origins.Created(from)[0], false
	case from.Rec != nil && r.Text.IsImplicitNil(from.Rec):
		return r.Text.NameSpan(from.Rec.Name), false
	case from.Kind == witness.ByOther && len(witness.ValuesOf(r.Waste.Parts, from.Func, from.Rec)) == 0:
		return r.Text.StoredAt(from.Rec), false
	case from.Kind == witness.ByOther:
		return source.NoSpan, true
	}
	switch effect.ReferenceOf(r.Facts.Code.Funcs[from.Func].Proto.Code[from.PC]) {
	case effect.Copies, effect.ReadsUpvalue:
		return source.NoSpan, true
	}
	return r.Unit.Funcs[from.Func].Map.Origins.At(from.PC).Span(), false
}
