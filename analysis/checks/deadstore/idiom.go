package deadstore

import (
	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/compile/srcmap"
)

// Dead stores that people write on purpose.

// isInitialiser reports whether the store is the declaration of a variable with one
// of the values that, beside nil, stand for "not known yet": false, 0, "" and {}.
func isInitialiser(p *analysis.Pass, s *srcmap.StoreRec, v textmap.Value) bool {
	return s.Kind == srcmap.Init && !v.IsNil() && p.Text.IsPlaceholder(v.Expr)
}

// isNilInit reports whether the store is a declaration with nil, which is what the
// variable would begin with anyway.
func isNilInit(s *srcmap.StoreRec, v textmap.Value) bool {
	return s.Kind == srcmap.Init && v.IsNil()
}

// isRelease reports whether the store is an assignment of nil: it lets go of the
// value that was there.
func isRelease(s *srcmap.StoreRec, v textmap.Value) bool {
	return s.Kind == srcmap.Assign && v.IsNil()
}

// canRun reports whether, after a store and before its variable is overwritten or
// ends, there may be a call, a metamethod or an allocation: something that takes
// time or memory while the value that was let go of is not needed.
func canRun(p *analysis.FuncPass, s *srcmap.StoreRec) bool {
	v := p.Flow.Variable(int(s.PCs.End), int(s.Reg))
	if v < 0 || p.Map.Locals[v] != s.Binding {
		return false
	}
	scope, reg := p.Flow.Proto.Locals[v], int(s.Reg)
	w := p.Flow.Walk(int(s.PCs.End), len(p.Flow.Graph.Blocks)+1, func(_, pc int) flow.Next {
		switch {
		case int32(pc) < scope.StartPC || int32(pc) >= scope.EndPC:
			return flow.EndPath
		case effect.Actions(p.Flow.Proto.Code[pc])&(effect.RunsCode|effect.Allocates) != 0:
			return flow.Stop
		case effect.Defs(p.Flow.Proto, pc).Has(reg):
			return flow.EndPath
		}
		return flow.GoOn
	}, nil)
	return w.Stopped
}
