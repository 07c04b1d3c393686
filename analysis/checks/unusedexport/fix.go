package unusedexport

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/summary"
	"luaflow/compile/syntax"
)

// located is the summary of a file, for the fixes of several findings.
type located struct{ *summary.Located }

// plans removes a field with all that is assigned to it. What that does besides stays; that nothing uses the field no proof knows, as it looks
// at one file.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	s := plan.Fact(b, func(b *plan.Original) located { return located{summary.Locate("", b.Marked().Pass.Facts)} })
	k := slices.Index(s.ExportedAt, f.Span)
	if k < 0 {
		return nil
	}
	g := plan.Group{}
	for _, at := range s.WrittenAt[k] {
		store, ok := b.Marked().Pass.Text.FieldStoreAt(syntax.FuncID(at.Func), int(at.PC))
		if !ok {
			return nil
		}
		g.Fields = append(g.Fields, store)
	}
	title := "remove " + plan.Quote(b.Unit.File.Slice(f.Span)) + ", which nothing in the project uses"
	choices := b.RemoveGroup(&g, true, func(*plan.Remover) string { return title })
	for k, c := range choices {
		c = slices.DeleteFunc(c, func(p plan.Plan) bool { return p.Lossy }) // which would lose more than the field
		for i := range c {
			c[i].Lossy = true
		}
		choices[k] = c
	}
	return choices
}
