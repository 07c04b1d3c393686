package plan

import (
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file defines fixes that take whole variables out of the program, or rename
// them.

// Quoted names variables in a title.
func (b *Original) Quoted(ids []resolve.BindingID) string {
	var names []string
	for i, id := range ids {
		if i == maxNamed {
			names = append(names, fmt.Sprintf("%d more", len(ids)-maxNamed))
			break
		}
		names = append(names, Quote(b.Name(id)))
	}
	return textmap.Join(names, "and")
}

// RemoveVariables deletes the declarations of variables and all assignments to them.
// Parameters and loop variables stay, without the assignments. ok is false if some
// store cannot be removed, or a read is left.
func (s *Script) RemoveVariables(ids []resolve.BindingID) (what Kept, ok bool) {
	gone := make(map[syntax.StatID][]bool) // the targets that go, by statement
	var order []syntax.StatID
	var reads []*syntax.Name
	for _, id := range ids {
		s.Occurrences(id, func(n *syntax.Name, ref *resolve.Ref) {
			if ref.Kind != resolve.Declaration && !ref.Write {
				reads = append(reads, n)
				return
			}
			stat := s.Stat(n)
			if ref.Kind == resolve.Declaration {
				stat = s.Binding(id).Stat
			}
			if stat == syntax.NoStat {
				return
			}
			a, isAssignment := AsAssignment(s.Unit.Tree.Stats[stat])
			if gone[stat] == nil {
				gone[stat] = make([]bool, max(len(a.Targets), 1))
				order = append(order, stat)
			}
			if isAssignment {
				gone[stat][a.TargetOf(n.ID)] = true
			}
		})
	}
	for _, stat := range order {
		now, ok := s.removeFrom(s.Unit.Tree.Stats[stat], gone[stat])
		if !ok {
			return what, false
		}
		what = max(what, now)
	}
	return what, s.cutsCover(reads)
}

// removeFrom takes targets out of a statement of any kind that stores.
func (s *Script) removeFrom(stat syntax.Stat, gone []bool) (what Kept, ok bool) {
	switch stat := stat.(type) {
	case *syntax.LocalFunction, *syntax.FunctionStat:
		s.Cut(stat)
		return KeptNothing, true
	case *syntax.Local, *syntax.Assign, *syntax.Compound:
		a, _ := AsAssignment(stat)
		return s.drop(&a, gone)
	}
	return KeptNothing, true // a loop, which keeps its variable
}

// cutsCover reports whether all of some names go with whole statements.
func (s *Script) cutsCover(names []*syntax.Name) bool {
	for _, n := range names {
		covered := false
		for _, c := range s.cuts {
			covered = covered || c.Covers(n.Span())
		}
		if !covered {
			return false
		}
	}
	return true
}

// OrRename adds the choice to mark a variable as unused by its name; by hand if values can
// go or be kept by hand: it hides that nobody needs what it holds.
func (b *Original) OrRename(choices []Choice, id resolve.BindingID) []Choice {
	if !slices.ContainsFunc(choices[1:], func(c Choice) bool { return len(c) > 0 }) {
		choices[0] = b.Rename(choices[0], id)
		return choices
	}
	renames := b.Rename(nil, id)
	for i := range renames {
		renames[i].ByHand = true
	}
	return append(choices, renames)
}

// Renamed marks a parameter or loop variable as unused by its name.
func Renamed(b *Original, f *analysis.Finding) []Choice {
	if f.Subject.Binding == 0 {
		return nil // `...`
	}
	return []Choice{b.Rename(nil, f.Subject.Binding)}
}

// Rename puts an underscore in front of the name of a variable that nobody reads,
// unless the new name is in use where the variable can be seen.
func (b *Original) Rename(c Choice, id resolve.BindingID) Choice {
	v := b.Binding(id)
	if v.Decl == nil || b.isInUse("_"+b.Name(id), v) {
		return c
	}
	return b.Attempt(c, func(s *Script) (string, bool) {
		s.extent = SomeNames
		name := "_" + b.Name(id)
		b.Occurrences(id, func(n *syntax.Name, _ *resolve.Ref) { s.Replace(n.Start, n.End, name) })
		for _, at := range s.annotated(v) {
			s.Replace(at.Start, at.End, name)
		}
		return "rename " + Quote(b.Name(id)) + " to " + Quote(name), true
	})
}

// isInUse reports whether a name occurs between the statement or function that
// declares v and the end of v's scope.
func (b *Original) isInUse(name string, v *resolve.Binding) bool {
	start := v.Decl.Start
	if v.Stat != syntax.NoStat {
		start = b.Unit.Tree.Stats[v.Stat].Span().Start
	} else if fn := b.Unit.Tree.Funcs[v.Func]; len(fn.Params) > 0 {
		start = fn.Params[0].Start
	}
	names := &b.Unit.Tree.Names
	for n := range names.From(names.Search(start)) {
		if n.Start >= v.Scope.End {
			break
		}
		if b.Unit.Tree.Str(n.Sym) == name {
			return true
		}
	}
	return false
}
