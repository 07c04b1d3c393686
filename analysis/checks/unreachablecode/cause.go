package unreachablecode

import (
	"fmt"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What keeps control from a statement, in terms of the text.

// cause is a statement or condition that control does not come past.
type cause struct {
	at     source.Span
	here   string // said of that place
	reason string // said elsewhere, with the line
	// call: it is a call that never returns, or branches that each end in one.
	call bool
}

func (w *walker) cause(at source.Span, here, reason string) *cause {
	return &cause{at: at, here: here, reason: fmt.Sprintf(reason, w.Text.Line(at.Start))}
}

// leaves is why control does not come from a statement to the one after it.
func (w *walker) leaves(s syntax.Stat) *cause {
	switch s := s.(type) {
	case *syntax.Return:
		return w.cause(s.Span(), "the function returns here", "the function returns at line %d")
	case *syntax.Break:
		return w.cause(s.Span(), "leaves the loop here", "`break` at line %d leaves the loop")
	case *syntax.Goto:
		name := w.Unit.Tree.Str(s.Label)
		return w.cause(s.Span(), "jumps away here", "`goto "+name+"` at line %d jumps away")
	case *syntax.Do:
		if last := w.Text.LastWithCode(w.reachable(s.Body.Stats)); last != nil {
			return w.leaves(last)
		}
	case *syntax.If:
		return w.ifLeaves(s)
	case *syntax.While:
		return w.loopLeaves(s, s.Body)
	case *syntax.Repeat:
		return w.loopLeaves(s, s.Body)
	}
	if why := w.neverReturns(s); why != nil {
		return why
	}
	return w.cause(s.Span(), "execution never gets past this", "execution never gets past line %d")
}

// maxCallee is how long what is called may be, to be named.
const maxCallee = 30

// neverReturns returns the call in s from which control never comes back, as the cause of what
// is unreachable after s; nil if s has no such call, or nothing is known of values.
func (w *walker) neverReturns(s syntax.Stat) *cause {
	known, at := w.Facts.Constants(), w.Text.PCs(s)
	if known == nil {
		return nil
	}
	for pc := int(at.Start); pc < int(at.End); pc++ {
		if !effect.IsNonTailCall(w.Flow.Proto.Code[pc]) || !known.Stops(w.Flow, pc) {
			continue
		}
		name := "the call"
		if call, ok := s.(syntax.CallStat); ok {
			if c, ok := call.Call().(*syntax.Call); ok {
				if callee := w.Unit.File.Slice(c.Fn.Span()); len(callee) <= maxCallee && !strings.ContainsAny(callee, "\r\n") {
					name = "`" + callee + "`"
				}
			}
		}
		why := w.cause(w.firstLine(w.Map.Origins.At(pc).Span()), "never returns", name+" at line %d never returns")
		why.call = true
		return why
	}
	return nil
}

// reachable returns the statements of a block up to the first that cannot be reached.
func (w *walker) reachable(stats []syntax.Stat) []syntax.Stat {
	for i := range stats {
		if w.Waste.IsUnreachable(stats, i, w.reach) {
			return stats[:i]
		}
	}
	return stats
}

func (w *walker) ifLeaves(s *syntax.If) *cause {
	head := source.Span{Start: s.Start, End: s.Clauses()[0].Body.Start}
	why := w.cause(head, "no branch gets past this", "no branch of the `if` at line %d gets here")
	why.call = s.Else() != nil && w.endsInCall(s.Else())
	for i := range s.Clauses() {
		why.call = why.call && w.endsInCall(&s.Clauses()[i].Body)
	}
	return why
}

// endsInCall reports whether a call that never returns keeps control from the end of a
// block.
func (w *walker) endsInCall(b *syntax.Block) bool {
	last := w.Text.LastWithCode(w.reachable(b.Stats))
	return last != nil && w.leaves(last).call
}

// isForForm reports whether a statement returns nothing, or next to it, as people write
// after a call that never returns: for who reads, or for a tool that does not know of it.
func isForForm(s syntax.Stat) bool {
	ret, ok := s.(*syntax.Return)
	if !ok || len(ret.Exprs()) > 1 {
		return false
	}
	for _, e := range ret.Exprs() {
		l, ok := e.(*syntax.Literal)
		if !ok || l.Kind != syntax.Nil && l.Kind != syntax.False {
			return false
		}
	}
	return true
}

func (w *walker) loopLeaves(s syntax.Stat, body *syntax.Block) *cause {
	head := source.Span{Start: s.Span().Start, End: body.Start}
	return w.cause(head, "this loop never gets there",
		"the loop at line %d never gets here")
}

// alwaysTrue returns the condition that keeps control from what stands after some
// clauses: the first that is true by its text, or else the last.
func (w *walker) alwaysTrue(clauses []syntax.Clause) *cause {
	for i := range clauses {
		cond := clauses[i].Cond
		if textmap.IsTrue(cond) || i == len(clauses)-1 {
			return w.cause(cond.Span(), "always true", "the condition at line %d is always true")
		}
	}
	return nil
}
