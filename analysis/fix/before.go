package fix

import (
	"sort"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/dataflow"
	"luaflow/analysis/fix/proof"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what is known of a program before it is fixed.

// before is a unit with the findings in it, in order of position, and tables that the
// makers and the verifier of fixes share.
type before struct {
	unit     *compile.Unit
	findings []analysis.Finding
	places   []place // by StatID
	room     *room   // that it is in; nil if in none

	bareOnce sync.Once
	pass     *analysis.Pass // see bare
	standard proof.Names    // of its code

	usesOnce sync.Once
	uses     []source.Pos // see underscores

	storesOnce sync.Once
	stores     map[syntax.NameID][]storeIn // see storesOf

	markedOnce  sync.Once
	markedFacts *marked // see marked

	linksOnce sync.Once
	links     map[source.Span]*syntax.Binary // see operands
	parens    map[*syntax.Binary]*syntax.Paren

	labelsOnce sync.Once
	labels     map[*syntax.Block]int // see lastLabel

	holdersOnce sync.Once
	holders     map[syntax.FuncID]resolve.BindingID // see unusedFunctions
}

// place is where a statement stands.
type place struct {
	block *syntax.Block
	index int           // in block.Stats
	up    syntax.StatID // the innermost statement around it, those that its function stands in included
	fn    syntax.FuncID
}

// newBefore returns what is known of a unit from its findings and the pass that found them. A
// nil pass, or one that knows of hosts, is made anew when it is asked for.
func newBefore(u *compile.Unit, findings []analysis.Finding, pass *analysis.Pass) *before {
	return &before{unit: u, findings: findings, places: places(u.Tree), pass: bare(pass)}
}

// bare returns p if it has data flow that knows of no hosts, else nil.
func bare(p *analysis.Pass) *analysis.Pass {
	if p == nil || p.Facts.Flow == nil || p.Facts.Flow.Hosts() != 0 {
		return nil
	}
	return p
}

// countIn has the Meter of u, which is the same unit, count what is done from now on.
func (b *before) countIn(u *compile.Unit) {
	b.unit = u
	if b.pass != nil {
		b.pass.CountIn(u)
	}
}

// bare returns a pass over the unit that knows of no hosts.
func (b *before) bare() *analysis.Pass {
	b.bareOnce.Do(func() {
		if b.pass == nil {
			b.pass = analysis.NewPass(b.unit, 0, nil, nil)
		}
	})
	return b.pass
}

// code returns the data flow of the unit.
func (b *before) code() *dataflow.Program { return b.bare().Facts.Flow }

// underscores returns where uses of variables called _ stand, in order.
func (b *before) underscores() []source.Pos {
	b.usesOnce.Do(func() {
		for n := range b.unit.Tree.Names.All() {
			if b.unit.Tree.Str(n.Sym) == "_" && b.unit.Res.Refs[n.ID].Kind != resolve.Declaration {
				b.uses = append(b.uses, n.Start)
			}
		}
	})
	return b.uses
}

// follow returns what is known of a program after a fix, before the next one.
func follow(a *after) *before {
	b := newBefore(a.unit, a.findings, a.pass)
	b.room = a.room
	return b
}

// lastLabel returns the index of the last label among the statements of a block, -1 if it has
// none.
func (b *before) lastLabel(in *syntax.Block) int {
	b.labelsOnce.Do(func() {
		b.labels = make(map[*syntax.Block]int)
		for _, s := range b.unit.Tree.Stats {
			if _, isLabel := s.(*syntax.Label); isLabel {
				at := b.places[s.ID()]
				b.labels[at.block] = at.index // labels of a block come in order
			}
		}
	})
	if i, ok := b.labels[in]; ok {
		return i
	}
	return -1
}

// places finds the place of every statement.
func places(t *syntax.Tree) []place { return placesIn(new([]place), t) }

// placesIn returns places, in the array of *s, which grows as needed.
func placesIn(s *[]place, t *syntax.Tree) []place {
	w := placer{places: filled(s, len(t.Stats), place{}), up: syntax.NoStat}
	w.visitNode = w.visit
	w.visit(t.Main)
	return w.places
}

type placer struct {
	places    []place
	up        syntax.StatID
	fn        syntax.FuncID
	visitNode func(syntax.Node)
}

func (w *placer) visit(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Block:
		w.statements(n)
	case *syntax.Function:
		outer := w.fn
		w.fn = n.ID
		w.statements(n.Body)
		w.fn = outer
	case *syntax.Name, *syntax.String, *syntax.Number, *syntax.Literal:
	default:
		syntax.Children(n, w.visitNode)
	}
}

func (w *placer) statements(b *syntax.Block) {
	outer := w.up
	for i, s := range b.Stats {
		w.places[s.ID()] = place{block: b, index: i, up: outer, fn: w.fn}
		w.up = s.ID()
		syntax.Children(s, w.visitNode)
	}
	w.up = outer
}

// statAt returns the innermost statement whose span holds p, or NoStat.
func statAt(t *syntax.Tree, places []place, p source.Pos) syntax.StatID {
	// Statements are numbered in the order in which they begin.
	n := sort.Search(len(t.Stats), func(i int) bool { return t.Stats[i].Span().Start > p })
	id := syntax.StatID(n) - 1 // NoStat if n is 0
	for id != syntax.NoStat && t.Stats[id].Span().End <= p {
		id = places[id].up
	}
	return id
}

// function returns the function that a place belongs to.
func (b *before) function(p source.Pos) *syntax.Function {
	id := statAt(b.unit.Tree, b.places, p)
	if id == syntax.NoStat {
		return b.unit.Tree.Main
	}
	return b.unit.Tree.Funcs[b.places[id].fn]
}

// stat returns the innermost statement around a name.
func (b *before) stat(n *syntax.Name) syntax.StatID {
	return statAt(b.unit.Tree, b.places, n.Start)
}

// binding returns a variable by its number.
func (b *before) binding(id resolve.BindingID) *resolve.Binding { return &b.unit.Res.Bindings[id] }

// name returns the text of a variable's name.
func (b *before) name(id resolve.BindingID) string {
	return b.unit.Tree.Str(b.binding(id).Sym)
}

// occurrences calls visit for each name that refers to a variable, its declaration
// included, in the order of the text.
func (b *before) occurrences(id resolve.BindingID, visit func(*syntax.Name, *resolve.Ref)) {
	v := b.binding(id)
	var first syntax.NameID
	if v.Decl != nil {
		first = v.Decl.ID
	}
	for n := range b.unit.Tree.Names.From(first) {
		if n.Start >= v.Scope.End {
			break
		}
		if ref := &b.unit.Res.Refs[n.ID]; ref.Binding == id && ref.Kind != resolve.ToGlobal {
			visit(n, ref)
		}
	}
}
