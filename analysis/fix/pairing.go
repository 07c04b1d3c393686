package fix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how the names, statements and functions of a program are paired
// with those of the program after a fix, and what must hold for that: what the fix
// does not touch has the same tree, and every name means the same variable.

// pairing relates a program to the one after a fix.
type pairing struct {
	room  *room
	was   *plan.Original
	now   *compile.Unit
	shift *shift
	// isMistake: what is written in the old program is most likely not meant, so that the new one may use a global besides, and
	// assign to what the old one reads.
	isMistake bool

	bindings   []resolve.BindingID // by old BindingID, 0 for those that are gone
	bindingsOf []resolve.BindingID // by new BindingID: the old one, 0 for new ones
	touched    []bool              // by old StatID: a token of its own is gone, replaced or added
	nowTouched []bool              // by new StatID: such a statement, or what is left of it
	stats      []syntax.StatID     // by old StatID, NoStat for those that are touched
	funcs      []syntax.FuncID     // by old FuncID, noFunc for those that are gone
}

const noFunc = ^syntax.FuncID(0)

// markTouched marks the statements whose own tokens the edits touch. A semicolon or white
// space between statements is part of none.
func (p *pairing) markTouched() {
	t := p.was.Unit.Tree
	mark := func(at source.Pos) {
		if id := plan.StatAt(t, p.was.Places(), at); id != syntax.NoStat {
			p.touched[id] = true
		}
	}
	for _, e := range p.shift.edits {
		if e.Span.Empty() {
			if strings.Trim(e.New, plan.White+";") != "" && e.Span.Start > 0 {
				mark(e.Span.Start - 1)
			}
			continue
		}
		for at := t.After(e.Span.Start); at < e.Span.End; at = t.After(t.TokenAt(at).End) {
			mark(at)
		}
	}
}

// names pairs the occurrences of names: those that no edit touches, and a name that
// an edit replaces by another one.
func (p *pairing) names() error {
	var orphans []*syntax.Name
	was := &p.was.Unit.Tree.Names
	i := syntax.NameID(0)
	end := syntax.NameID(was.Len())
	back := backward{shift: p.shift}
	for n := range p.now.Tree.Names.All() {
		p.now.Meter.Step()
		at, inserted := back.origin(n.Start)
		for i < end && was.At(i).Start < at && p.isGone(was.At(i)) {
			i++
		}
		if inserted {
			if old := p.replaced(at); old != nil {
				if err := p.pairRefs(old, n, true); err != nil {
					return err
				}
			} else if kind := p.now.Res.Refs[n.ID].Kind; kind != resolve.Declaration && !(p.isMistake && kind == resolve.ToGlobal) {
				return fmt.Errorf("a use of %s appears", p.now.File.Slice(n.Span()))
			}
			continue
		}
		if i == end {
			return fmt.Errorf("the name %s appears", p.now.File.Slice(n.Span()))
		}
		old := was.At(i)
		if !(old.Start == at && old.End-at == n.End-n.Start && back.isWhole(old.Span())) && p.shift.span(old.Span()) != n.Span() {
			return fmt.Errorf("the name %s appears", p.now.File.Slice(n.Span()))
		}
		if err := p.pairRefs(old, n, false); err != nil {
			if p.declaration(old) == nil {
				return err
			}
			orphans = append(orphans, old)
		}
		i++
	}
	for ; i < end; i++ {
		if !p.isGone(was.At(i)) {
			return fmt.Errorf("the name %s is lost", p.was.Unit.File.Slice(was.At(i).Span()))
		}
	}
	return p.without(orphans)
}

// declaration returns the declaration of the variable that a name means, if an edit deletes
// or replaces it, else nil.
func (p *pairing) declaration(n *syntax.Name) *syntax.Name {
	d := p.was.Binding(p.was.Unit.Res.Refs[n.ID].Binding).Decl
	if d == nil || !p.isGone(d) {
		return nil
	}
	return d
}

// without returns what is wrong with names that are left without the declarations of their
// variables, and nil if there are none. Who takes such a declaration away is refused alone too.
func (p *pairing) without(orphans []*syntax.Name) error {
	if len(orphans) == 0 {
		return nil
	}
	var lost []source.Span
	for _, n := range orphans {
		lost = append(lost, p.declaration(n).Span())
	}
	slices.SortFunc(lost, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	return misfit{error: p.another(orphans[0]), at: lost[0].Start, lost: slices.Compact(lost), isSure: true}
}

// another returns the error for a name that would mean another variable.
func (p *pairing) another(n *syntax.Name) error {
	return fmt.Errorf("the name %s would mean something else", p.was.Unit.File.Slice(n.Span()))
}

// isGone reports whether an edit deletes or replaces a name.
func (p *pairing) isGone(n *syntax.Name) bool { return p.shift.isDeleted(n.Span()) }

// replaced returns the name that the edit at a place consists of, or nil.
func (p *pairing) replaced(at source.Pos) *syntax.Name {
	names := &p.was.Unit.Tree.Names
	i := names.Search(at)
	if int(i) == names.Len() || names.At(i).Start != at {
		return nil
	}
	name := names.At(i)
	for _, e := range p.shift.touching(name.Span()) {
		if e.Span == name.Span() {
			return name
		}
	}
	return nil
}

// pairRefs pairs what two occurrences refer to. A name that was replaced may declare
// what it assigned to.
func (p *pairing) pairRefs(old, new *syntax.Name, replaced bool) error {
	was, now := &p.was.Unit.Res.Refs[old.ID], &p.now.Res.Refs[new.ID]
	declares := replaced && was.Kind == resolve.ToLocal && was.Write && now.Kind == resolve.Declaration
	if was.Kind != now.Kind && !declares || was.Write != now.Write && !declares && !p.isMistake || !p.pairBindings(was.Binding, now.Binding) {
		return p.another(old)
	}
	return nil
}

// pairBindings pairs two variables, unless either is paired with another one, and reports whether
// they are a pair. 0 is the chunk's own _ENV.
func (p *pairing) pairBindings(was, now resolve.BindingID) bool {
	if was == 0 || now == 0 {
		return was == now
	}
	if p.bindings[was] == 0 && p.bindingsOf[now] == 0 {
		p.bindings[was], p.bindingsOf[now] = now, was
	}
	return p.bindings[was] == now && p.bindingsOf[now] == was
}

// statements pairs the statements that no edit touches.
func (p *pairing) statements() error {
	was, now := p.was.Unit.Tree.Stats, p.now.Tree.Stats
	back := backward{shift: p.shift}
	i := 0 // the first that begins at the place or after it
	for _, s := range now {
		p.now.Meter.Step()
		if _, isEmpty := s.(*syntax.Empty); isEmpty {
			continue
		}
		at, inserted := back.origin(s.Span().Start)
		for i < len(was) && was[i].Span().Start < at {
			i++
		}
		switch {
		case inserted:
			p.nowTouched[s.ID()] = true
		case i < len(was) && was[i].Span().Start == at && !p.touched[i]:
			p.stats[i] = s.ID()
		default:
			id := plan.StatAt(p.was.Unit.Tree, p.was.Places(), at)
			if id == syntax.NoStat || !p.touched[id] {
				return errors.New("a statement appears")
			}
			p.nowTouched[s.ID()] = true
		}
	}
	for i, s := range was {
		if p.stats[i] != syntax.NoStat || p.touched[i] {
			continue
		}
		if _, isEmpty := s.(*syntax.Empty); !isEmpty {
			return fmt.Errorf("the statement at line %d is lost", p.was.Unit.File.Line(s.Span().Start))
		}
	}
	return nil
}

// trees compares the nodes of the statements that no edit touches, in the order of
// the text, and pairs the functions. As the text outside the edits is the same,
// equal kinds and spans in equal order make equal trees; and a function or a statement in which
// nothing is edited is the same with all that stands in it, wherever it begins and ends at the same
// places: what a parser makes of a piece of text hangs on what follows only by where the piece ends.
func (p *pairing) trees() error {
	a := shape{
		tree: p.was.Unit.Tree, nodes: p.room.nodes[:0], funcs: p.room.funcIDs[:0], touched: p.touched, move: p.shift.span,
		isGone: func(f *syntax.Function) bool {
			return p.shift.isDeleted(source.Span{Start: f.Start, End: f.Start + 1})
		},
		isSame: func(s source.Span) bool { return len(p.shift.touching(s)) == 0 },
	}
	b := shape{
		tree: p.now.Tree, nodes: p.room.nowNodes[:0], funcs: p.room.nowFuncIDs[:0], touched: p.nowTouched,
		move: func(s source.Span) source.Span { return s }, isSame: p.shift.isCopied,
	}
	a.steps, b.steps = p.now.Meter, p.now.Meter
	a.collect(p.was.Unit.Tree.Main)
	b.collect(p.now.Tree.Main)
	r := p.room
	r.nodes, r.nowNodes, r.funcIDs, r.nowFuncIDs = a.nodes, b.nodes, a.funcs, b.funcs
	if len(a.nodes) != len(b.nodes) || len(a.funcs) != len(b.funcs) {
		return errors.New("the tree of a statement would change")
	}
	for i := range a.nodes {
		if a.nodes[i] != b.nodes[i] {
			return errors.New("the tree of a statement would change")
		}
	}
	for i := range a.funcs {
		p.funcs[a.funcs[i]] = b.funcs[i]
	}
	return nil
}

// jumps compares where gotos lead.
func (p *pairing) jumps() error {
	target := func(info *resolve.Info, id syntax.StatID) source.Span {
		return info.Labels[info.LabelOf(id)].Stat.Span()
	}
	for i, s := range p.was.Unit.Tree.Stats {
		if _, ok := s.(*syntax.Goto); !ok || p.touched[i] {
			continue
		}
		old, new := target(p.was.Unit.Res, syntax.StatID(i)), target(p.now.Res, p.stats[i])
		if p.shift.span(old) != new {
			return fmt.Errorf("the goto at line %d would lead elsewhere", p.was.Unit.File.Line(s.Span().Start))
		}
	}
	return nil
}
