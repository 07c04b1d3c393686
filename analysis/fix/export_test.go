package fix

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks/deadstore"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Bound bounds the bytes compiled for one question, and those for a file to tries times the file.
func (x *Fixer) Bound(text, tries int) { x.maxAsked, x.maxTries = text, tries }

// BoundAll bounds the bytes that All compiles.
func (x *Fixer) BoundAll(most int) { x.maxAll = most }

// Refusals returns why the plans for a finding that were not offered were refused.
func (x *Fixer) Refusals(u *compile.Unit, f analysis.Finding) []string {
	var out []string
	was := x.original(u)
	for _, c := range plansFor(was, &f) {
		for _, p := range c {
			if _, err := x.verify(new(room), was, &trial{edits: p.Edits, lossy: p.Lossy, mended: []analysis.Finding{f}}); err != nil {
				out = append(out, p.Title+": "+err.Error())
			}
		}
	}
	return out
}

// Plans returns the edits of all plans for what is found in a unit.
func (x *Fixer) Plans(u *compile.Unit) (edits [][]source.Edit) {
	was := x.original(u)
	for i := range was.Findings {
		for _, c := range plansFor(was, &was.Findings[i]) {
			for _, p := range c {
				edits = append(edits, p.Edits)
			}
		}
	}
	return edits
}

// Verify asks the verifier alone, for edits that mend the findings with a code.
func (x *Fixer) Verify(u *compile.Unit, edits []source.Edit, code string) error {
	was := x.original(u)
	var mended []analysis.Finding
	for _, f := range was.Findings {
		if f.Code == code {
			mended = append(mended, f)
		}
	}
	_, err := x.verify(new(room), was, &trial{edits: edits, mended: mended})
	return err
}

// Prove asks the proof alone, with what must be known of the names for it.
func (x *Fixer) Prove(u *compile.Unit, edits []source.Edit) error {
	if _, err := newShift(edits); err != nil {
		return err
	}
	now := compile.Compile(source.NewFile(u.File.Name(), Apply(u.File.Text(), edits)))
	if len(now.Errors) > 0 {
		return now.Errors[0]
	}
	p, err := pair(new(room), x.original(u), now, edits, false)
	if err != nil {
		return err
	}
	_, err = p.prove(analysis.NewPass(now, 0, nil, nil).Facts.Code.Program, false, nil)
	return err
}

// Sabotage returns the fixes for dead stores, made for all stores that no finding is about.
func (x *Fixer) Sabotage(u *compile.Unit) [][]source.Edit {
	was := x.original(u)
	found := make(map[source.Pos]bool)
	for _, f := range was.Findings {
		found[f.Span.Start] = true
	}
	var out [][]source.Edit
	for fn := range u.Funcs {
		for k, store := range u.Funcs[fn].Map.Stores {
			if store.Name == syntax.NoName || store.Stat == syntax.NoStat || store.Elided {
				continue
			}
			at := u.Tree.Names.At(store.Name).Span()
			if found[at.Start] {
				continue
			}
			f := analysis.Finding{Code: deadstore.Check.Code, Span: at, Subject: analysis.Subject{
				Func: syntax.FuncID(fn), Store: k, Binding: store.Binding, Stat: store.Stat,
			}}
			for _, c := range plansFor(was, &f) {
				for _, p := range c {
					out = append(out, p.Edits)
				}
			}
		}
	}
	return out
}

// SabotageGroups returns the fixes for dead cycles, made for all stores to each variable, and
// for those to it and the one declared before it, by makers who are told that no
// instruction is live.
func (x *Fixer) SabotageGroups(u *compile.Unit) [][]source.Edit {
	was := plan.NewOriginal(u, nil, nil)
	d := was.Marked()
	var all []flow.Site
	for f := range d.Pass.Facts.Code.Funcs {
		for pc := range d.Pass.Facts.Code.Funcs[f].Proto.Code {
			all = append(all, flow.SiteAt(f, pc))
		}
	}
	*d.Marking = *d.Pass.Facts.Code.MarkingWithout(value.None, all) // for all who ask was
	groups := make([]plan.Group, len(u.Res.Bindings))
	for n := range u.Tree.Names.All() {
		ref := &u.Res.Refs[n.ID]
		isStore := ref.Write || ref.Kind == resolve.Declaration && u.Res.Bindings[ref.Binding].Stat != syntax.NoStat
		if isStore && ref.Binding != 0 && isAssigned(was, n) {
			groups[ref.Binding].Stores = append(groups[ref.Binding].Stores, n.ID)
		}
	}
	var out [][]source.Edit
	for i := range groups {
		one := &groups[i]
		if len(one.Stores) == 0 {
			continue
		}
		two := &plan.Group{Stores: slices.Concat(groups[i-1].Stores, one.Stores)}
		for _, g := range []*plan.Group{one, two} {
			for _, c := range was.RemoveGroup(g, true, func(*plan.Remover) string { return "" }) {
				for _, p := range c {
					out = append(out, p.Edits)
				}
			}
		}
	}
	return out
}

// isAssigned reports whether a name stands where an assignment or a function statement
// stores to it.
func isAssigned(b *plan.Original, n *syntax.Name) bool {
	id := b.Stat(n)
	if id == syntax.NoStat {
		return false
	}
	switch b.Unit.Tree.Stats[id].(type) {
	case *syntax.Local, *syntax.Assign, *syntax.LocalFunction, *syntax.FunctionStat:
		return true
	}
	return false
}

// Taken makes edits that change nothing together, and reports of each whether it takes a
// value away that the program needs.
func (x *Fixer) Taken(u *compile.Unit, edits []source.Edit) (needed []bool, err error) {
	was := x.original(u)
	after, err := x.verify(new(room), was, &trial{edits: edits})
	if err != nil {
		return nil, err
	}
	for _, e := range edits {
		needed = append(needed, removesNeeded(was, &plan.Plan{Edits: []source.Edit{e}}, after.needs))
	}
	return needed, nil
}
