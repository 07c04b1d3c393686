package fix

import (
	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines fixes that delete statements which do nothing, or nothing but to
// compute what nobody needs.

// redundantReturn deletes a `return` at the end of a function.
func redundantReturn(b *before, f *analysis.Finding) []choice {
	return []choice{b.cutOnly(b.unit.Tree.Stats[f.Subject.Stat], "remove the redundant `return`")}
}

// cutOnly returns the plan that deletes a statement.
func (b *before) cutOnly(stat syntax.Stat, title string) choice {
	return b.attempt(nil, func(s *script) (string, bool) {
		s.cut(stat)
		return title, true
	})
}

// discardedCall deletes a call of which nobody takes the result, but for what is done
// to compute its arguments.
func discardedCall(b *before, f *analysis.Finding) []choice {
	call, ok := b.unit.Tree.Stats[f.Subject.Stat].(syntax.CallStat)
	if !ok {
		return nil
	}
	title := "remove the call of " + quote(oneLine(b.unit.File.Slice(f.Span)))
	return b.attemptForms(func(s *script) (string, kept, bool) {
		parts := s.effects(call.Call(), nil)
		if len(parts) > 0 && parts[0] == call.Call() {
			return "", keptValues, false
		}
		what := s.leave(call, parts, []source.Span{call.Span()})
		if what == keptCalls {
			return title + ", keep the calls in it", what, true
		}
		return title, what, true
	})
}

// emptyBlock deletes what holds nothing: a `do` block, a semicolon, an `if` with its
// condition, or the last branch of one.
func emptyBlock(b *before, f *analysis.Finding) []choice {
	switch stat := b.unit.Tree.Stats[f.Subject.Stat].(type) {
	case *syntax.Do:
		return []choice{b.cutOnly(stat, "remove the empty block")}
	case *syntax.Empty:
		return []choice{b.cutOnly(stat, "remove the semicolon")}
	case *syntax.If:
		return b.attemptForms(func(s *script) (string, kept, bool) {
			title, what := s.clearIf(stat)
			s.leavesEmpty = false // what else is empty was so before
			return title, what, title != ""
		})
	}
	return nil
}
