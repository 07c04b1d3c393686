package noeffectassignment

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/syntax"
)

// plans takes the target that gets its own value out of an assignment.
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
	return b.DropTargets(&a, gone, plan.Quote(b.Name(f.Subject.Binding)), func(_ *plan.Script, name string, _ plan.Kept) string {
		return "remove the assignment to " + name + ", which has that value"
	})
}
