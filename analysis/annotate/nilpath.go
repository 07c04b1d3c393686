package annotate

import (
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
	mem   cfg.Memory
	trees map[*flow.Func]trees
}

// nilInit is a declaration without a value.
type nilInit struct {
	fn    syntax.FuncID
	store *srcmap.StoreRec
}

// trees says which blocks are on all paths to others and from them.
type trees struct{ dominators, postDominators *cfg.Tree }

func newNilPaths(r *reader) *nilPaths {
	p := &nilPaths{
		reader: r, inits: make(map[resolve.BindingID]nilInit), known: make(map[resolve.BindingID][]int), trees: make(map[*flow.Func]trees),
	}
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
	trees trees
	reg   int
	first cfg.BlockID // in which the declaration ends
	seen  map[cfg.BlockID]bool
	reads []int // pcs, of what has been found
}

// readsOf returns the pcs of the first reads of the nil of a declaration after one decision.
func (p *nilPaths) readsOf(f *flow.Func, s *srcmap.StoreRec) []int {
	start := int(s.PCs.End)
	if !p.reader.known.Executable(f, start) {
		return nil
	}
	t, ok := p.trees[f]
	if !ok {
		t = trees{f.Graph.Dominators(&p.mem), f.Graph.PostDominators(&p.mem)}
		p.trees[f] = t
	}
	w := &nilWalk{nilPaths: p, f: f, trees: t, reg: int(s.Reg), first: f.Graph.Block(start), seen: make(map[cfg.BlockID]bool)}
	w.decide(start)
	return w.reads
}

// decide follows control from a point to each condition at which it may decide.
func (w *nilWalk) decide(pc int) {
	for pc >= 0 {
		b := w.f.Graph.Block(pc)
		if w.seen[b] || w.passes(pc, false) >= 0 {
			return
		}
		w.seen[b] = true
		edges := w.edges(b)
		if len(edges) == 2 && w.isDecision(b) {
			for _, k := range edges {
				if !effect.EdgeDefs(w.f.Proto, w.f.Graph.Last(b)).Has(w.reg) {
					w.follow(int(w.f.Graph.Blocks[w.f.Graph.Succs(b)[k]].Start))
				}
			}
		}
		pc = w.next(b, edges, false)
	}
}

// follow follows control after its decision, to the first read.
func (w *nilWalk) follow(pc int) {
	seen := make(map[cfg.BlockID]bool)
	for pc >= 0 {
		b := w.f.Graph.Block(pc)
		at := w.passes(pc, true)
		if at >= 0 && effect.Uses(w.f.Proto, at).Has(w.reg) {
			w.reads = append(w.reads, at)
		}
		if at >= 0 || seen[b] {
			return
		}
		seen[b] = true
		pc = w.next(b, w.edges(b), true)
	}
}

// passes returns the first instruction from pc on in its block that reads or writes the register, calls
// something after a decision, or is the last to be executed in front of others; -1 if there is none.
func (w *nilWalk) passes(pc int, isDecided bool) int {
	b := w.f.Graph.Block(pc)
	for end := int(w.f.Graph.Blocks[b].End); pc < end; pc++ {
		p := w.f.Proto
		if !w.reader.known.Executable(w.f, pc) || effect.Uses(p, pc).Has(w.reg) || effect.Defs(p, pc).Has(w.reg) || effect.MayDefs(p, pc).Has(w.reg) {
			return pc
		}
		if how := effect.ReferenceOf(p.Code[pc]); isDecided && (how == effect.Calls || how == effect.Iterates) {
			return pc
		}
	}
	return -1
}

// edges returns the numbers of the edges from a block that control may take.
func (w *nilWalk) edges(b cfg.BlockID) (edges []int) {
	for k := range w.f.Graph.Succs(b) {
		if w.reader.known.EdgeExecutable(w.f, b, k) {
			edges = append(edges, k)
		}
	}
	return edges
}

// next returns where control goes from the end of a block, or comes together again if nothing on the ways
// there matters; -1 if that depends.
func (w *nilWalk) next(b cfg.BlockID, edges []int, isDecided bool) int {
	succs := w.f.Graph.Succs(b)
	if len(edges) == 1 {
		return int(w.f.Graph.Blocks[succs[edges[0]]].Start)
	}
	end := w.trees.postDominators.Parent(b)
	if len(edges) == 0 || end < 0 || !w.isIdle(b, end, isDecided) {
		return -1
	}
	return int(w.f.Graph.Blocks[end].Start)
}

// isIdle reports whether nothing between the end of a block and another has to do with the register, or
// may be the end after a decision.
func (w *nilWalk) isIdle(from, to cfg.BlockID, isDecided bool) bool {
	seen := map[cfg.BlockID]bool{to: true}
	todo := []cfg.BlockID{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if effect.EdgeDefs(w.f.Proto, w.f.Graph.Last(b)).Has(w.reg) {
			return false
		}
		for _, k := range w.edges(b) {
			next := w.f.Graph.Succs(b)[k]
			if seen[next] {
				continue
			}
			seen[next] = true
			if next == w.first || w.passes(int(w.f.Graph.Blocks[next].Start), isDecided) >= 0 {
				return false
			}
			todo = append(todo, next)
		}
	}
	return true
}

// isDecision reports whether it is up to the condition at the end of a block alone how control goes on: it
// is no turn of a loop, and speaks of nothing that conditions on the way to the declaration speak of.
func (w *nilWalk) isDecision(b cfg.BlockID) bool {
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
	for above := w.first; above >= 0; above = w.trees.dominators.Parent(above) {
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
