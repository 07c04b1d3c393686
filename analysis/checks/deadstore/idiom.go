package deadstore

import (
	"luaflow/analysis"
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/textmap"
	"luaflow/compile/bytecode"
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
	w := walk{FuncPass: p, reg: int(s.Reg), scope: p.Flow.Proto.Locals[v]}
	w.step(int(s.PCs.End))
	for len(w.todo) > 0 && !w.ran {
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.step(int(p.Flow.Graph.Blocks[next].Start))
	}
	return w.ran
}

// walk goes forward from a store, inside the scope of its variable.
type walk struct {
	*analysis.FuncPass
	reg   int
	scope bytecode.LocalVar
	ran   bool // it met something that runs
	seen  map[cfg.BlockID]bool
	todo  []cfg.BlockID
}

// step looks at the block of pc from there on.
func (w *walk) step(pc int) {
	g, proto := &w.Flow.Graph, w.Flow.Proto
	b := g.Block(pc)
	for ; pc < int(g.Blocks[b].End); pc++ {
		switch {
		case int32(pc) < w.scope.StartPC || int32(pc) >= w.scope.EndPC:
			return
		case effect.Actions(proto.Code[pc])&(effect.RunsCode|effect.Allocates) != 0:
			w.ran = true
			return
		case effect.Defs(proto, pc).Has(w.reg):
			return
		}
	}
	for _, to := range g.Succs(b) {
		if !w.seen[to] {
			if w.seen == nil {
				w.seen = map[cfg.BlockID]bool{}
			}
			w.seen[to] = true
			w.todo = append(w.todo, to)
		}
	}
}
