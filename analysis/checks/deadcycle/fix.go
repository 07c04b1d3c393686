package deadcycle

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans removes the stores of a cascade; or those of them that nothing reads, which
// leaves the others for a fix of their own.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	g := b.Marked().Cycle(f.Span.Start)
	if g == nil {
		return nil
	}
	choices := b.RemoveGroup(g, true, unneeded)
	if len(g.Unread) > 0 {
		part := &plan.Group{Stores: g.Unread}
		for _, interprocedural := range []bool{true, false} {
			choices[0] = append(choices[0], b.RemoveGroup(part, interprocedural, unneeded)[0]...)
		}
	}
	return choices
}

// unneeded returns the title of a fix that removes a cascade.
func unneeded(s *plan.Remover) string {
	if ids := s.Leaving(); len(ids) == len(s.Variables) {
		return "remove " + s.Quoted(ids) + ", which nothing needs"
	}
	return "remove the values of " + s.Quoted(s.Variables) + " that nothing needs"
}
