package refactor

import (
	"cmp"
	"fmt"

	"luaflow/analysis/fix/plan"
	"luaflow/analysis/place"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how a variable is split into its webs: the smallest sets of stores and reads such that
// all stores that reach a read are in the set of the read (Chow and Hennessy, "The priority-based coloring
// approach to register allocation", 1990). Values of two webs never meet, so that each can have a variable
// of its own.
//
//	local n = #list             local n = #list
//	print(n)                    print(n)
//	n = count(list)        →    local n2 = count(list)
//	return n                    return n2

func splitVariable(b *book, at source.Span) *Change {
	id := b.variableAt(at)
	if id == 0 || b.Binding(id).Writes == 0 {
		return nil
	}
	v, name := b.Binding(id), plan.Quote(b.Name(id))
	c := &Change{Kind: Rewrite}
	webs, err := b.websOf(id)
	switch {
	case err != nil:
		c.Title, c.Refusal = "split "+name+" into its independent values", err.Error()
		return c
	case len(webs) < 2:
		return nil
	}
	c.Title = fmt.Sprintf("split %s into %d variables, as its values never meet", name, len(webs))
	s := b.NewScript()
	var taken []string
	for _, w := range webs[1:] {
		own := b.unusedName(b.Name(id), taken...)
		taken = append(taken, own)
		if !b.rename(s, v, w, own) {
			c.Refusal = fmt.Sprintf("no block holds the value of line %d and all its reads", b.line(w[0].Start))
			return c
		}
	}
	c.drafts = []func() draft{draft{edits: s.Finish(), why: unproved}.itself}
	return c
}

// web is the names that store to a variable, and read it, together, in the order of the text.
type web []*syntax.Name

// websOf returns the webs of a variable in the order of the text. The first is that of its declaration; what
// it holds there by `local`, if nothing reads it, is no web of its own.
func (b *book) websOf(id bindingID) ([]web, error) {
	v, names := b.Binding(id), b.uses(id)
	quoted := plan.Quote(b.Name(id))
	sets := disjointSets{}
	isRead := false // what it holds where it is declared
	for _, n := range names {
		if b.Unit.Res.Refs[n.ID].Kind == resolve.ToUpvalue {
			return nil, fmt.Errorf("%s is assigned, and captured by the function at line %d", quoted, b.line(b.Function(n.Start).Start))
		}
		if s, ok := b.statAt(n.Start).(*syntax.Compound); ok && s.Target == syntax.Expr(n) {
			return nil, fmt.Errorf("line %d reads %s and assigns it at once", b.line(n.Start), quoted)
		}
		if b.Unit.Res.Refs[n.ID].Write {
			continue
		}
		q := place.At(b.pass.Waste, n.Start)
		q.Answer()
		if len(q.Info.Defs) == 0 {
			return nil, fmt.Errorf("control never comes to %s in line %d, so that nothing can be proved about it", quoted, b.line(n.Start))
		}
		for _, d := range q.Info.Defs {
			at := d.Span.Start
			if !d.Span.Valid() || at == birthplace(v) {
				at, isRead = birthplace(v), true
			}
			sets.join(n.Start, at)
		}
	}
	if v.Kind == resolve.Local && !isRead && len(names) > 0 {
		sets.join(birthplace(v), names[0].Start)
	}
	webs := []web{nil}
	of := map[source.Pos]int{sets.find(birthplace(v)): 0}
	for _, n := range names {
		i, ok := of[sets.find(n.Start)]
		if !ok {
			i = len(webs)
			of[sets.find(n.Start)] = i
			webs = append(webs, nil)
		}
		webs[i] = append(webs[i], n)
	}
	return webs, nil
}

// rename gives a web of a variable a name of its own, and a declaration, and reports whether there is a
// place for that.
func (b *book) rename(s *plan.Script, v *resolve.Binding, w web, own string) bool {
	stats := b.firstStatements(b.Unit.Res.Refs[w[0].ID].Binding, w)
	if len(stats) == 0 {
		return false
	}
	first := stats[0]
	start := first.Span().Start
	a, isAssign := first.(*syntax.Assign)
	joins := isAssign && len(a.Targets()) == 1 && a.Targets()[0] == syntax.Expr(w[0]) &&
		(len(w) == 1 || w[1].Start > first.Span().End)
	for i, n := range w {
		switch {
		case i == 0 && joins:
			s.Replace(n.Start, n.End, "local "+own)
		case i == 0 && n.Start == start:
			s.Replace(n.Start, n.End, b.declared(own, start)+own)
		default:
			s.Replace(n.Start, n.End, own)
		}
	}
	if w[0].Start != start {
		s.Replace(start, start, b.declared(own, start))
	}
	return true
}

// declared returns a declaration without a value that is to stand in front of a statement.
func (b *book) declared(name string, start source.Pos) string {
	indent, isFirst := b.indentOf(start)
	if !isFirst {
		return "local " + name + "; "
	}
	return "local " + name + b.lineBreak() + indent
}

// disjointSets is sets of places, each of which stands for itself if it was never joined.
type disjointSets map[source.Pos]source.Pos

// find returns the place that stands for the set of another one.
func (s disjointSets) find(p source.Pos) source.Pos {
	for up, ok := s[p]; ok; up, ok = s[p] {
		p = up
	}
	return p
}

// join makes the sets of two places one; the first of both stands for it.
func (s disjointSets) join(p, q source.Pos) {
	p, q = s.find(p), s.find(q)
	switch cmp.Compare(p, q) {
	case -1:
		s[q] = p
	case 1:
		s[p] = q
	}
}
