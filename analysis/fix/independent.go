package fix

import (
	"slices"
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which fixes have so little to do with each other that they can be verified
// together.

// naming keeps fixes apart by the names that they take away or bring.
type naming struct {
	*plan.Original
	deleted map[resolve.BindingID]bool // of which some name goes
	changed map[resolve.BindingID]bool // of which a declaration or value goes
	stored  map[resolve.BindingID]bool // of which an assignment goes; those are not in the others
	fed     map[resolve.BindingID]bool // of which one goes whose value something may read
	lost    map[nameIn]bool            // names that go, for all functions around them
	brought map[nameIn]bool
}

// nameIn is a name that occurs in a function.
type nameIn struct {
	name string
	fn   syntax.FuncID
}

func newNaming(b *plan.Original) *naming {
	return &naming{
		Original: b,
		deleted:  make(map[resolve.BindingID]bool), changed: make(map[resolve.BindingID]bool),
		stored: make(map[resolve.BindingID]bool), fed: make(map[resolve.BindingID]bool),
		lost: make(map[nameIn]bool), brought: make(map[nameIn]bool),
	}
}

// add adds the names of a fix unless they have to do with those of others, and reports whether it
// has added them.
func (n *naming) add(p *plan.Plan) bool {
	own := newNaming(n.Original)
	for _, e := range p.Edits {
		if p.Extent != plan.SomeNames {
			own.noteTargets(e)
		}
		own.note(e, p.Extent != plan.SomeNames)
	}
	if own.meets(n) || n.meets(own) {
		return false
	}
	join(n.deleted, own.deleted)
	join(n.changed, own.changed)
	join(n.stored, own.stored)
	join(n.fed, own.fed)
	join(n.lost, own.lost)
	join(n.brought, own.brought)
	return true
}

// meets reports whether a fix takes names away that have to be checked without another.
func (n *naming) meets(other *naming) bool {
	return meet(n.changed, other.deleted) || meet(n.brought, other.lost) ||
		meet(n.fed, other.deleted) || meet(n.stored, other.changed)
}

// note notes the names of an edit; cuts says that it replaces none by another.
func (n *naming) note(e source.Edit, cuts bool) {
	names := &n.Unit.Tree.Names
	for name := range names.From(names.Search(e.Span.Start)) {
		if name.Start >= e.Span.End {
			break
		}
		for fn := n.Function(name.Start); fn != nil; fn = fn.Parent {
			n.lost[nameIn{n.Unit.Tree.Str(name.Sym), fn.ID}] = true
		}
		ref := &n.Unit.Res.Refs[name.ID]
		if ref.Binding == 0 {
			continue
		}
		switch isStore := ref.Write && ref.Kind != resolve.Declaration; {
		case isStore && cuts:
			n.stored[ref.Binding] = true
			if !isDead(n.Original, name) {
				n.fed[ref.Binding] = true
			}
		case isStore || ref.Kind == resolve.Declaration:
			n.changed[ref.Binding] = true
			fallthrough
		default:
			n.deleted[ref.Binding] = true
		}
	}
	for _, word := range strings.FieldsFunc(e.New, func(r rune) bool { return r >= 0x80 || !syntax.IsNameByte(byte(r)) }) {
		n.brought[nameIn{word, n.Function(e.Span.Start).ID}] = true
	}
	for _, at := range droppedVarargs(n.Original, e) {
		n.brought[nameIn{"arg", n.Function(at).ID}] = true
	}
}

// noteTargets notes the variables of an assignment whose values the edit changes: it may
// take a value away and leave the name.
func (n *naming) noteTargets(e source.Edit) {
	a, ok := valuesAt(n.Original, e)
	if !ok {
		return
	}
	for _, t := range a.Targets {
		if name, isName := t.(*syntax.Name); isName && n.Unit.Res.Refs[name.ID].Binding != 0 {
			n.changed[n.Unit.Res.Refs[name.ID].Binding] = true
		}
	}
}

func meet[K comparable](a, b map[K]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

func join[K comparable](to, from map[K]bool) {
	for k := range from {
		to[k] = true
	}
}

// coverage keeps the edits of fixes apart: no two overlap, and two fixes change one
// statement only if both change no more of it than shared.
type coverage struct {
	*plan.Original
	shared plan.Extent
	edits  []source.Edit                 // in order
	stats  map[syntax.StatID]plan.Extent // what was done to a statement
}

func newCoverage(b *plan.Original, shared plan.Extent) *coverage {
	return &coverage{Original: b, shared: shared, stats: make(map[syntax.StatID]plan.Extent)}
}

// meetsNone reports whether a fix leaves alone what those taken change, and none of them
// changes more than it does of a statement.
func (c *coverage) meetsNone(p *plan.Plan) bool {
	for _, e := range p.Edits {
		other, changed := c.stats[c.statOf(e)]
		if changed && (min(other, p.Extent) < c.shared || other < p.Extent) || c.meets(e.Span) {
			return false
		}
	}
	return true
}

// add adds the edits of a fix.
func (c *coverage) add(p *plan.Plan) {
	for _, e := range p.Edits {
		c.stats[c.statOf(e)] = p.Extent
		at, _ := slices.BinarySearchFunc(c.edits, e, plan.ByPlace)
		c.edits = slices.Insert(c.edits, at, e)
	}
}

// statOf returns the statement in which an edit begins.
func (c *coverage) statOf(e source.Edit) syntax.StatID {
	return plan.StatAt(c.Unit.Tree, c.Places(), c.Unit.Tree.After(e.Span.Start))
}

// meets reports whether a span overlaps an edit, or is an insertion where another
// one is.
func (c *coverage) meets(s source.Span) bool {
	at, _ := slices.BinarySearchFunc(c.edits, source.Edit{Span: s}, plan.ByPlace)
	for _, i := range []int{at - 1, at} {
		if i >= 0 && i < len(c.edits) && (c.edits[i].Span.Overlaps(s) || c.edits[i].Span == s) {
			return true
		}
	}
	return false
}
