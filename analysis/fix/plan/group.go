package plan

import (
	"cmp"
	"slices"

	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how stores are removed which are there for one another: of
// variables that are read only to compute one another, of a table that is filled and
// never read. A variable goes with its declaration if nothing is left that uses it.

// Remover is a script that removes a group.
type Remover struct {
	*Script
	group     *Group
	Variables []resolve.BindingID // that the group stores to, in the order of its stores
	known     map[resolve.BindingID]bool
	stays     map[resolve.BindingID]bool // those whose declaration is left
	kept      Kept
	// By statement: the targets that go, and those that are declared without a value.
	gone, blank map[syntax.StatID][]bool
	order       []syntax.StatID
}

// RemoveGroup returns the choices that remove a group, as those of AttemptForms; what has no
// effect they ask the marking, if interprocedural, or else the text alone.
func (b *Original) RemoveGroup(g *Group, interprocedural bool, title func(*Remover) string) []Choice {
	plain, what := b.groupPlan(g, plainLocal, interprocedural, title)
	if len(plain) == 0 || !plain[0].ByHand {
		return []Choice{plain}
	}
	if what == KeptValues {
		scoped, _ := b.groupPlan(g, scopedLocal, interprocedural, title)
		plain = append(plain, scoped...)
	}
	lossy, _ := b.groupPlan(g, noLocal, interprocedural, title)
	return []Choice{nil, slices.DeleteFunc(lossy, func(p Plan) bool { return !p.Lossy }), plain}
}

// groupPlan returns the plan that removes a group in one form, or none.
func (b *Original) groupPlan(g *Group, form localForm, interprocedural bool, title func(*Remover) string) (c Choice, what Kept) {
	s, edits := b.removal(g, form, interprocedural)
	if s == nil {
		return nil, KeptNothing
	}
	text := title(s)
	if s.kept == KeptCalls {
		text += ", keep the calls"
	}
	p := Plan{Title: s.caveat(text), Edits: edits, Moves: s.moves, Interprocedural: interprocedural, Locals: s.locals}
	p.ByHand, p.Lossy = s.isByHand()
	return Choice{p}, s.kept
}

// maxAttempts is how often variables are found that must stay because of what is left
// when others do.
const maxAttempts = 8

// removal finds which variables can go, beginning with all of them; nil if the stores
// cannot be removed.
func (b *Original) removal(g *Group, form localForm, interprocedural bool) (*Remover, []source.Edit) {
	stays := make(map[resolve.BindingID]bool)
	for range maxAttempts {
		s := &Remover{
			Script: b.NewScript(), group: g, stays: stays,
			known: make(map[resolve.BindingID]bool),
			gone:  make(map[syntax.StatID][]bool), blank: make(map[syntax.StatID][]bool),
		}
		s.form, s.interprocedural = form, interprocedural
		if !s.run() || s.isStuck {
			return nil, nil
		}
		edits := s.Finish()
		if len(edits) == 0 {
			return nil, nil // there is no exact way for any statement
		}
		if !s.findUsed(edits) {
			return s, edits
		}
	}
	return nil, nil
}

// Leaving returns the variables whose declarations go.
func (s *Remover) Leaving() []resolve.BindingID {
	var ids []resolve.BindingID
	for _, id := range s.Variables {
		if !s.stays[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// findUsed finds variables of which some use is left, and reports whether any is new.
func (s *Remover) findUsed(edits []source.Edit) (changed bool) {
	for n := range s.Unit.Tree.Names.All() {
		ref := &s.Unit.Res.Refs[n.ID]
		if !s.known[ref.Binding] || s.stays[ref.Binding] || ref.Kind == resolve.ToGlobal {
			continue
		}
		i, found := slices.BinarySearchFunc(edits, n.Start, func(e source.Edit, p source.Pos) int { return cmp.Compare(e.Span.Start, p) })
		if !found {
			i--
		}
		if i < 0 || !edits[i].Span.Covers(n.Span()) {
			s.stays[ref.Binding] = true
			changed = true
		}
	}
	return changed
}

// run removes the stores of the group, and reports whether all can be removed.
func (s *Remover) run() (ok bool) {
	for _, n := range s.group.Stores {
		name := s.Unit.Tree.Names.At(n)
		id := s.Unit.Res.Refs[n].Binding
		if !s.known[id] {
			s.known[id] = true
			s.Variables = append(s.Variables, id)
		}
		if !s.mark(s.Stat(name), n, id) {
			return false
		}
	}
	for _, id := range s.Variables {
		switch v := s.Binding(id); v.Kind {
		case resolve.Local, resolve.LocalFunction:
			if !s.stays[id] && !s.mark(v.Stat, v.Decl.ID, id) {
				return false
			}
		default:
			s.stays[id] = true
		}
	}
	for i := range s.group.Fields {
		if f := &s.group.Fields[i]; !s.markField(f) {
			return false
		}
	}
	for _, call := range s.group.calls {
		span := call.Span()
		s.kept = max(s.kept, s.Leave(call, s.Effects(call.Call(), nil), []source.Span{span}))
	}
	for _, stat := range s.order {
		s.removeMarked(s.Unit.Tree.Stats[stat], s.gone[stat], s.blank[stat])
	}
	return true
}

// targets returns the lists of targets of a statement that go and that are blanked.
func (s *Remover) targets(stat syntax.StatID, n int) (gone, blank []bool) {
	if s.gone[stat] == nil {
		s.gone[stat], s.blank[stat] = make([]bool, n), make([]bool, n)
		s.order = append(s.order, stat)
	}
	return s.gone[stat], s.blank[stat]
}

// mark notes that a statement is to store no value to a variable, and reports whether it is one
// that stores to it. A declaration that stays loses its value only.
func (s *Remover) mark(stat syntax.StatID, name syntax.NameID, id resolve.BindingID) bool {
	if stat == syntax.NoStat {
		return false
	}
	a, isAssignment := AsAssignment(s.Unit.Tree.Stats[stat])
	if !isAssignment {
		gone, blank := s.targets(stat, 1)
		if _, isLocal := s.Unit.Tree.Stats[stat].(*syntax.LocalFunction); isLocal && s.stays[id] {
			blank[0] = true
		} else {
			gone[0] = true
		}
		return true
	}
	gone, blank := s.targets(stat, len(a.Targets))
	i := a.TargetOf(name)
	if i < 0 {
		return false
	}
	if a.IsLocal && s.stays[id] {
		blank[i] = true
	} else {
		gone[i] = true
	}
	return true
}

// markField notes that a store to a field goes, and reports whether its statement has one.
func (s *Remover) markField(f *textmap.FieldStore) bool {
	switch stat := f.Stat.(type) {
	case *syntax.Assign:
		gone, _ := s.targets(stat.ID(), len(stat.Targets()))
		i := slices.Index(stat.Targets(), f.Target)
		if i >= 0 {
			gone[i] = true
		}
		return i >= 0
	case *syntax.FunctionStat:
		gone, _ := s.targets(stat.ID(), 1)
		gone[0] = true
		return true
	}
	return f.Table != nil && s.dropItem(f)
}

// removeMarked removes what was marked of a statement, or leaves all of it if there is no exact
// way.
func (s *Remover) removeMarked(stat syntax.Stat, gone, blank []bool) {
	switch stat := stat.(type) {
	case *syntax.FunctionStat:
		s.Cut(stat)
	case *syntax.LocalFunction:
		if gone[0] {
			s.Cut(stat)
		} else {
			s.DeclareOnly(stat)
		}
	case *syntax.Local, *syntax.Assign, *syntax.Compound:
		a, _ := AsAssignment(stat)
		edits := len(s.edits)
		what, ok := s.shorten(&a, gone, blank)
		if ok {
			s.kept = max(s.kept, what)
			return
		}
		s.edits = s.edits[:edits]
		if a.IsLocal && !slices.Contains(blank, true) {
			s.nameNothing(&a, gone)
		}
	}
}

// shorten takes targets out of an assignment, and the value of one that stays.
func (s *Remover) shorten(a *Assignment, gone, blank []bool) (what Kept, ok bool) {
	i := slices.Index(blank, true)
	switch {
	case i < 0:
		return s.drop(a, gone)
	case slices.Contains(gone, true) || slices.Contains(blank[i+1:], true):
		return KeptNothing, false
	}
	return s.Script.Blank(a, i)
}

// nameNothing calls the variables _ that a declaration is to declare no longer, where
// they hold the places of others that take values of calls.
func (s *Remover) nameNothing(a *Assignment, gone []bool) {
	for i := range a.Targets {
		if g := ValueFor(a.Values, i, len(a.Targets)); gone[i] && (g.Expr == nil || !textmap.IsMulti(g.Expr)) {
			return
		}
	}
	if s.wouldHide(a.Stat) {
		return
	}
	for i, t := range a.Targets {
		if gone[i] {
			s.Replace(t.Span().Start, t.Span().End, "_")
		}
	}
	s.keep(a.Stat, a.Stat.Span().Start, statEndsOpen(a.Stat))
}

// DeclareOnly makes `local x` of `local function x`.
func (s *Script) DeclareOnly(stat *syntax.LocalFunction) {
	s.strike(stat.Start+source.Pos(len("local")), stat.Name.Start, " ")
	s.strike(stat.Name.End, stat.End, "", stat.Func.Span())
	s.keep(stat, stat.Start, false)
}
