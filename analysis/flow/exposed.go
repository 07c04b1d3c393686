package flow

import "luaflow/analysis/cfg"

// Which references of a register reach which others: reaching definitions and
// exposed uses as one problem (Kanada and Ishida, "Generating data dependence graphs
// using reaching definitions and exposed uses"). A definition reaches a point, and a
// use is exposed there, if some path leads to it on which nothing blocks the way.
// What blocks is all that the kinds of dependence differ in (dependence.go). In
//
//	x = 1        Def
//	f(x)         Use
//	x = 2        Def
//	g(x, x)      Use, Use
//
// flow dependence leads from a Def to the Uses that no Def hides it from, output dependence from
// the first Def to the second, anti dependence from the first Use to the second Def, and input
// dependence from one Use of `g` to the other.

// survival is the problem which references survive to which points: forward, union. A bit is a
// reference of a kind that the rule follows; a reference of a kind that blocks kills all of them, one
// that blocks those of closures kills these, and each that is followed generates itself, after that.
type survival struct {
	f      *Body
	refs   []Ref
	rule   *rule
	number []int32 // by index of a reference: its number among the sources
	count  int     // of sources
	cells  Row     // the sources that are closures'
	problem
}

// survive solves the problem.
func (f *Body) survive(refs []Ref, r *rule) *survival {
	s := &survival{f: f, refs: refs, rule: r, number: make([]int32, len(refs))}
	for i := range refs {
		s.number[i] = int32(s.count)
		if r.sources.has(refs[i].Kind) {
			s.count++
		}
	}
	words := max(WordsFor(s.count), 1)
	s.cells = make(Row, words)
	for i := range refs {
		if k := refs[i].Kind; r.sources.has(k) && k.IsCell() {
			s.cells.Add(int(s.number[i]))
		}
	}
	s.problem = newProblem(&f.Graph, words)
	s.fillRows()
	s.solve(make(Row, WordsFor(len(f.Graph.Blocks))), nil)
	return s
}

// fillRows fills gen and kill (EUSE and EBLOCK, where the sources are uses), the
// edge rows, and what reaches the entry.
func (s *survival) fillRows() {
	for i := range s.refs {
		ref := &s.refs[i]
		if ref.PC == Entry {
			s.transfer(s.at(s.sets, 0), i)
			continue
		}
		b := int(s.f.Graph.Block(ref.PC))
		if ref.Kind == EdgeDef {
			s.onEdge(b, i)
			continue
		}
		switch kill := s.at(s.kill, b); {
		case s.rule.blocks.has(ref.Kind):
			kill.fill()
		case s.rule.blocksCells.has(ref.Kind):
			for w, cells := range s.cells {
				kill[w] |= cells
			}
		}
		s.transfer(s.at(s.gen, b), i)
	}
}

// onEdge makes the row of the first edge of block b, on which reference i is made.
func (s *survival) onEdge(b, i int) {
	s.edgeGen = append(s.edgeGen, make([]uint64, s.words)...)
	s.edgeKill = append(s.edgeKill, make([]uint64, s.words)...)
	edge := len(s.edgeGen)/s.words - 1
	s.edge[b] = int32(edge + 1)
	if s.rule.blocks.has(EdgeDef) {
		s.at(s.edgeKill, edge).fill()
	}
	s.transfer(s.at(s.edgeGen, edge), i)
}

// transfer carries a set over reference i: the transfer function.
func (s *survival) transfer(set Row, i int) {
	kind := s.refs[i].Kind
	switch {
	case s.rule.blocks.has(kind):
		clear(set)
	case s.rule.blocksCells.has(kind):
		for w, cells := range s.cells {
			set[w] &^= cells
		}
	}
	if s.rule.sources.has(kind) {
		set.Add(int(s.number[i]))
	}
}

// sweep visits the references in order, each with the sources that survive to the
// point in front of it. The set is valid during the visit. A reference at the entry
// has nothing in front of it.
func (s *survival) sweep(visit func(i int, set Row)) {
	g := &s.f.Graph
	set := make(Row, s.words)
	current := cfg.None
	for i := range s.refs {
		ref := &s.refs[i]
		if ref.PC != Entry {
			if b := g.Block(ref.PC); b != current {
				current = b
				copy(set, s.at(s.sets, int(b)))
			}
			visit(i, set)
		}
		if ref.Kind != EdgeDef {
			s.transfer(set, i)
		}
	}
}

// rule is a dependence as a problem: which references are followed, what stops them
// all, what stops those of closures, and where they are looked for.
type rule struct{ sources, blocks, blocksCells, sinks refKinds }
