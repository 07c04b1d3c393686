package plan

import (
	"reflect"
	"slices"
	"sort"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/facts"
	"luaflow/analysis/fix/proof"
	"luaflow/analysis/flow"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what is known of a program before it is fixed.

// Original is the program before a fix, and what the makers and the verifier of fixes know of it,
// for one who asks: what takes time is found when somebody first asks for it, and is kept for all
// whose Originals In makes of one another. An Original is for one goroutine.
type Original struct {
	Unit     *compile.Unit      // compiled from the text that edits are made to
	Findings []analysis.Finding // in it, in order of position
	Standard *proof.Names       // of its code

	*known
	pass *analysis.Pass // see withoutHosts; nil until somebody asks for it
}

// known is what is known of a program, for all who ask. It is safe for concurrent use.
type known struct {
	pass        facts.Fact[analysis.Pass]         // see withoutHosts
	places      facts.Fact[[]Place]               // see Places
	underscores facts.Fact[[]source.Pos]          // see underscores
	labels      facts.Fact[map[*syntax.Block]int] // see lastLabel
	facts       sync.Map                          // by reflect.Type of what is kept: see Fact
}

// Place is where a statement stands.
type Place struct {
	Block *syntax.Block // that it stands in
	Index int           // in Block.Stats
	Up    syntax.StatID // the innermost statement around it, those that its function stands in included
	Func  syntax.FuncID // the function that it stands in
}

// Fact returns what find says of a program. For each type T it asks once: so a package keeps what its
// fixes of several findings need, in a type of its own. What find returns holds on to nothing that
// belongs to whoever asks: no Pass, and no Original.
func Fact[T any](b *Original, find func(*Original) T) T {
	key := reflect.TypeFor[T]()
	kept, ok := b.facts.Load(key)
	if !ok {
		kept, _ = b.facts.LoadOrStore(key, new(facts.Fact[T]))
	}
	return *kept.(*facts.Fact[T]).Get(func() *T {
		found := find(b)
		return &found
	})
}

// longChains is whether a statement of a text has a long chain.
type longChains bool

// HasLongChains reports whether a statement of the text has a chain (see syntax.HasLongChain) that is too
// long to make a plan in its text.
func (b *Original) HasLongChains() bool {
	return bool(Fact(b, func(b *Original) longChains {
		return longChains(slices.ContainsFunc(b.Unit.Tree.Stats, func(s syntax.Stat) bool {
			return syntax.HasLongChain(s, b.Unit.Meter.Step)
		}))
	}))
}

// NewOriginal returns what is known of a unit from its findings and the pass that found them.
func NewOriginal(u *compile.Unit, findings []analysis.Finding, pass *analysis.Pass) *Original {
	b := &Original{Unit: u, Findings: findings, Standard: new(proof.Names), known: new(known)}
	if pass = WithoutHosts(pass); pass != nil {
		b.known.pass.Get(func() *analysis.Pass { return pass })
	}
	return b
}

// In returns the Original for one who counts in the Meter of u, which is the same unit. What is known is
// that of b, and what either finds out both know.
func (b *Original) In(u *compile.Unit) *Original {
	return &Original{Unit: u, Findings: b.Findings, Standard: b.Standard, known: b.known}
}

// WithoutHosts returns p if it has data flow that knows of no hosts, else nil.
func WithoutHosts(p *analysis.Pass) *analysis.Pass {
	if p == nil || p.Facts.Code == nil || p.Facts.Code.Hosts() != 0 {
		return nil
	}
	return p
}

// withoutHosts returns a pass over the unit that knows of no hosts.
func (b *Original) withoutHosts() *analysis.Pass {
	if b.pass == nil {
		made := b.known.pass.Get(func() *analysis.Pass { return analysis.NewPass(b.Unit, 0, nil, nil) })
		b.pass = made.In(b.Unit, nil)
	}
	return b.pass
}

// Code returns the functions of the unit.
func (b *Original) Code() *flow.Program { return b.Facts().Program }

// Facts returns what is known of the code of the unit, and of no hosts.
func (b *Original) Facts() *facts.Code { return b.withoutHosts().Facts.Code }

// Places returns the place of every statement, by StatID.
func (b *Original) Places() []Place {
	return *b.known.places.Get(func() *[]Place {
		places := PlacesIn(new([]Place), b.Unit.Tree, b.Unit.Meter)
		return &places
	})
}

// underscores returns where uses of variables called _ stand, in order.
func (b *Original) underscores() []source.Pos {
	return *b.known.underscores.Get(func() *[]source.Pos {
		var uses []source.Pos
		for n := range b.Unit.Tree.Names.All() {
			if b.Unit.Tree.Str(n.Sym) == "_" && b.Unit.Res.Refs[n.ID].Kind != resolve.Declaration {
				uses = append(uses, n.Start)
			}
		}
		return &uses
	})
}

// lastLabel returns the index of the last label among the statements of a block, -1 if it has
// none.
func (b *Original) lastLabel(in *syntax.Block) int {
	labels := *b.known.labels.Get(func() *map[*syntax.Block]int {
		labels := make(map[*syntax.Block]int)
		for _, s := range b.Unit.Tree.Stats {
			if _, isLabel := s.(*syntax.Label); isLabel {
				at := b.Places()[s.ID()]
				labels[at.Block] = at.Index // labels of a block come in order
			}
		}
		return &labels
	})
	if i, ok := labels[in]; ok {
		return i
	}
	return -1
}

// PlacesIn returns the place of every statement, in the array of *s, which grows as needed. It counts a
// step for each.
func PlacesIn(s *[]Place, t *syntax.Tree, steps *meter.Meter) []Place {
	*s = slices.Grow((*s)[:0], len(t.Stats))[:len(t.Stats)]
	clear(*s)
	w := placer{tree: t, steps: steps, places: *s, enclosing: syntax.NoStat}
	w.visitNode = w.visit
	syntax.Inspect(t.Main, w.visit)
	return w.places
}

type placer struct {
	tree      *syntax.Tree
	steps     *meter.Meter // one for each statement
	places    []Place
	enclosing syntax.StatID
	fn        syntax.FuncID
	next      syntax.FuncID // the first that was not visited; they are numbered in the order of the text
	visitNode func(syntax.Node) bool
}

// visit notes the statements in a node, and reports whether it left nodes below it.
func (w *placer) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Block:
		w.statements(n)
	case *syntax.Function:
		outer := w.fn
		w.fn, w.next = n.ID, n.ID+1
		w.statements(n.Body)
		w.fn = outer
	default:
		return true
	}
	return false
}

func (w *placer) statements(b *syntax.Block) {
	outer := w.enclosing
	for i, s := range b.Stats {
		w.steps.Step()
		w.places[s.ID()] = Place{Block: b, Index: i, Up: outer, Func: w.fn}
		switch s.(type) {
		case *syntax.Do, *syntax.While, *syntax.Repeat, *syntax.If, *syntax.NumericFor, *syntax.GenericFor, *syntax.BadStat:
		default: // other blocks are those of functions
			if !w.hasFunction(s.Span().End) {
				continue
			}
		}
		w.enclosing = s.ID()
		syntax.Inspect(s, w.visitNode)
	}
	w.enclosing = outer
}

// hasFunction reports whether a function that was not visited yet begins in front of end.
func (w *placer) hasFunction(end source.Pos) bool {
	return int(w.next) < len(w.tree.Funcs) && w.tree.Funcs[w.next].Start < end
}

// StatAt returns the innermost statement whose span holds p, or NoStat.
func StatAt(t *syntax.Tree, places []Place, p source.Pos) syntax.StatID {
	// Statements are numbered in the order in which they begin.
	n := sort.Search(len(t.Stats), func(i int) bool { return t.Stats[i].Span().Start > p })
	id := syntax.StatID(n) - 1 // NoStat if n is 0
	for id != syntax.NoStat && t.Stats[id].Span().End <= p {
		id = places[id].Up
	}
	return id
}

// Function returns the function that a place belongs to.
func (b *Original) Function(p source.Pos) *syntax.Function {
	id := StatAt(b.Unit.Tree, b.Places(), p)
	if id == syntax.NoStat {
		return b.Unit.Tree.Main
	}
	return b.Unit.Tree.Funcs[b.Places()[id].Func]
}

// Stat returns the innermost statement around a name.
func (b *Original) Stat(n *syntax.Name) syntax.StatID {
	return StatAt(b.Unit.Tree, b.Places(), n.Start)
}

// Binding returns a variable by its number.
func (b *Original) Binding(id resolve.BindingID) *resolve.Binding { return &b.Unit.Res.Bindings[id] }

// Name returns the text of a variable's name.
func (b *Original) Name(id resolve.BindingID) string {
	return b.Unit.Tree.Str(b.Binding(id).Sym)
}

// Occurrences calls visit for each name that refers to a variable, its declaration
// included, in the order of the text.
func (b *Original) Occurrences(id resolve.BindingID, visit func(*syntax.Name, *resolve.Ref)) {
	v := b.Binding(id)
	var first syntax.NameID
	if v.Decl != nil {
		first = v.Decl.ID
	}
	for n := range b.Unit.Tree.Names.From(first) {
		if n.Start >= v.Scope.End {
			break
		}
		if ref := &b.Unit.Res.Refs[n.ID]; ref.Binding == id && ref.Kind != resolve.ToGlobal {
			visit(n, ref)
		}
	}
}

// RefersTo reports whether a name means a variable.
func (b *Original) RefersTo(n *syntax.Name, id resolve.BindingID) bool {
	ref := &b.Unit.Res.Refs[n.ID]
	return ref.Binding == id && ref.Kind != resolve.ToGlobal
}
