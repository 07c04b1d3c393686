package unusedlocal

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/syntax"
)

// plans removes a declaration that nothing refers to, or marks it as unused by
// its name where it holds the place of another.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	id := f.Subject.Binding
	a, ok := plan.AsAssignment(b.Unit.Tree.Stats[f.Subject.Stat])
	if !ok {
		return nil
	}
	i := a.TargetOf(b.Binding(id).Decl.ID)
	name := plan.Quote(b.Name(id))
	if all := unusedTargets(b, &a); all != nil {
		return append(b.DropTargets(&a, all, name, unusedTitle), dropRequire(b, &a)...)
	}
	gone := make([]bool, len(a.Targets))
	gone[i] = true
	if a.IsSecondary(i) {
		return []plan.Choice{b.Rename(nil, id)}
	}
	choices := b.DropTargets(&a, gone, name, unusedTitle)
	isCall := i < len(a.Values) && plan.AsCall(a.Values[i]) != nil
	if isCall || len(choices) == 1 {
		choices[0] = b.Rename(choices[0], id)
		return choices[:1]
	}
	return b.OrRename(choices, id)
}

func unusedTitle(s *plan.Script, name string, what plan.Kept) string {
	if title, ok := s.TitleByHand(what); ok {
		return title
	}
	if what == plan.KeptCalls {
		return "remove the unused local " + name + ", keep the call"
	}
	return "remove the unused local " + name
}

// unusedTargets returns all targets of a declaration if nothing refers to any of them.
func unusedTargets(b *plan.Original, a *plan.Assignment) []bool {
	gone := make([]bool, len(a.Targets))
	for i, t := range a.Targets {
		v := b.Binding(b.Unit.Res.Refs[t.(*syntax.Name).ID].Binding)
		if v.Reads > 0 || v.Writes > 0 || v.Exposed {
			return nil
		}
		gone[i] = true
	}
	return gone
}

// dropRequire deletes a declaration with a call of require, which most likely nobody
// wants.
func dropRequire(b *plan.Original, a *plan.Assignment) []plan.Choice {
	if len(a.Values) != 1 {
		return nil
	}
	call, ok := requireIn(b, a.Values[0])
	if !ok {
		return nil
	}
	s := b.NewScript()
	s.Cut(a.Stat)
	title := "delete; " + s.Excerpts([]syntax.Expr{call}) + " may have done something"
	return []plan.Choice{{{Title: title, Edits: s.Finish(), Lossy: true}}}
}

// requireIn returns the call of require that an expression consists of, but for reads of fields.
func requireIn(b *plan.Original, e syntax.Expr) (call *syntax.Call, ok bool) {
	if p, isParen := e.(*syntax.Paren); isParen {
		return requireIn(b, p.X)
	}
	if obj, key := plan.Indexed(e); obj != nil {
		if key != nil && !b.IsPure(key) {
			return nil, false
		}
		return requireIn(b, obj)
	}
	call, ok = e.(*syntax.Call)
	if !ok {
		return nil, false
	}
	fn, isName := call.Fn.(*syntax.Name)
	ok = isName && b.IsStandard(fn) && b.Unit.Tree.Str(fn.Sym) == "require" && len(call.Args()) == 1 && b.IsPure(call.Args()[0])
	return call, ok
}
