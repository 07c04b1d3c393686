package discardedpurecall

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans deletes a call of which nobody takes the result, but for what is done
// to compute its arguments.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	call, ok := b.Unit.Tree.Stats[f.Subject.Stat].(syntax.CallStat)
	if !ok {
		return nil
	}
	title := "remove the call of " + plan.Quote(plan.OneLine(b.Unit.File.Slice(f.Span)))
	return b.AttemptForms(func(s *plan.Script) (string, plan.Kept, bool) {
		parts := s.Effects(call.Call(), nil)
		if len(parts) > 0 && parts[0] == call.Call() {
			return "", plan.KeptValues, false
		}
		what := s.Leave(call, parts, []source.Span{call.Span()})
		if what == plan.KeptCalls {
			return title + ", keep the calls in it", what, true
		}
		return title, what, true
	})
}
