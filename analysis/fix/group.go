package fix

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines fixes that remove stores which are there for one another: of
// variables that are read only to compute one another, of a table that is filled and
// never read. A variable goes with its declaration if nothing is left that uses it.

// deadCycle removes the stores of a cascade; or those of them that nothing reads, which
// leaves the others for a fix of their own.
func deadCycle(b *before, f *analysis.Finding) []choice {
	g := b.marked().group(f.Code, f.Span.Start)
	if g == nil {
		return nil
	}
	choices := b.removeGroup(g, true, unneeded)
	if len(g.unread) > 0 {
		part := &group{stores: g.unread}
		for _, interprocedural := range []bool{true, false} {
			choices[0] = append(choices[0], b.removeGroup(part, interprocedural, unneeded)[0]...)
		}
	}
	return choices
}

// unneeded returns the title of a fix that removes a cascade.
func unneeded(s *remover) string {
	if ids := s.leaving(); len(ids) == len(s.variables) {
		return "remove " + s.quoted(ids) + ", which nothing needs"
	}
	return "remove the values of " + s.quoted(s.variables) + " that nothing needs"
}

// writeOnlyTable removes a table with all that fills it.
func writeOnlyTable(b *before, f *analysis.Finding) []choice {
	g := b.marked().group(f.Code, f.Span.Start)
	if g == nil {
		return nil
	}
	title := "remove the table " + quote(b.unit.File.Slice(f.Span)) + ", which is never read"
	choices := b.removeGroup(g, true, func(*remover) string { return title })
	if g.lossy {
		for _, c := range choices {
			for i := range c {
				c[i].lossy = true
				c[i].title += "; filling it may have raised an error"
			}
		}
	}
	if g.anchor {
		for _, c := range choices {
			for i := range c {
				c[i].lossy = true
				c[i].title += ", letting go of what it may be there to keep alive"
			}
		}
	}
	return choices
}

// remover is a script that removes a group.
type remover struct {
	*script
	group     *group
	variables []resolve.BindingID // that the group stores to, in the order of its stores
	known     map[resolve.BindingID]bool
	stays     map[resolve.BindingID]bool // those whose declaration is left
	what      kept
	// By statement: the targets that go, and those that are declared without a value.
	gone, blank map[syntax.StatID][]bool
	order       []syntax.StatID
}

// removeGroup returns the choices that remove a group, as those of attemptForms; what has no
// effect they ask the marking, if interprocedural, or else the text alone.
func (b *before) removeGroup(g *group, interprocedural bool, title func(*remover) string) []choice {
	plain, what := b.groupPlan(g, plainLocal, interprocedural, title)
	if len(plain) == 0 || !plain[0].byHand {
		return []choice{plain}
	}
	if what == keptValues {
		scoped, _ := b.groupPlan(g, scopedLocal, interprocedural, title)
		plain = append(plain, scoped...)
	}
	lossy, _ := b.groupPlan(g, noLocal, interprocedural, title)
	return []choice{nil, slices.DeleteFunc(lossy, func(p plan) bool { return !p.lossy }), plain}
}

// groupPlan returns the plan that removes a group in one form, or none.
func (b *before) groupPlan(g *group, form localForm, interprocedural bool, title func(*remover) string) (c choice, what kept) {
	s, edits := b.removal(g, form, interprocedural)
	if s == nil {
		return nil, keptNothing
	}
	text := title(s)
	if s.what == keptCalls {
		text += ", keep the calls"
	}
	p := plan{title: s.caveat(text), edits: edits, moves: s.moves, interprocedural: interprocedural, locals: s.locals}
	p.byHand, p.lossy = s.isByHand()
	return choice{p}, s.what
}

// maxAttempts is how often variables are found that must stay because of what is left
// when others do.
const maxAttempts = 8

// removal finds which variables can go, beginning with all of them; nil if the stores
// cannot be removed.
func (b *before) removal(g *group, form localForm, interprocedural bool) (*remover, []source.Edit) {
	stays := make(map[resolve.BindingID]bool)
	for range maxAttempts {
		s := &remover{
			script: b.newScript(), group: g, stays: stays,
			known: make(map[resolve.BindingID]bool),
			gone:  make(map[syntax.StatID][]bool), blank: make(map[syntax.StatID][]bool),
		}
		s.form, s.interprocedural = form, interprocedural
		if !s.run() || s.isStuck {
			return nil, nil
		}
		edits := s.finish()
		if len(edits) == 0 {
			return nil, nil // there is no exact way for any statement
		}
		if !s.findUsed(edits) {
			return s, edits
		}
	}
	return nil, nil
}

// leaving returns the variables whose declarations go.
func (s *remover) leaving() []resolve.BindingID {
	var ids []resolve.BindingID
	for _, id := range s.variables {
		if !s.stays[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// findUsed finds variables of which some use is left, and reports whether any is new.
func (s *remover) findUsed(edits []source.Edit) (changed bool) {
	for n := range s.unit.Tree.Names.All() {
		ref := &s.unit.Res.Refs[n.ID]
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

// run removes the stores of the group; ok is false if one cannot be removed.
func (s *remover) run() (ok bool) {
	for _, n := range s.group.stores {
		name := s.unit.Tree.Names.At(n)
		id := s.unit.Res.Refs[n].Binding
		if !s.known[id] {
			s.known[id] = true
			s.variables = append(s.variables, id)
		}
		if !s.mark(s.stat(name), n, id) {
			return false
		}
	}
	for _, id := range s.variables {
		switch v := s.binding(id); v.Kind {
		case resolve.Local, resolve.LocalFunction:
			if !s.stays[id] && !s.mark(v.Stat, v.Decl.ID, id) {
				return false
			}
		default:
			s.stays[id] = true
		}
	}
	for i := range s.group.fields {
		if f := &s.group.fields[i]; !s.markField(f) {
			return false
		}
	}
	for _, call := range s.group.calls {
		span := call.Span()
		s.what = max(s.what, s.leave(call, s.effects(call.Call(), nil), []source.Span{span}))
	}
	for _, stat := range s.order {
		s.thin(s.unit.Tree.Stats[stat], s.gone[stat], s.blank[stat])
	}
	return true
}

// targets returns the lists of targets of a statement that go and that are blanked.
func (s *remover) targets(stat syntax.StatID, n int) (gone, blank []bool) {
	if s.gone[stat] == nil {
		s.gone[stat], s.blank[stat] = make([]bool, n), make([]bool, n)
		s.order = append(s.order, stat)
	}
	return s.gone[stat], s.blank[stat]
}

// mark notes that a statement is to store no value to a variable. A declaration that
// stays loses its value only.
func (s *remover) mark(stat syntax.StatID, name syntax.NameID, id resolve.BindingID) bool {
	if stat == syntax.NoStat {
		return false
	}
	a, isAssignment := asAssignment(s.unit.Tree.Stats[stat])
	if !isAssignment {
		gone, blank := s.targets(stat, 1)
		if _, isLocal := s.unit.Tree.Stats[stat].(*syntax.LocalFunction); isLocal && s.stays[id] {
			blank[0] = true
		} else {
			gone[0] = true
		}
		return true
	}
	gone, blank := s.targets(stat, len(a.targets))
	i := a.targetOf(name)
	if i < 0 {
		return false
	}
	if a.isLocal && s.stays[id] {
		blank[i] = true
	} else {
		gone[i] = true
	}
	return true
}

// markField notes that a store to a field goes.
func (s *remover) markField(f *textmap.FieldStore) bool {
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

// thin removes what was marked of a statement, or leaves all of it if there is no exact
// way.
func (s *remover) thin(stat syntax.Stat, gone, blank []bool) {
	switch stat := stat.(type) {
	case *syntax.FunctionStat:
		s.cut(stat)
	case *syntax.LocalFunction:
		if gone[0] {
			s.cut(stat)
		} else {
			s.declareOnly(stat)
		}
	case *syntax.Local, *syntax.Assign:
		a, _ := asAssignment(stat)
		edits := len(s.edits)
		what, ok := s.shorten(&a, gone, blank)
		if ok {
			s.what = max(s.what, what)
			return
		}
		s.edits = s.edits[:edits]
		if a.isLocal && !slices.Contains(blank, true) {
			s.nameNothing(&a, gone)
		}
	}
}

// shorten takes targets out of an assignment, and the value of one that stays.
func (s *remover) shorten(a *assignment, gone, blank []bool) (what kept, ok bool) {
	i := slices.Index(blank, true)
	switch {
	case i < 0:
		return s.drop(a, gone)
	case slices.Contains(gone, true) || slices.Contains(blank[i+1:], true):
		return keptNothing, false
	}
	return s.script.blank(a, i)
}

// nameNothing calls the variables _ that a declaration is to declare no longer, where
// they hold the places of others that take values of calls.
func (s *remover) nameNothing(a *assignment, gone []bool) {
	for i := range a.targets {
		if g := valueFor(a.values, i, len(a.targets)); gone[i] && (g.expr == nil || !isMulti(g.expr)) {
			return
		}
	}
	if s.wouldHide(a.stat) {
		return
	}
	for i, t := range a.targets {
		if gone[i] {
			s.replace(t.Span().Start, t.Span().End, "_")
		}
	}
	s.keep(a.stat, a.stat.Span().Start, statEndsOpen(a.stat))
}

// declareOnly makes `local x` of `local function x`.
func (s *script) declareOnly(stat *syntax.LocalFunction) {
	s.strike(stat.Start+source.Pos(len("local")), stat.Name.Start, " ")
	s.strike(stat.Name.End, stat.End, "", stat.Func.Span())
	s.keep(stat, stat.Start, false)
}
