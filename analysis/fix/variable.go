package fix

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/checks/unusedfunction"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines fixes that take whole variables out of the program, or rename
// them.

// neverRead removes a variable with all that is assigned to it, or marks it as
// unused by its name.
func neverRead(b *before, f *analysis.Finding) []choice {
	id := f.Subject.Binding
	v := b.binding(id)
	if f.Severity == analysis.Hint { // other values of the same calls are in use
		return []choice{b.rename(nil, id)}
	}
	choices := b.attemptForms(func(s *script) (string, kept, bool) {
		what, ok := s.removeVariables([]resolve.BindingID{id})
		return neverReadTitle(b.name(id), v, what), what, ok
	})
	return b.orRename(choices, id)
}

func neverReadTitle(name string, v *resolve.Binding, what kept) string {
	assignments := "all assignments to " + quote(name)
	if v.Writes == 1 {
		assignments = "the assignment to " + quote(name)
	}
	if v.Kind == resolve.Local || v.Kind == resolve.LocalFunction {
		assignments = quote(name) + ", which is never read"
	}
	if what == keptCalls {
		return "remove " + assignments + ", keep the calls"
	}
	return "remove " + assignments
}

// unusedFunction removes a function that nothing can call, together with those that
// refer to it.
func unusedFunction(b *before, f *analysis.Finding) []choice {
	ids := b.ring(f.Subject.Binding)
	title := "remove the unused function " + quote(b.name(ids[0]))
	if len(ids) > 1 {
		title = "remove the unused functions " + b.quoted(ids)
	}
	return []choice{b.attempt(nil, func(s *script) (string, bool) {
		what, ok := s.removeVariables(ids)
		return title, ok && what == keptNothing
	})}
}

// maxNamed is how many variables a title names.
const maxNamed = 3

// quoted names variables in a title.
func (b *before) quoted(ids []resolve.BindingID) string {
	var names []string
	for i, id := range ids {
		if i == maxNamed {
			names = append(names, fmt.Sprintf("%d more", len(ids)-maxNamed))
			break
		}
		names = append(names, quote(b.name(id)))
	}
	return textmap.Join(names, "and")
}

// ring returns an unused function and the unused functions that refer to it, directly or
// through one another.
func (b *before) ring(id resolve.BindingID) []resolve.BindingID {
	holder := b.unusedFunctions()
	ids := []resolve.BindingID{id}
	in := map[resolve.BindingID]bool{id: true}
	for k := 0; k < len(ids); k++ {
		b.occurrences(ids[k], func(n *syntax.Name, ref *resolve.Ref) {
			if ref.Write || ref.Kind == resolve.Declaration {
				return
			}
			for fn := b.unit.Tree.Funcs[b.places[b.stat(n)].fn]; fn != nil; fn = fn.Parent {
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

// unusedFunctions returns the variables that hold the functions which nothing can call.
func (b *before) unusedFunctions() map[syntax.FuncID]resolve.BindingID {
	b.holdersOnce.Do(func() {
		b.holders = make(map[syntax.FuncID]resolve.BindingID)
		for i := range b.findings {
			f := &b.findings[i]
			if f.Code != unusedfunction.Check.Code {
				continue
			}
			if fn := b.functionOf(f.Subject.Stat, f.Span.Start); fn != nil {
				b.holders[fn.ID] = f.Subject.Binding
			}
		}
	})
	return b.holders
}

// functionOf returns the function that a statement gives to the name at p.
func (b *before) functionOf(id syntax.StatID, p source.Pos) *syntax.Function {
	if id == syntax.NoStat {
		return nil
	}
	switch s := b.unit.Tree.Stats[id].(type) {
	case *syntax.LocalFunction:
		return s.Func
	case *syntax.FunctionStat:
		return s.Func
	}
	if a, ok := asAssignment(b.unit.Tree.Stats[id]); ok {
		for i, t := range a.targets {
			if t.Span().Start == p && i < len(a.values) {
				fn, _ := a.values[i].(*syntax.Function)
				return fn
			}
		}
	}
	return nil
}

// removeVariables deletes the declarations of variables and all assignments to them.
// Parameters and loop variables stay, without the assignments. ok is false if some
// store cannot be removed, or a read is left.
func (s *script) removeVariables(ids []resolve.BindingID) (what kept, ok bool) {
	gone := make(map[syntax.StatID][]bool) // the targets that go, by statement
	var order []syntax.StatID
	var reads []*syntax.Name
	for _, id := range ids {
		s.occurrences(id, func(n *syntax.Name, ref *resolve.Ref) {
			if ref.Kind != resolve.Declaration && !ref.Write {
				reads = append(reads, n)
				return
			}
			stat := s.stat(n)
			if ref.Kind == resolve.Declaration {
				stat = s.binding(id).Stat
			}
			if stat == syntax.NoStat {
				return
			}
			a, isAssignment := asAssignment(s.unit.Tree.Stats[stat])
			if gone[stat] == nil {
				gone[stat] = make([]bool, max(len(a.targets), 1))
				order = append(order, stat)
			}
			if isAssignment {
				gone[stat][a.targetOf(n.ID)] = true
			}
		})
	}
	for _, stat := range order {
		now, ok := s.removeFrom(s.unit.Tree.Stats[stat], gone[stat])
		if !ok {
			return what, false
		}
		what = max(what, now)
	}
	return what, s.cutsCover(reads)
}

// removeFrom takes targets out of a statement of any kind that stores.
func (s *script) removeFrom(stat syntax.Stat, gone []bool) (what kept, ok bool) {
	switch stat := stat.(type) {
	case *syntax.LocalFunction, *syntax.FunctionStat:
		s.cut(stat)
		return keptNothing, true
	case *syntax.Local, *syntax.Assign:
		a, _ := asAssignment(stat)
		return s.drop(&a, gone)
	}
	return keptNothing, true // a loop, which keeps its variable
}

// cutsCover reports whether all of some names go with whole statements.
func (s *script) cutsCover(names []*syntax.Name) bool {
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

// renamed marks a parameter or loop variable as unused by its name.
func renamed(b *before, f *analysis.Finding) []choice {
	if f.Subject.Binding == 0 {
		return nil // `...`
	}
	return []choice{b.rename(nil, f.Subject.Binding)}
}

// rename puts an underscore in front of the name of a variable that nobody reads,
// unless the new name is in use where the variable can be seen.
func (b *before) rename(c choice, id resolve.BindingID) choice {
	v := b.binding(id)
	if v.Decl == nil || b.isTaken("_"+b.name(id), v) {
		return c
	}
	return b.attempt(c, func(s *script) (string, bool) {
		s.extent = someNames
		name := "_" + b.name(id)
		b.occurrences(id, func(n *syntax.Name, _ *resolve.Ref) { s.replace(n.Start, n.End, name) })
		for _, at := range s.annotated(v) {
			s.replace(at.Start, at.End, name)
		}
		return "rename " + quote(b.name(id)) + " to " + quote(name), true
	})
}

// isTaken reports whether a name occurs between the statement or function that
// declares v and the end of v's scope.
func (b *before) isTaken(name string, v *resolve.Binding) bool {
	start := v.Decl.Start
	if v.Stat != syntax.NoStat {
		start = b.unit.Tree.Stats[v.Stat].Span().Start
	} else if fn := b.unit.Tree.Funcs[v.Func]; len(fn.Params) > 0 {
		start = fn.Params[0].Start
	}
	names := &b.unit.Tree.Names
	for n := range names.From(names.Behind(start)) {
		if n.Start >= v.Scope.End {
			break
		}
		if b.unit.Tree.Str(n.Sym) == name {
			return true
		}
	}
	return false
}
