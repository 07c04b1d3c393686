package nilindex

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans returns the call in an `assert`, which raises an error that says why. That is another error, so that it is only
// offered.
func plans(_ *plan.Original, f *analysis.Finding) []plan.Choice {
	if f.Subject.Stat == syntax.NoStat {
		return nil
	}
	call := f.Related[0].Span
	edits := []source.Edit{plan.Insertion(call.Start, "assert("), plan.Insertion(call.End, ")")}
	return []plan.Choice{{{Title: "put the call in `assert`", Edits: edits, Lossy: true, Mends: true}}}
}
