package guards

import (
	"hash/maphash"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// What tests tell together along one path. Where paths join, Walker.Function keeps what all of them tell; two tests of one value, or a
// flag that is set beside a variable, say that control which has come by one of them never goes on as after another:
//
//	local b
//	if a then b = {} end
//	if a then print(b.x) end
//
// Paths are followed one by one, depth first, with the facts of the one in work on the log. A block is entered once with the same
// facts, so that tests which decide nothing do not multiply paths. On a path that comes back to a block what was known of the values
// that it makes is forgotten. In the first turn of a numeric loop its variable is the first value, and in no other one.

// maxVisited is how many blocks are entered for one question.
const maxVisited = 400

// Paths follows paths through one function after the other.
type Paths struct {
	w    Walker
	of   *flow.Func // that w has walked through last; nil if it has found nothing to follow there
	seed maphash.Seed

	visit func(pc int) flow.Next
	edge  func(cfg.Branch) bool
	path  []cfg.Branch       // from the start to the block in work
	seen  map[situation]bool // situations in which a block was entered
	news  []entry            // room for what phis are
	isCut bool               // there was more to follow than maxVisited
}

// situation is a block, and what is known where it is entered.
type situation struct {
	block cfg.BlockID
	facts uint64
	first bool // see beginsLoop
}

// NewPaths returns what follows paths in a program.
func NewPaths(p Program) *Paths {
	return &Paths{w: Walker{Program: p, ByUse: true, onPaths: true}, seed: maphash.MakeSeed(), seen: map[situation]bool{}}
}

// Follow follows the paths of f from the instruction at pc on, which control may come to, over the edges for which edge reports
// true, and calls visit for each instruction, until that says that the path ends. If nil is not NoValue, that value is taken to be
// nil at the start. It reports whether it has followed all: if not, visit has not been told of all instructions that control
// may come to.
func (p *Paths) Follow(f *flow.Func, pc int, null ssa.ValueID, visit func(pc int) flow.Next, edge func(cfg.Branch) bool) (isAll bool) {
	p.visit, p.edge, p.path, p.isCut = visit, edge, p.path[:0], false
	clear(p.seen)
	p.prepare(f)
	p.assume(f.Graph.Block(pc))
	if null >= 0 {
		k := isOf(value.Of(value.Nil))
		p.w.push(entry{root: p.w.roots[null], known: k})
	}
	p.from(f.Graph.Block(pc), pc)
	p.w.undo(0)
	return !p.isCut
}

// Path returns the edges over which control has come to the instruction that visit is told of. It lasts as long as that call.
func (p *Paths) Path() []cfg.Branch { return p.path }

// prepare finds out which values of f are copies of others.
func (p *Paths) prepare(f *flow.Func) {
	if p.of == f {
		return
	}
	p.of = f
	p.w.f, p.w.form = f, p.w.Forms.Of(f)
	isWorth := p.w.findInterest()
	p.w.begin(f)
	if isWorth {
		p.w.descend()
	}
	p.w.memory.isRead = false // of what is read twice it is known which is the same
	p.w.evidence = p.w.evidence[:0]
}

// assume takes up what the tests on every way to a block tell.
func (p *Paths) assume(b cfg.BlockID) {
	g := &p.w.f.Graph
	var chain []cfg.BlockID
	for at := b; at != p.w.tree.Root(); at = p.w.tree.Parent(at) {
		chain = append(chain, at)
	}
	for _, at := range slices.Backward(chain) {
		if preds := g.Preds(at); len(preds) == 1 {
			p.w.take(preds[0], p.w.edgeTo(preds[0], at))
		}
	}
}

// from follows the paths from the instruction at pc of a block on.
func (p *Paths) from(b cfg.BlockID, pc int) {
	w := &p.w
	if pc == int(w.f.Graph.Blocks[b].Start) && !p.enters(b) {
		return
	}
	last := w.f.Graph.Last(b)
	for ; pc <= last; pc++ {
		w.Meter.Step()
		if !w.Constants.Executable(w.f, pc) || p.visit(pc) == flow.EndPath {
			return
		}
		p.forget(pc)
		p.negate(pc)
		if pc < last || len(w.f.Graph.Succs(b)) < 2 {
			w.after(pc)
		}
	}
	only := p.decided(b, last)
	for k, to := range w.f.Graph.Succs(b) {
		edge := cfg.Branch{Block: b, Succ: int32(k)}
		if only >= 0 && only != k || !w.Constants.EdgeExecutable(w.f, b, k) || !p.edge(edge) {
			continue
		}
		mark := len(w.log)
		if w.take(b, k) {
			if k == 0 {
				p.count(b, last)
			}
			p.cross(b, k)
			p.path = append(p.path, edge)
			p.from(to, int(w.f.Graph.Blocks[to].Start))
			p.path = p.path[:len(p.path)-1]
		}
		w.undo(mark)
	}
}

// enters reports whether a block is to be entered: nobody has with the same facts.
func (p *Paths) enters(b cfg.BlockID) bool {
	at := situation{b, p.facts(), p.beginsLoop(b)}
	if p.seen[at] || p.isCut {
		return false
	}
	p.seen[at] = true
	p.isCut = len(p.seen) > maxVisited
	return !p.isCut
}

// facts returns a number for what is known, whatever the order in which it was found out.
func (p *Paths) facts() (sum uint64) {
	for k := range p.w.log {
		if e := &p.w.log[k]; int(p.w.top[e.root]) == k+1 && e.known != p.w.base(e.root) {
			sum += maphash.Comparable(p.seed, fact{e.root, e.known})
		}
	}
	return sum
}

// fact is what is known of a value.
type fact struct {
	of    ssa.ValueID
	known Known
}

// decided returns the edge over which control leaves a block on this path; -1 if there are several.
func (p *Paths) decided(b cfg.BlockID, last int) int {
	if len(p.w.f.Graph.Succs(b)) < 2 {
		return -1
	}
	truth, _, _ := p.w.outcome(last)
	switch {
	case truth != value.Always && truth != value.Never:
		return -1
	case effect.Holds(p.w.f.Proto.Code[last]) == (truth == value.Always):
		return 0
	}
	return 1
}

// forget drops what is known of the values that the instruction at pc makes, which are others than when control was there before.
func (p *Paths) forget(pc int) {
	first, n := p.w.form.Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		p.drop(v)
	}
}

// negate takes up what a negation at pc gives, if it is known on this path of what.
func (p *Paths) negate(pc int) {
	w := &p.w
	if !effect.Negates(w.f.Proto.Code[pc]) || w.form.UseByClosure(pc, 0) {
		return
	}
	of, _ := w.known(w.form.Uses(pc)[0])
	if truth := of.Truth(); truth == value.Always || truth == value.Never {
		w.push(entry{root: w.form.First(pc), known: isOf(value.OfBool(truth == value.Never))})
	}
}

// drop forgets what is known of a value.
func (p *Paths) drop(v ssa.ValueID) {
	if p.w.top[v] > 0 {
		p.w.push(entry{root: v, known: p.w.base(v)})
	}
}

// variable returns the variable of the numeric loop whose turns the instruction at pc counts, if tests ask about it, and something is
// known of it; else NoValue.
func (w *Walker) variable(pc int) ssa.ValueID {
	first, n := w.form.Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		if _, _, ok := w.counted(v); ok && w.isFollowed(v) {
			return v
		}
	}
	return ssa.NoValue
}

// beginsLoop reports whether a block counts the turns of a numeric loop about whose variable tests ask, and control has come there to
// begin the first one.
func (p *Paths) beginsLoop(b cfg.BlockID) bool {
	w, last := &p.w, p.w.f.Graph.Last(b)
	if effect.ConditionOf(w.f.Proto.Code[last]) != effect.Count || len(p.path) == 0 || w.variable(last) < 0 {
		return false
	}
	return p.path[len(p.path)-1].Block == w.f.Graph.Block(effect.LoopPreparation(w.f.Proto, last))
}

// count takes up what the variable of a numeric loop is that goes on at the end of a block: its first value, in the first turn, and another
// one after that. The instruction at last is the last one of the block.
func (p *Paths) count(b cfg.BlockID, last int) {
	w := &p.w
	if effect.ConditionOf(w.f.Proto.Code[last]) != effect.Count || len(p.path) == 0 { // or the search begins here
		return
	}
	v := w.variable(last)
	if v < 0 {
		return
	}
	prepare := effect.LoopPreparation(w.f.Proto, last)
	start, isKnown := numberOf(w.Constants.Operand(w.f, prepare, 0))
	step, _ := numberOf(w.Constants.Operand(w.f, prepare, 2))
	k, _ := w.known(v)
	switch {
	case !isKnown:
		return
	case p.beginsLoop(b):
		k.Bounds = k.Bounds.above(start, false).below(start, false)
	case step > 0:
		k.Bounds = k.Bounds.above(start, true)
	default:
		k.Bounds = k.Bounds.below(start, true)
	}
	w.push(entry{root: v, known: k})
}

// cross takes up what the phis are of the block that edge number k of another leads to.
func (p *Paths) cross(from cfg.BlockID, k int) {
	w := &p.w
	to, end := w.f.Graph.Succs(from)[k], p.w.argOf(from, k)
	first, n := w.form.Phis(to)
	p.news = p.news[:0]
	for v := first; v < first+ssa.ValueID(n); v++ {
		is := w.base(v)
		if arg := w.form.PhiArgs(v)[end]; w.isFollowed(v) && arg >= 0 {
			is, _ = w.known(arg)
		}
		p.news = append(p.news, entry{root: v, known: is})
	}
	for _, e := range p.news {
		if w.top[e.root] > 0 || e.known != w.base(e.root) {
			w.push(e)
		}
	}
}
