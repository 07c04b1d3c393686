package neverread

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
)

// plans removes a variable with all that is assigned to it, or marks it as
// unused by its name.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	id := f.Subject.Binding
	v := b.Binding(id)
	if f.Severity == analysis.Hint { // other values of the same calls are in use
		return []plan.Choice{b.Rename(nil, id)}
	}
	choices := b.AttemptForms(func(s *plan.Script) (string, plan.Kept, bool) {
		what, ok := s.RemoveVariables([]resolve.BindingID{id})
		return neverReadTitle(b.Name(id), v, what), what, ok
	})
	return b.OrRename(choices, id)
}

func neverReadTitle(name string, v *resolve.Binding, what plan.Kept) string {
	assignments := "all assignments to " + plan.Quote(name)
	if v.Writes == 1 {
		assignments = "the assignment to " + plan.Quote(name)
	}
	if v.Kind == resolve.Local || v.Kind == resolve.LocalFunction {
		assignments = plan.Quote(name) + ", which is never read"
	}
	if what == plan.KeptCalls {
		return "remove " + assignments + ", keep the calls"
	}
	return "remove " + assignments
}
