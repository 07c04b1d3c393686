package unusedfunction

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans removes a function that nothing can call, together with those that
// refer to it.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	ids := ring(b, f)
	title := "remove the unused function " + plan.Quote(b.Name(ids[0]))
	if len(ids) > 1 {
		title = "remove the unused functions " + b.Quoted(ids)
	}
	return []plan.Choice{b.Attempt(nil, func(s *plan.Script) (string, bool) {
		what, ok := s.RemoveVariables(ids)
		return title, ok && what == plan.KeptNothing
	})}
}

// ring returns the unused function of a finding and the unused functions that refer to it,
// directly or through one another.
func ring(b *plan.Original, f *analysis.Finding) []resolve.BindingID {
	holder := plan.Fact(b, func(b *plan.Original) holders { return findHolders(b, f.Code) })
	id := f.Subject.Binding
	ids := []resolve.BindingID{id}
	in := map[resolve.BindingID]bool{id: true}
	for k := 0; k < len(ids); k++ {
		b.Occurrences(ids[k], func(n *syntax.Name, ref *resolve.Ref) {
			if ref.Write || ref.Kind == resolve.Declaration {
				return
			}
			for fn := b.Unit.Tree.Funcs[b.Places()[b.Stat(n)].Func]; fn != nil; fn = fn.Parent {
				if user := holder[fn.ID]; user != 0 {
					if !in[user] {
						in[user] = true
						ids = append(ids, user)
					}
					return
				}
			}
		})
	}
	return ids
}

// holders is the variables that hold the functions which nothing can call.
type holders map[syntax.FuncID]resolve.BindingID

// findHolders returns the holders that findings of a code are about.
func findHolders(b *plan.Original, code string) holders {
	found := make(holders)
	for i := range b.Findings {
		f := &b.Findings[i]
		if f.Code != code {
			continue
		}
		if fn := functionOf(b, f.Subject.Stat, f.Span.Start); fn != nil {
			found[fn.ID] = f.Subject.Binding
		}
	}
	return found
}

// functionOf returns the function that a statement gives to the name at p.
func functionOf(b *plan.Original, id syntax.StatID, p source.Pos) *syntax.Function {
	if id == syntax.NoStat {
		return nil
	}
	switch s := b.Unit.Tree.Stats[id].(type) {
	case *syntax.LocalFunction:
		return s.Func
	case *syntax.FunctionStat:
		return s.Func
	}
	if a, ok := plan.AsAssignment(b.Unit.Tree.Stats[id]); ok {
		for i, t := range a.Targets {
			if t.Span().Start == p && i < len(a.Values) {
				fn, _ := a.Values[i].(*syntax.Function)
				return fn
			}
		}
	}
	return nil
}
