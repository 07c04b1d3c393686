package writeonlytable

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans removes a table with all that fills it.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	g := b.Marked().Table(f.Span.Start)
	if g == nil {
		return nil
	}
	title := "remove the table " + plan.Quote(b.Unit.File.Slice(f.Span)) + ", which is never read"
	choices := b.RemoveGroup(g, true, func(*plan.Remover) string { return title })
	if g.Lossy {
		for _, c := range choices {
			for i := range c {
				c[i].Lossy = true
				c[i].Title += "; filling it may have raised an error"
			}
		}
	}
	if g.Anchor {
		for _, c := range choices {
			for i := range c {
				c[i].Lossy = true
				c[i].Title += "; it may be there to keep its contents alive"
			}
		}
	}
	return choices
}
