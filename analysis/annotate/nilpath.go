package annotate

import (
	"iter"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Which reads of a variable see, on a path that can be taken, the nil of its declaration.
//
// That some path of the graph leads from `local x` to a read past all assignments does not say that it
// can be taken: two conditions on it may exclude each other, and a call may end the program. So here
// control takes one decision between the declaration and the read, at a condition that is not known to
// go one way, that has nothing in common with those on the way to the declaration, and that begins or
// ends no loop (it may be known to turn at least once). Where control parts and comes together again,
// and nothing in between has to do with the variable, it does not matter which way it goes. After the
// decision nothing is called, for what is called may know the decision and not return. The path ends
// with the first read, since that may be how the program finds out.

// nilPaths finds these reads, of one variable after another. It is not safe for concurrent use.
type nilPaths struct {
	*reader
	inits map[resolve.BindingID]nilInit
	known map[resolve.BindingID][]int // of those that were asked for
}

// nilInit is a declaration without a value.
type nilInit struct {
	fn    syntax.FuncID
	store *srcmap.StoreRec
}

func newNilPaths(r *reader) *nilPaths {
	p := &nilPaths{reader: r, inits: make(map[resolve.BindingID]nilInit), known: make(map[resolve.BindingID][]int)}
	for fn := range r.Unit.Funcs {
		stores := r.Unit.Funcs[fn].Map.Stores
		for i := range stores {
			s := &stores[i]
			if s.Kind != srcmap.NilInit || s.Upvalue >= 0 || r.Text.IsNilAgain(syntax.FuncID(fn), i) {
				continue
			}
			if b := &r.Unit.Res.Bindings[s.Binding]; b.Reads > 0 && b.Writes > 0 && !b.Captured && !b.Exposed && !r.Text.Quiet(b) {
				p.inits[s.Binding] = nilInit{syntax.FuncID(fn), s}
			}
		}
	}
	return p
}

// mayBeNil reports whether a name reads the nil of a declaration on a path that can be taken, and another
// value on others.
func (p *nilPaths) mayBeNil(n *syntax.Name) bool {
	ref := &p.Unit.Res.Refs[n.ID]
	init, ok := p.inits[ref.Binding]
	if !ok || ref.Kind != resolve.ToLocal || ref.Write || p.reader.known == nil {
		return false
	}
	f, pc := p.function(init.fn), p.Text.ReadAt(n)
	if f == nil || pc < 0 || effect.TestsNil(f.Proto, pc) {
		return false
	}
	if is := p.ofLocal(n, ref); !is.MayBe(value.Nil) || is.Is(value.Nil) {
		return false
	}
	reads, ok := p.known[ref.Binding]
	if !ok {
		reads = p.readsOf(f, init.store)
		p.known[ref.Binding] = reads
	}
	return slices.Contains(reads, pc)
}

// nilWalk follows the nil of a declaration.
type nilWalk struct {
	*nilPaths
	f     *flow.Func
	reg   int
	first cfg.BlockID // in which the declaration ends
	reads []int       // pcs, of what has been found
}

// readsOf returns the pcs of the first reads of the nil of a declaration after one decision.
func (p *nilPaths) readsOf(f *flow.Func, s *srcmap.StoreRec) []int {
	start := int(s.PCs.End)
	if !p.reader.known.Executable(f, start) {
		return nil
	}
	w := &nilWalk{nilPaths: p, f: f, reg: int(s.Reg), first: f.Graph.Block(start)}
	for pc, at := range w.ahead(start, false) {
		if b := f.Graph.Block(pc); at < 0 && w.isDecision(b) {
			w.decide(b)
		}
	}
	return w.reads
}

// decide follows control after its decision at the end of a block, either way, to the first read.
func (w *nilWalk) decide(b cfg.BlockID) {
	for k, to := range w.f.Graph.Succs(b) {
		if !w.f.KeepsNil(w.reader.known, cfg.Branch{Block: b, Succ: int32(k)}, w.reg) {
			continue
		}
		for _, at := range w.ahead(int(w.f.Graph.Blocks[to].Start), true) {
			if at >= 0 && effect.Uses(w.f.Proto, at).Has(w.reg) {
				w.reads = append(w.reads, at)
			}
		}
	}
}

// ahead yields where control certainly comes from pc on: the pcs at which it enters blocks, in its order,
// each with the first instruction from there on in the block that matters, -1 if there is none. After one
// that does nothing is certain. It ends where a loop leads back, for what is there has been passed.
func (w *nilWalk) ahead(pc int, isDecided bool) iter.Seq2[int, int] {
	return func(yield func(pc, at int) bool) {
		for last := -1; pc >= 0; {
			b := w.f.Graph.Block(pc)
			at := w.firstIn(pc, isDecided)
			if w.f.Graph.Rank(b) <= last || !yield(pc, at) || at >= 0 {
				return
			}
			last = w.f.Graph.Rank(b)
			pc = w.next(b, isDecided)
		}
	}
}

// firstIn returns the first instruction from pc on in its block that matters, -1 if there is none: it reads
// or writes the register, calls something after a decision, or is not executed, as what is in front of it
// never returns.
func (w *nilWalk) firstIn(pc int, isDecided bool) int {
	p := w.f.Proto
	for end := int(w.f.Graph.Blocks[w.f.Graph.Block(pc)].End); pc < end; pc++ {
		if !w.reader.known.Executable(w.f, pc) || effect.Uses(p, pc).Has(w.reg) || effect.Defs(p, pc).Has(w.reg) || effect.MayDefs(p, pc).Has(w.reg) {
			return pc
		}
		if how := effect.ReferenceOf(p.Code[pc]); isDecided && (how == effect.Calls || how == effect.Iterates) {
			return pc
		}
	}
	return -1
}

// next returns where control goes from the end of a block, or comes together again if nothing on the ways
// there matters; -1 if that depends.
func (w *nilWalk) next(b cfg.BlockID, isDecided bool) int {
	var targets []cfg.BlockID
	for k, to := range w.f.Graph.Succs(b) {
		if w.reader.known.EdgeExecutable(w.f, b, k) {
			targets = append(targets, to)
		}
	}
	if len(targets) == 1 {
		return int(w.f.Graph.Blocks[targets[0]].Start)
	}
	end := w.Facts.Code.PostDominators(w.f).Parent(b)
	if len(targets) == 0 || end < 0 || !w.isIdle(b, end, isDecided) {
		return -1
	}
	return int(w.f.Graph.Blocks[end].Start)
}

// isIdle reports whether nothing between the end of a block and another matters.
func (w *nilWalk) isIdle(from, to cfg.BlockID, isDecided bool) bool {
	g := &w.f.Graph
	walk := w.f.WalkRegister(g.Last(from), false, len(g.Blocks)+1, func(step, pc int, _ bool) (flow.Next, bool) {
		b := g.Block(pc)
		if step > 0 && (b == w.first || w.firstIn(pc, isDecided) >= 0) || effect.EdgeDefs(w.f.Proto, g.Last(b)).Has(w.reg) {
			return flow.Stop, false
		}
		return flow.GoOn, false
	}, func(_ int, edge cfg.Branch) bool {
		return g.Succs(edge.Block)[edge.Succ] != to && w.f.KeepsNil(w.reader.known, edge, w.reg)
	})
	return !walk.Stopped
}

// isDecision reports whether it is up to the condition at the end of a block alone how control goes on: it
// may go both ways, is no turn of a loop, and speaks of nothing that conditions on the way to the declaration
// speak of.
func (w *nilWalk) isDecision(b cfg.BlockID) bool {
	if len(w.f.Graph.Succs(b)) < 2 {
		return false
	}
	if _, only := w.reader.known.Decided(w.f, b); only {
		return false
	}
	switch effect.ConditionOf(w.f.Proto.Code[w.f.Graph.Last(b)]) {
	case effect.Truth, effect.Comparison:
	default:
		return false
	}
	loops := w.f.Loops()
	for _, next := range w.f.Graph.Succs(b) {
		if loops.Innermost(next) != loops.Innermost(b) {
			return false
		}
	}
	asked := w.subjects(b)
	dominators := w.Facts.Code.Dominators(w.f)
	for above := w.first; above >= 0; above = dominators.Parent(above) {
		if above != b && len(w.f.Graph.Succs(above)) > 1 && overlap(asked, w.subjects(above)) {
			return false
		}
	}
	return true
}

// overlap reports whether two sets have something in common.
func overlap(a, b map[syntax.Sym]bool) bool {
	for sym := range a {
		if b[sym] {
			return true
		}
	}
	return false
}

// subjects returns the names that the condition at the end of a block speaks of, and those that the values
// of these variables are made of.
func (w *nilWalk) subjects(b cfg.BlockID) map[syntax.Sym]bool {
	names := make(map[syntax.Sym]bool)
	spans := []source.Span{w.Unit.Funcs[w.f.Number].Map.Origins.At(w.f.Graph.Last(b)).Span()}
	if stat := w.Text.StatAt(spans[0]); stat != nil && stat.Span() == spans[0] {
		spans[0] = headOf(stat) // of a loop
	}
	done := make(map[resolve.BindingID]bool)
	for len(spans) > 0 {
		at := spans[len(spans)-1]
		spans = spans[:len(spans)-1]
		for n := range w.Unit.Tree.Names.From(w.Unit.Tree.Names.Search(at.Start)) {
			if n.Start >= at.End {
				break
			}
			names[n.Sym] = true
			ref := &w.Unit.Res.Refs[n.ID]
			if ref.Kind == resolve.ToGlobal || ref.Binding == 0 || done[ref.Binding] {
				continue
			}
			done[ref.Binding] = true
			spans = append(spans, w.made(ref.Binding)...)
		}
	}
	return names
}

// made returns the statements of the function that store to a variable; of a loop its head.
func (w *nilWalk) made(id resolve.BindingID) (at []source.Span) {
	stores := w.Unit.Funcs[w.f.Number].Map.Stores
	for i := range stores {
		if s := &stores[i]; s.Binding == id && s.Stat != syntax.NoStat {
			at = append(at, headOf(w.Unit.Tree.Stats[s.Stat]))
		}
	}
	return at
}

// headOf returns the text of a statement, in front of its block.
func headOf(s syntax.Stat) source.Span {
	at := s.Span()
	syntax.Children(s, func(n syntax.Node) {
		if body, ok := n.(*syntax.Block); ok {
			at.End = min(at.End, body.Start)
		}
	})
	return at
}
