package guards

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// Way says how something was found out about a value.
type Way uint8

// The ways.
const (
	Tested   Way = iota // by a branch, whose edge tells how the test came out
	Asserted            // by a call of `assert`
	Used                // by an instruction that raises an error for all other values
	Made                // by an instruction that gives such a value, on one of several paths
	Counted             // by the preparation of the numeric loop whose variable it is
)

// Evidence is a place that tells something of a value.
type Evidence struct {
	PC   int32 // of the instruction
	Way  Way   // how it tells that
	Edge uint8 // of Tested: over which edge of the Succs of its block control went on
}

// Decision is a branch that always goes one way because of what tests tell of its operands, although
// the values that the program computes let it go both.
type Decision struct {
	PC   int // of the branch
	Edge int // over which it always goes
	// By is what decides, in the order of the code; never empty.
	By []Evidence
	// UnlessMetamethod: it does unless a metamethod gives something else.
	UnlessMetamethod bool
}

// Operand is an operand of which tests tell more than the values that the program computes.
type Operand struct {
	PC, Index int        // operand number Index of ssa.Form.Uses(PC)
	Known     *Known     // never nil; narrower than what consts.Constants knows
	By        []Evidence // what tells it, in the order of the code
}

// Program is what guards are found in.
type Program struct {
	Constants  *consts.Constants          // rests on Forms; of functions without a form nothing is found
	Forms      *ssa.Forms                 // of all functions
	Dominators func(*flow.Func) *cfg.Tree // returns the tree of a function, the same one each time
	HasCData   bool                       // values may be C data of LuaJIT, which equals numbers and nil
	Meter      *meter.Meter               // counts instructions; nil if nobody does
}

// Visitor is told what is found, function by function, in the order of a walk down the tree of dominators.
// What it is given lasts as long as the call.
type Visitor struct {
	Decision func(*Decision) // nil if nobody wants to know
	Operand  func(*Operand)  // nil if nobody wants to know
	// Arrival is told of each instruction that control comes to, before anything that it tells itself is known; nil if
	// nobody wants to know. Meanwhile Known may be asked.
	Arrival func(pc int)
}

// Walker finds the guards of one function after the other.
type Walker struct {
	Program
	Visitor
	// ByUse: that a value is used tells that it can be. Who asks which tests are there in vain does not want that: to use
	// a value and then to ask whether it is there may be a slip in either.
	ByUse bool

	onPaths bool // it is asked of single paths: Paths
	f       *flow.Func
	form    *ssa.Form
	tree    *cfg.Tree

	// By value: that whose copy it is, and whether it is so unless a metamethod says otherwise.
	roots   []ssa.ValueID
	fragile []bool
	top     []int32 // by root: 1 + the index in log of what is known of it; 0 if nothing is

	log   []entry // what was found out on the way from the start of the function to the place in work
	pairs []pair  // likewise

	child, sibling []cfg.BlockID // by block: the tree, in reverse post-order
	frames         []frame
	evidence       []Evidence // room for that of the entries

	interest interest

	joins  []*join // by block: what comes over the edges to it that have been seen; nil if nothing does
	phis   []phi   // by phi, from the first one on
	memory memory
}

// entry is what was found out about a value.
type entry struct {
	root   ssa.ValueID
	known  Known
	by     []Evidence
	before int32 // top of the root before it
}

// frame is a block in work.
type frame struct {
	block cfg.BlockID
	child cfg.BlockID // the next one below it
	start int         // length of the log in front of it
	end   int         // length of the log at its end
	loads int         // as start, of the memory's trail
}

// join is what holds on all edges to a block that have been seen.
type join struct{ entries []entry }

// phi is what the arguments of a phi are, as far as their edges have been seen.
type phi struct {
	edges int
	known Known
	by    []Evidence
	isOld bool // an argument comes from a value that no test tells anything about, nor an instruction
}

// maxJoined bounds what is carried from an edge to the block where it joins others.
const maxJoined = 32

// Function finds the guards of f and tells the Visitor. It finds none in a function that is too large or that nothing
// calls.
func (w *Walker) Function(f *flow.Func) {
	if f.IsLarge || len(f.Graph.Blocks) == 1 && !w.isAskedOfAll() || !w.Constants.Called(f) {
		return
	}
	w.f, w.form = f, w.Forms.Of(f)
	if !w.findInterest() {
		return
	}
	w.begin(f)
	w.descend()
}

// descend goes through all blocks.
func (w *Walker) descend() {
	w.enter(w.tree.Root())
	for len(w.frames) > 0 {
		at := &w.frames[len(w.frames)-1]
		b := at.child
		if b == cfg.None {
			w.undo(at.start)
			w.memory.undo(at.loads)
			w.frames = w.frames[:len(w.frames)-1]
			continue
		}
		at.child = w.sibling[b]
		w.enter(b)
	}
}

// isAskedOfAll reports whether somebody asks about values that no test decides about.
func (w *Walker) isAskedOfAll() bool { return w.Visitor.Operand != nil || w.Visitor.Arrival != nil }

// Known returns what is known of operand i of the instruction at pc, of which Visitor.Arrival has just been told.
func (w *Walker) Known(pc, i int) Known {
	k, _ := w.operand(pc, i)
	return k
}

// Evidence returns what tells Known of the same operand, in the order of the code; nil if no test does. It lasts as long as
// Known does.
func (w *Walker) Evidence(pc, i int) []Evidence {
	_, by := w.operand(pc, i)
	return by
}

// begin makes room for what is found out about f.
func (w *Walker) begin(f *flow.Func) {
	w.tree = w.Dominators(f)
	values, blocks := len(w.form.Values), len(f.Graph.Blocks)
	w.roots, w.fragile, w.top = flow.Zeroed(&w.roots, values), flow.Zeroed(&w.fragile, values), flow.Zeroed(&w.top, values)
	for v := range w.roots {
		w.roots[v] = ssa.ValueID(v)
	}
	first, end := w.form.PhiRange()
	w.phis, w.joins = flow.Zeroed(&w.phis, int(end-first)), flow.Zeroed(&w.joins, blocks)
	w.child, w.sibling = flow.Zeroed(&w.child, blocks), flow.Zeroed(&w.sibling, blocks)
	for b := range blocks {
		w.child[b], w.sibling[b] = cfg.None, cfg.None
	}
	order := f.Graph.Order
	for k := len(order) - 1; k > 0; k-- {
		parent := w.tree.Parent(order[k])
		w.sibling[order[k]], w.child[parent] = w.child[parent], order[k]
	}
	w.log, w.pairs, w.frames, w.evidence = w.log[:0], w.pairs[:0], w.frames[:0], w.evidence[:0]
	w.memory.begin(w)
}

// enter goes through a block, unless control never comes there, and leaves what it tells on the log for those below it.
func (w *Walker) enter(b cfg.BlockID) {
	start := int(w.f.Graph.Blocks[b].Start)
	if !w.Constants.Executable(w.f, start) {
		return
	}
	frame := frame{block: b, child: w.child[b], start: len(w.log), loads: w.memory.mark()}
	if !w.arrive(b) {
		w.undo(frame.start)
		return
	}
	w.memory.enter(b)
	w.goThrough(b)
	frame.end = len(w.log)
	w.frames = append(w.frames, frame)
	w.leave(b)
}

// goThrough takes up what the instructions of a block tell, as far as control comes, and tells the Visitor.
func (w *Walker) goThrough(b cfg.BlockID) {
	last := w.f.Graph.Last(b)
	isBranch, isWhole := len(w.f.Graph.Succs(b)) > 1, w.Constants.Executable(w.f, last)
	for pc := int(w.f.Graph.Blocks[b].Start); pc <= last; pc++ {
		w.Meter.Step()
		if !isWhole && !w.Constants.Executable(w.f, pc) {
			return
		}
		if w.Visitor.Operand != nil {
			w.tellOperands(pc)
		}
		if w.Visitor.Arrival != nil {
			w.Visitor.Arrival(pc)
		}
		if pc < last || !isBranch {
			w.after(pc)
		} else if w.Visitor.Decision != nil {
			if d := w.decide(b, pc); d != nil {
				w.Visitor.Decision(d)
			}
		}
	}
}

// arrive takes up what the edges to a block tell, and reports whether control may come over any of them.
func (w *Walker) arrive(b cfg.BlockID) bool {
	preds := w.f.Graph.Preds(b)
	if len(preds) == 1 && b != 0 {
		from := preds[0]
		return w.take(from, w.edgeTo(from, b))
	}
	if b == 0 {
		return true
	}
	w.joinPhis(b)
	at := w.joins[b]
	if at == nil {
		return w.isRetreat(b) // else all edges to it are known never to be gone
	}
	for i := range at.entries {
		w.push(at.entries[i])
	}
	return true
}

// edgeTo returns the number of the edge that leads from one block to another, the only one.
func (w *Walker) edgeTo(from, to cfg.BlockID) int {
	for k, s := range w.f.Graph.Succs(from) {
		if s == to {
			return k
		}
	}
	return 0
}

// isRetreat reports whether control may come to b from a block that the walk has not seen before it.
func (w *Walker) isRetreat(b cfg.BlockID) bool {
	g := &w.f.Graph
	for _, p := range g.Preds(b) {
		if g.Rank(p) >= g.Rank(b) && w.Constants.Executable(w.f, g.Last(p)) {
			return true
		}
	}
	return false
}

// leave takes what holds at the end of b to where its edges join others.
func (w *Walker) leave(b cfg.BlockID) {
	g := &w.f.Graph
	succs := g.Succs(b)
	for k, to := range succs {
		if len(g.Preds(to)) == 1 || g.Rank(to) <= g.Rank(b) || !w.Constants.EdgeExecutable(w.f, b, k) {
			continue
		}
		mark := len(w.log)
		if len(succs) < 2 || w.take(b, k) {
			w.carry(b, k)
		}
		w.undo(mark)
	}
}

// carry notes at the block that edge number k of another leads to what holds on the edge.
func (w *Walker) carry(from cfg.BlockID, k int) {
	to := w.f.Graph.Succs(from)[k]
	w.carryPhis(from, k)
	at := w.joins[to]
	if at == nil {
		at = &join{}
		w.joins[to] = at
		if w.holdsAt(to) {
			at.entries = w.since(w.tree.Parent(to))
		}
	} else {
		kept := at.entries[:0]
		for _, e := range at.entries {
			if here := w.top[e.root]; here > 0 && w.join(&e, &w.log[here-1]) {
				kept = append(kept, e)
			}
		}
		at.entries = kept
	}
}

// join adds to e what another entry for the same value says, and reports whether there is something left to say.
func (w *Walker) join(e, other *entry) bool {
	e.known = e.known.join(other.known)
	e.by = both(e.by, other.by)
	base := w.base(e.root)
	return e.known.Value != base.Value || e.known.Bounds != base.Bounds || isConstant(e.known.Not)
}

// holdsAt reports whether what was found out on the edges to b from blocks before it holds in b: control comes over the
// others only after it has been there.
func (w *Walker) holdsAt(b cfg.BlockID) bool {
	g := &w.f.Graph
	for _, p := range g.Preds(b) {
		if g.Rank(p) >= g.Rank(b) && !w.tree.Dominates(b, p) {
			return false
		}
	}
	return true
}

// since returns what has been found out since the end of a block above, the newest of each value.
func (w *Walker) since(above cfg.BlockID) (found []entry) {
	end := 0
	for k := len(w.frames) - 1; k >= 0; k-- {
		if w.frames[k].block == above {
			end = w.frames[k].end
			break
		}
	}
	for k := end; k < len(w.log); k++ {
		if e := &w.log[k]; int(w.top[e.root]) == k+1 && len(found) < maxJoined {
			found = append(found, *e)
		}
	}
	return found
}

// maxEvidence bounds how many places are named.
const maxEvidence = 4

// both returns the evidence of two lists, in the order of the code.
func both(a, b []Evidence) []Evidence {
	out := make([]Evidence, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		var next Evidence
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].PC < b[0].PC:
			next, a = a[0], a[1:]
		default:
			next, b = b[0], b[1:]
		}
		if len(out) == 0 || out[len(out)-1] != next {
			out = append(out, next)
		}
	}
	return out[:min(len(out), maxEvidence)]
}

// carryPhis notes what the phis of the block that edge number k of another leads to join over the edge.
// Both edges of a branch may lead there, and bring different values: `x = y or x`.
func (w *Walker) carryPhis(from cfg.BlockID, k int) {
	to, end := w.f.Graph.Succs(from)[k], w.argOf(from, k)
	first, n := w.form.Phis(to)
	base, _ := w.form.PhiRange()
	for v := first; v < first+ssa.ValueID(n); v++ {
		if !w.isFollowed(v) {
			continue
		}
		p := &w.phis[v-base]
		if arg := w.form.PhiArgs(v)[end]; arg >= 0 {
			known, by := w.known(arg)
			if by == nil {
				by = w.madeBy(arg)
			}
			p.isOld = p.isOld || by == nil
			if p.edges == 0 {
				p.known, p.by = known, by
			} else {
				p.known, p.by = p.known.join(known), both(p.by, by)
			}
			p.edges++
		}
	}
}

// argOf returns which of the arguments of phis comes over edge number k of a block: of several edges to one block each has its own.
func (w *Walker) argOf(from cfg.BlockID, k int) int {
	succs := w.f.Graph.Succs(from)
	before := 0
	for _, s := range succs[:k] {
		if s == succs[k] {
			before++
		}
	}
	for i, pred := range w.f.Graph.Preds(succs[k]) {
		if pred == from {
			if before == 0 {
				return i
			}
			before--
		}
	}
	return 0 // never: an edge has an end
}

// found returns a piece of evidence as a list.
func (w *Walker) found(pc int, way Way, edge int) []Evidence {
	n := len(w.evidence)
	w.evidence = append(w.evidence, Evidence{int32(pc), way, uint8(edge)})
	return w.evidence[n : n+1 : n+1]
}

// madeBy returns the instruction that makes a value as evidence; nil if none does.
func (w *Walker) madeBy(v ssa.ValueID) []Evidence {
	if d := &w.form.Values[w.roots[v]]; d.Kind == ssa.DefValue {
		return w.found(int(d.PC), Made, 0)
	}
	return nil
}

// joinPhis takes up what the phis of b are, if all edges have been seen over which control may come.
func (w *Walker) joinPhis(b cfg.BlockID) {
	if w.isRetreat(b) {
		return
	}
	first, n := w.form.Phis(b)
	base, _ := w.form.PhiRange()
	for v := first; v < first+ssa.ValueID(n); v++ {
		if p := &w.phis[v-base]; p.edges > 0 && !p.isOld && w.isNews(v, &p.known) {
			w.push(entry{root: v, known: p.known, by: p.by})
		}
	}
}

// isNews reports whether k says more of a value than the program's values do.
func (w *Walker) isNews(v ssa.ValueID, k *Known) bool {
	base := w.base(v)
	return base.Value != meet(base.Value, k.Value) || k.Bounds != allNumbers && k.Bounds != base.Bounds
}

// base returns what is known of a value without any test.
func (w *Walker) base(v ssa.ValueID) Known {
	k := isOf(w.Constants.Value(w.f, v))
	if d := &w.form.Values[v]; d.Kind == ssa.DefValue && effect.ReferenceOf(w.f.Proto.Code[d.PC]) == effect.Measures {
		k.Bounds = k.Bounds.above(0, false)
		k.UnlessMetamethod = !k.Value.Is(value.Number)
	}
	if b, _, ok := w.counted(v); ok {
		k.Bounds = b
	}
	return k
}

// known returns what is known of a value where the walk is, and what tells it; nil if no test does.
func (w *Walker) known(v ssa.ValueID) (k Known, by []Evidence) {
	root := w.roots[v]
	if at := w.top[root]; at > 0 {
		e := &w.log[at-1]
		k, by = e.known, e.by
	} else {
		k = w.base(root)
		if _, prepare, ok := w.counted(root); ok {
			by = w.found(prepare, Counted, 0)
		}
	}
	if root != v {
		k.within(w.Constants.Value(w.f, v))
		k.UnlessMetamethod = k.UnlessMetamethod || w.fragile[v]
	}
	return k, by
}

// operand returns what is known of operand i of the instruction at pc, as known does. Of what a closure may have written in
// its place the values alone are known.
func (w *Walker) operand(pc, i int) (k Known, by []Evidence) {
	if w.form.UseByClosure(pc, i) {
		return isOf(w.Constants.Operand(w.f, pc, i)), nil
	}
	return w.known(w.form.Uses(pc)[i])
}

// push notes what was found out about a value.
func (w *Walker) push(e entry) {
	e.before = w.top[e.root]
	w.log = append(w.log, e)
	w.top[e.root] = int32(len(w.log))
}

// undo forgets what was found out since the log had n entries.
func (w *Walker) undo(n int) {
	for k := len(w.log) - 1; k >= n; k-- {
		w.top[w.log[k].root] = w.log[k].before
	}
	w.log = w.log[:n]
	for k := len(w.pairs) - 1; k >= 0 && w.pairs[k].at >= n; k-- {
		w.pairs = w.pairs[:k]
	}
}

// tellOperands tells the Visitor of the operands of the instruction at pc.
func (w *Walker) tellOperands(pc int) {
	for i := range w.form.Uses(pc) {
		if k, by := w.operand(pc, i); by != nil {
			w.Visitor.Operand(&Operand{PC: pc, Index: i, Known: &k, By: by})
		}
	}
}

// decide returns the decision that a branch is; nil if it may go both ways, or if the program's values decide it.
func (w *Walker) decide(b cfg.BlockID, pc int) *Decision {
	if _, ok := w.Constants.Decided(w.f, b); ok {
		return nil
	}
	if !w.asksFollowed(pc) {
		return nil
	}
	truth, by, unless := w.outcome(pc)
	if truth != value.Always && truth != value.Never || len(by) == 0 {
		return nil
	}
	d := &Decision{PC: pc, By: by, UnlessMetamethod: unless}
	if effect.Holds(w.f.Proto.Code[pc]) != (truth == value.Always) {
		d.Edge = 1
	}
	return d
}

// asksFollowed reports whether the test at pc asks about a value that is followed.
func (w *Walker) asksFollowed(pc int) bool {
	for _, v := range w.form.Uses(pc) {
		if w.isFollowed(v) {
			return true
		}
	}
	return false
}

// outcome returns how the test at pc comes out, what tells that, and whether a metamethod may say otherwise.
func (w *Walker) outcome(pc int) (truth value.Truth, by []Evidence, unless bool) {
	i := w.f.Proto.Code[pc]
	switch effect.ConditionOf(i) {
	case effect.Truth:
		k, by := w.operand(pc, 0)
		return k.Truth(), by, k.UnlessMetamethod
	case effect.Comparison:
		x, y := w.compared(pc)
		if effect.ReferenceOf(i) != effect.Compares {
			return w.ordered(i, &x, &y)
		}
		unless := x.known.UnlessMetamethod || y.known.UnlessMetamethod
		if truth := w.equals(&x.known, &y.known); truth != value.Sometimes {
			return truth, both(x.by, y.by), unless
		}
		return w.kindEquals(&x, &y)
	}
	return value.Sometimes, nil, false
}

// ordered returns what outcome does for `<` and `<=`: a number is compared with a number, else a metamethod decides.
func (w *Walker) ordered(i bytecode.Instruction, x, y *side) (truth value.Truth, by []Evidence, unless bool) {
	if !x.known.Value.Is(value.Number) && !y.known.Value.Is(value.Number) {
		return value.Sometimes, nil, false
	}
	types := (x.known.Value.Types() | y.known.Value.Types())
	return less(x.known.Bounds, y.known.Bounds, effect.HoldsForEqual(i)), both(x.by, y.by),
		types&(value.Table|value.Other) != 0 || x.known.UnlessMetamethod || y.known.UnlessMetamethod
}
