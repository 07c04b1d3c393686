package noeffectassignment

import (
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans takes the target that gets its own value out of an assignment, or lets two variables change places.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	a, ok := plan.AsAssignment(b.Unit.Tree.Stats[f.Subject.Stat])
	if !ok {
		return nil
	}
	gone := make([]bool, len(a.Targets))
	for i, t := range a.Targets {
		n, ok := t.(*syntax.Name)
		gone[i] = ok && n.Span() == f.Span
	}
	choices := b.DropTargets(&a, gone, plan.Quote(b.Name(f.Subject.Binding)), func(_ *plan.Script, name string, _ plan.Kept) string {
		return "remove the assignment to " + name + ", which has that value"
	})
	if swap := swapped(b, f); swap != nil {
		choices = append(choices, swap)
	}
	return choices
}

// swapped assigns to both variables at once where the assignment follows right on its opposite, as in `a = b b = a`; nil where it does
// not. That is what was likely meant, and another program.
func swapped(b *plan.Original, f *analysis.Finding) plan.Choice {
	at := b.Places()[f.Subject.Stat]
	before := at.Index - 1
	for before >= 0 && isEmpty(at.Block.Stats[before]) {
		before--
	}
	if before < 0 {
		return nil
	}
	x, ofX := copied(at.Block.Stats[before])
	y, ofY := copied(at.Block.Stats[at.Index])
	if x == nil || y == nil || x.Sym != ofY.Sym || y.Sym != ofX.Sym {
		return nil
	}
	between := source.Span{Start: ofX.End, End: y.Start}
	if strings.Trim(b.Unit.File.Slice(between), plan.White+";") != "" {
		return nil // a comment
	}
	return plan.Choice{{
		Title: "swap " + plan.Quote(b.Unit.Tree.Str(x.Sym)) + " and " + plan.Quote(b.Unit.Tree.Str(y.Sym)),
		Edits: []source.Edit{
			{Span: source.Span{Start: x.End, End: ofX.Start}, New: ", "},
			{Span: between, New: " = "},
			{Span: source.Span{Start: y.End, End: ofY.Start}, New: ", "},
		},
		Lossy: true, Mends: true,
	}}
}

// isEmpty reports whether a statement is a lone semicolon.
func isEmpty(s syntax.Stat) bool {
	_, ok := s.(*syntax.Empty)
	return ok
}

// copied returns the names in a statement that assigns one variable to another; nil if it does something else.
func copied(s syntax.Stat) (target, from *syntax.Name) {
	a, ok := s.(*syntax.Assign)
	if !ok || len(a.Targets()) != 1 || len(a.Values()) != 1 {
		return nil, nil
	}
	target, isName := a.Targets()[0].(*syntax.Name)
	from, ok = a.Values()[0].(*syntax.Name)
	if !isName || !ok {
		return nil, nil
	}
	return target, from
}
