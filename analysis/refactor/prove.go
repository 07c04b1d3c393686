package refactor

import (
	"errors"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/proof"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines when a refactoring may be offered. It knows the edits and the two programs, not how
// the edits came about: Lua accepts the text after them, every name means what it meant, in the text
// that stays and in the text that moves, and the program is the same by package proof, which is asked
// to take the functions that change for needed, whether anybody calls them or not.

// prove returns nil if a draft stands.
func (b *book) prove(d *draft) error {
	after, err := b.compile(d.edits)
	if err != nil {
		return err
	}
	p := pairing{was: b.Unit, now: after, outside: newPairs()}
	if err := p.names(d); err != nil {
		return err
	}
	switch {
	case d.isSame && d.also != nil:
		return d.also()
	case d.isSame:
		return nil
	case d.model == nil:
		return b.same(after, d.edits)
	}
	model, err := b.compile(d.model)
	if err != nil {
		return err
	}
	return b.same(model, d.model)
}

// compile compiles the text after edits.
func (b *book) compile(edits []source.Edit) (*compile.Unit, error) {
	f, err := b.Unit.File.Apply(edits)
	if err != nil {
		return nil, err
	}
	in := compile.Memory{Meter: b.Unit.Meter}
	now := in.CompileAs(f, b.Unit.Tree.Language())
	if len(now.Errors) > 0 {
		return nil, fmt.Errorf("the text would have an error: %w", now.Errors[0])
	}
	if !now.Analyzable() {
		return nil, errors.New("the program would be too large to be proved the same")
	}
	return now, nil
}

// same returns nil if the program after edits is the same as before.
func (b *book) same(after *compile.Unit, edits []source.Edit) error {
	pass := analysis.NewPass(after, 0, nil, nil)
	was := b.program()
	now := proof.Program{Flow: pass.Facts.Code.Program, Dialects: after.Dialects, Meter: after.Meter}
	partner := b.partners(after, edits)
	for _, f := range b.changed(edits) {
		if partner[f] >= 0 {
			was.Needed, now.Needed = append(was.Needed, f), append(now.Needed, partner[f])
		}
	}
	needs, err := proof.Same(was, now, partner)
	var d *proof.Difference
	switch {
	case errors.As(err, &d):
		return &difference{d, b.line(b.placeOf(d))}
	case err != nil:
		return err
	}
	return b.runs(needs, edits)
}

// program returns the program before the edits.
func (b *book) program() proof.Program {
	return proof.Program{Flow: b.Code(), Dialects: b.Unit.Dialects, Names: b.Standard, Meter: b.Unit.Meter}
}

// runs returns nil if control may come to all that edits touch: nothing is proved of what is not executed,
// but people may want to switch it on again.
func (b *book) runs(needs *proof.Needs, edits []source.Edit) error {
	for _, e := range edits {
		if s := b.statAt(e.Span.Start); s != nil {
			if pcs := b.Unit.Map.PCs(s.ID()); !pcs.Empty() && !needs.Runs(int(b.Places()[s.ID()].Func), int(pcs.Start)) {
				return b.notExecuted(s.Span().Start)
			}
		}
		for _, n := range namesIn(b.Unit.Tree, e.Span) {
			if pc := b.Unit.Map.ReadPC(n.ID); pc >= 0 && !needs.Runs(int(b.Function(n.Start).ID), int(pc)) {
				return fmt.Errorf("control never comes to `%s` in line %d, so that nothing can be proved about it", b.Unit.Tree.Str(n.Sym), b.line(n.Start))
			}
		}
	}
	return nil
}

// notExecuted returns an error that says that control never comes to the statement at a place.
func (b *book) notExecuted(p source.Pos) error {
	return fmt.Errorf("line %d is never executed, so that nothing can be proved about it", b.line(p))
}

// difference is an error: what would be different in the program, and in which line.
type difference struct {
	*proof.Difference
	line int
}

// Error returns what differs, and where.
func (d *difference) Error() string { return fmt.Sprintf("line %d %v", d.line, d.Difference) }

// unproved returns an error that says for people what the proof has found.
func unproved(err error) error {
	d, ok := err.(*difference)
	switch {
	case !ok:
		return err
	case d.Kind == proof.Closure:
		return fmt.Errorf("it cannot be proved that line %d makes a new function as often then", d.line)
	}
	return fmt.Errorf("it cannot be proved that line %d does the same then", d.line)
}

// placeOf returns the place of a difference in the text before.
func (b *book) placeOf(d *proof.Difference) source.Pos {
	if d.Kind == proof.Parameters {
		return b.Unit.Tree.Funcs[d.Func].Start
	}
	return b.Unit.Funcs[d.Func].Map.Origins.At(d.PC).Span().Start
}

// changed returns the functions in which edits are made and those around them, in order, once each.
func (b *book) changed(edits []source.Edit) (functions []int) {
	for _, e := range edits {
		for _, at := range []source.Pos{e.Span.Start, e.Span.End} {
			for f := b.Function(at); f != nil; f = f.Parent {
				functions = append(functions, int(f.ID))
			}
		}
	}
	slices.Sort(functions)
	return slices.Compact(functions)
}

// partners returns by function the one that it is after edits, -1 for one that is not found. Those that
// the edits move are found by their text, in order.
func (b *book) partners(after *compile.Unit, edits []source.Edit) []int {
	partner := make([]int, len(b.Unit.Tree.Funcs))
	at := make(map[source.Pos]int)
	for i, f := range after.Tree.Funcs[1:] {
		at[f.Start] = i + 1
	}
	var lost []*syntax.Function
	for i, f := range b.Unit.Tree.Funcs {
		partner[i] = -1
		now, isKept := shifted(edits, f.Start)
		switch g, isThere := at[now]; {
		case i == 0:
			partner[i] = 0
		case isKept && isThere:
			partner[i] = g
			delete(at, now)
		default:
			lost = append(lost, f)
		}
	}
	for _, f := range lost {
		for i, g := range after.Tree.Funcs {
			if at[g.Start] == i && i > 0 && after.File.Slice(g.Span()) == b.Unit.File.Slice(f.Span()) {
				partner[f.ID] = i
				delete(at, g.Start)
				break
			}
		}
	}
	return partner
}

// shifted returns where edits, in order, leave what begins at a place; false if one of them deletes it.
func shifted(edits []source.Edit, p source.Pos) (now source.Pos, isKept bool) {
	delta := 0
	for _, e := range edits {
		if e.Span.Start > p {
			break
		}
		if e.Span.Contains(p) {
			return 0, false
		}
		delta += len(e.New) - e.Span.Len()
	}
	return source.Pos(int(p) + delta), true
}

// pairs is variables before and after, paired one to one.
type pairs struct{ now, was map[bindingID]bindingID }

func newPairs() *pairs {
	return &pairs{make(map[bindingID]bindingID), make(map[bindingID]bindingID)}
}

// pair pairs two variables, and reports whether neither has another partner. 0 is the chunk's own _ENV.
func (p *pairs) pair(was, now bindingID) bool {
	if was == 0 || now == 0 {
		return was == now
	}
	if p.now[was] == 0 && p.was[now] == 0 {
		p.now[was], p.was[now] = now, was
	}
	return p.now[was] == now && p.was[now] == was
}

// pairing relates what the names of a text mean before and after edits.
type pairing struct {
	was, now *compile.Unit
	outside  *pairs
}

// names returns nil if all names that a draft leaves, and those that it moves, mean the same.
func (p *pairing) names(d *draft) error {
	var kept []*syntax.Name
	for n := range p.was.Tree.Names.All() {
		if _, ok := shifted(d.edits, n.Start); ok {
			kept = append(kept, n)
		}
	}
	var now []*syntax.Name
	inserted := spansOfNew(d.edits)
	for n := range p.now.Tree.Names.All() {
		if !slices.ContainsFunc(inserted, func(s source.Span) bool { return s.Contains(n.Start) }) {
			now = append(now, n)
		}
	}
	if err := p.pairAll(kept, now, nil); err != nil {
		return err
	}
	for _, m := range d.moved {
		text := m.text
		if text == "" {
			text = p.was.File.Slice(m.from)
		}
		to := source.Span{Start: m.to, End: m.to + source.Pos(len(text))}
		if err := p.pairAll(namesIn(p.was.Tree, m.from), namesIn(p.now.Tree, to), &m); err != nil {
			return err
		}
	}
	return nil
}

// pairAll pairs names one by one; those of moved text if m is not nil.
func (p *pairing) pairAll(was, now []*syntax.Name, m *move) error {
	inside := newPairs()
	for i, n := range was {
		if i == len(now) || p.was.Tree.Str(n.Sym) != p.now.Tree.Str(now[i].Sym) {
			return fmt.Errorf("the name `%s` would be lost", p.was.Tree.Str(n.Sym))
		}
		old, new := p.was.Res.Refs[n.ID], p.now.Res.Refs[now[i].ID]
		in := p.outside
		if m != nil && old.Binding != 0 && (m.copied[old.Binding] || m.from.Contains(birthplace(&p.was.Res.Bindings[old.Binding]))) {
			in = inside
		}
		isGlobal := old.Kind == resolve.ToGlobal
		if isGlobal != (new.Kind == resolve.ToGlobal) || old.Write != new.Write || !in.pair(old.Binding, new.Binding) {
			return fmt.Errorf("`%s` would mean something else", p.was.Tree.Str(n.Sym))
		}
	}
	if len(now) > len(was) {
		return fmt.Errorf("the name `%s` would appear", p.now.Tree.Str(now[len(was)].Sym))
	}
	return nil
}

// birthplace returns where a variable is declared.
func birthplace(v *resolve.Binding) source.Pos {
	if v.Decl != nil {
		return v.Decl.Start
	}
	return v.Scope.Start
}

// spansOfNew returns where the text stands that edits, in order, put in.
func spansOfNew(edits []source.Edit) (spans []source.Span) {
	delta := 0
	for _, e := range edits {
		start := source.Pos(int(e.Span.Start) + delta)
		spans = append(spans, source.Span{Start: start, End: start + source.Pos(len(e.New))})
		delta += len(e.New) - e.Span.Len()
	}
	return spans
}

// namesIn returns the names in a span.
func namesIn(t *syntax.Tree, at source.Span) (names []*syntax.Name) {
	for n := range t.Names.From(t.Names.Search(at.Start)) {
		if n.Start >= at.End {
			break
		}
		names = append(names, n)
	}
	return names
}
