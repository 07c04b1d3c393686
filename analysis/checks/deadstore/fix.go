package deadstore

import (
	"sort"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// plans takes away a value that nobody reads. If other functions share the variable the plans
// are interprocedural: that those do not need the value may only be seen where they change as
// well.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	choices := deadStore(b, f)
	if f.Subject.Binding != 0 && b.Binding(f.Subject.Binding).Captured {
		for _, c := range choices {
			for i := range c {
				c[i].Interprocedural = true
			}
		}
	}
	return choices
}

// deadStore returns the choices as if no other function shared the variable.
func deadStore(b *plan.Original, f *analysis.Finding) []plan.Choice {
	if f.Subject.Store < 0 || f.Subject.Stat == syntax.NoStat {
		return nil // what a caller or a loop gives
	}
	store := &b.Unit.Funcs[f.Subject.Func].Map.Stores[f.Subject.Store]
	stat := b.Unit.Tree.Stats[f.Subject.Stat]
	name := plan.Quote(b.Name(store.Binding))
	switch stat := stat.(type) {
	case *syntax.FunctionStat:
		return []plan.Choice{b.Attempt(nil, func(s *plan.Script) (string, bool) {
			s.Cut(stat)
			return deadStoreTitle(s, name, plan.KeptNothing), true
		})}
	case *syntax.LocalFunction:
		return []plan.Choice{b.Attempt(nil, func(s *plan.Script) (string, bool) {
			s.DeclareOnly(stat)
			return deadStoreTitle(s, name, plan.KeptNothing), true
		})}
	}
	a, ok := plan.AsAssignment(stat)
	if !ok {
		return nil
	}
	i := a.TargetOf(store.Name)
	if a.IsLocal {
		choices := b.AttemptForms(func(s *plan.Script) (string, plan.Kept, bool) {
			what, ok := s.Blank(&a, i)
			return deadStoreTitle(s, name, what), what, ok
		})
		if b.IsApart(store.Binding) {
			return choices
		}
		return inEitherWay(b.Joins(store.Binding), choices)
	}
	gone := make([]bool, len(a.Targets))
	gone[i] = true
	choices := b.DropTargets(&a, gone, name, deadStoreTitle)
	if all, names := deadTargets(b, f, &a); len(choices[0]) == 0 && all != nil {
		choices = b.DropTargets(&a, all, names, deadStoreTitle)
	}
	return choices
}

// inEitherWay returns the choices of two ways to do something: both, but only one for each of what
// is done by hand, that of the first if there is one.
func inEitherWay(first, second []plan.Choice) []plan.Choice {
	if len(first) == 0 {
		return second
	}
	both := []plan.Choice{first[0], second[0]}
	for i := range max(len(first), len(second)) - 1 {
		var c plan.Choice
		for _, choices := range [][]plan.Choice{first, second} {
			if i+1 < len(choices) {
				c = append(c, choices[i+1]...)
			}
		}
		both = append(both, c)
	}
	return both
}

func deadStoreTitle(s *plan.Script, names string, what plan.Kept) string {
	if title, ok := s.TitleByHand(what); ok {
		return title
	}
	if what == plan.KeptCalls {
		return "remove the assignment to " + names + ", keep the call"
	}
	return "remove the dead store to " + names
}

// deadTargets returns the targets of an assignment that findings of f's kind are about,
// with their names, if those are all of them.
func deadTargets(b *plan.Original, f *analysis.Finding, a *plan.Assignment) (gone []bool, names string) {
	gone = make([]bool, len(a.Targets))
	left := len(a.Targets)
	var ids []resolve.BindingID
	at := a.Stat.Span()
	first := sort.Search(len(b.Findings), func(i int) bool { return b.Findings[i].Span.Start >= at.Start })
	for i := first; i < len(b.Findings) && b.Findings[i].Span.Start < at.End; i++ {
		g := &b.Findings[i]
		if g.Code != f.Code || g.Subject.Func != f.Subject.Func || g.Subject.Stat != f.Subject.Stat {
			continue
		}
		name := b.Unit.Funcs[g.Subject.Func].Map.Stores[g.Subject.Store].Name
		if k := a.TargetOf(name); k >= 0 && !gone[k] {
			gone[k] = true
			left--
			ids = append(ids, g.Subject.Binding)
		}
	}
	if left > 0 {
		return nil, ""
	}
	return gone, b.Quoted(ids)
}
