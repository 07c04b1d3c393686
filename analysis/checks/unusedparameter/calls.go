package unusedparameter

import (
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Functions all of whose calls are known: a local variable holds the function for all of
// its life, and every occurrence of the variable is called.

// isCalledHere reports whether a function is called in this file, and by nothing else.
func (p *look) isCalledHere(fn syntax.FuncID) bool {
	if p.called == nil {
		p.called = make(map[syntax.FuncID]bool)
		calls := p.calls()
		p.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
			b := &p.Unit.Res.Bindings[s.Binding]
			if s.Kind != srcmap.FunctionInit && s.Kind != srcmap.Init || b.Writes > 0 || b.Exposed ||
				b.Reads == 0 || calls[s.Binding] != b.Reads || p.IsUnusedFunction(s.Binding) {
				return
			}
			if f, ok := p.ValueOf(s).Expr.(*syntax.Function); ok {
				p.called[f.ID] = true
			}
		})
	}
	return p.called[fn]
}

// calls counts, by binding, the calls of what it holds.
func (p *look) calls() map[resolve.BindingID]int32 {
	calls := make(map[resolve.BindingID]int32)
	var visit func(syntax.Node)
	visit = func(n syntax.Node) {
		if call, ok := n.(*syntax.Call); ok {
			if name, ok := call.Fn.(*syntax.Name); ok {
				calls[p.Unit.Res.Refs[name.ID].Binding]++
			}
		}
		syntax.Children(n, visit)
	}
	visit(p.Unit.Tree.Main)
	return calls
}
