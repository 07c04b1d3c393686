package waste

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// What no execution gets to: statements, and reads. A variable that only such text
// reads is in use all the same: without it the text would mean another variable.

// ReadUnreachable reports whether a read of the binding stands where control never
// comes, by the graphs of its function and of those around it.
func (p *Parts) ReadUnreachable(id resolve.BindingID) bool {
	if p.unreached == nil {
		p.unreached = make([]bool, len(p.Unit.Res.Bindings))
		if p.Facts.Code != nil {
			never := neverMade(p.Facts.Code.Program)
			p.findReads(p.unreached, func(fn syntax.FuncID, pc int) bool {
				return never[fn] || !p.Facts.Code.Funcs[fn].Graph.Reachable(pc)
			})
		}
	}
	return p.unreached[id]
}

// ReadUnexecuted reports whether a read of the binding stands in code that is never
// executed: as ReadUnreachable does, or because of a constant or of a call that never
// returns.
func (p *Parts) ReadUnexecuted(id resolve.BindingID) bool {
	known := p.Facts.Constants()
	if known == nil {
		return p.ReadUnreachable(id)
	}
	if p.unexecuted == nil {
		p.unexecuted = make([]bool, len(p.Unit.Res.Bindings))
		p.findReads(p.unexecuted, func(fn syntax.FuncID, pc int) bool {
			return !known.Executable(&p.Facts.Code.Funcs[fn], pc)
		})
	}
	return p.unexecuted[id]
}

// findReads marks the bindings that are read where never says so.
func (p *Parts) findReads(found []bool, never func(fn syntax.FuncID, pc int) bool) {
	for name, pc := range p.Unit.Map.Reads() {
		ref := &p.Unit.Res.Refs[name]
		if ref.Binding != 0 && !ref.Write && !found[ref.Binding] && never(p.Text.Owner(name), int(pc)) {
			found[ref.Binding] = true
		}
	}
}

// neverMade is, by FuncID, the functions of which no closure is ever made: the
// CLOSURE cannot be reached, or stands in such a function.
func neverMade(prog *flow.Program) []bool {
	never := make([]bool, len(prog.Funcs))
	for i := range prog.Funcs {
		f := &prog.Funcs[i]
		for pc, ins := range f.Proto.Code {
			child := effect.Closure(ins)
			if child >= 0 && (never[i] || !f.Graph.Reachable(pc)) {
				never[f.Child(child).Number] = true
			}
		}
	}
	return never
}

// EachUnreachable calls visit for the pcs of each block of a function that cannot
// be reached.
func EachUnreachable(g *cfg.Graph, visit func(start, end int)) {
	if len(g.Order) == len(g.Blocks) {
		return
	}
	for b := range g.Blocks {
		if block := &g.Blocks[b]; g.Rank(cfg.BlockID(b)) < 0 {
			visit(int(block.Start), int(block.End))
		}
	}
}

// Reach says to which instructions of a function control may come. It keeps what it finds
// out about the jumps of the function.
type Reach struct {
	at       func(pc int) bool
	bypassed map[syntax.StatID]bool
	jumps    map[int][]int // by target, in order: the jumps that control may come to
}

// ReachOf returns the Reach of a function in which at says to which pcs control may come.
func ReachOf(at func(pc int) bool) *Reach { return &Reach{at: at} }

// jumpsBetween reports whether control may come to a jump from first on, and in front of
// end, that leads to target.
func (r *Reach) jumpsBetween(p *bytecode.Proto, first, end, target int) bool {
	if r.jumps == nil {
		r.jumps = make(map[int][]int)
		for pc := range p.Code {
			if effect.IsJump(p.Code[pc]) && r.at(pc) {
				to, _ := effect.Successors(p, pc)
				r.jumps[to] = append(r.jumps[to], pc)
			}
		}
	}
	from := r.jumps[target]
	i, _ := slices.BinarySearch(from, first)
	return i < len(from) && from[i] < end
}

// IsUnreachableInGraph reports what IsUnreachable does, as far as the graph tells.
func (p *Func) IsUnreachableInGraph(stats []syntax.Stat, i int) bool {
	if p.byGraph == nil {
		p.byGraph = ReachOf(p.Flow.Graph.Reachable)
	}
	return p.IsUnreachable(stats, i, p.byGraph)
}

// Reach returns where control may come by the graph, unless a call in front of it never
// returns, or a loop whose `until` is false by its text. Another condition that always
// comes out the same keeps control from nothing here: people switch code off so, on
// purpose.
func (p *Func) Reach() *Reach {
	g := &p.Flow.Graph
	known := p.Facts.Constants()
	if known == nil || known.ExecutesAll(p.Flow) {
		return ReachOf(g.Reachable)
	}
	endless := p.endlessTests()
	end := make([]int32, len(g.Blocks)) // where control stops; 0 for a block that it does not come to
	todo := []cfg.BlockID{0}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if end[b] > 0 {
			continue
		}
		end[b] = int32(p.stop(known, b))
		if end[b] < 0 {
			end[b] = -end[b]
			continue
		}
		for k, to := range g.Succs(b) {
			if k == 0 || !endless[int32(g.Last(b))] {
				todo = append(todo, to)
			}
		}
	}
	return ReachOf(func(pc int) bool { return g.Reachable(pc) && int32(pc) < end[g.Block(pc)] })
}

// endlessTests returns the tests of the function at the end of loops whose `until` is false by
// its text: the last ones in their code, each in front of the jump back.
func (p *Func) endlessTests() map[int32]bool {
	tests := make(map[int32]bool)
	var visit func(syntax.Node)
	visit = func(n syntax.Node) {
		switch n := n.(type) {
		case *syntax.Function:
			return
		case *syntax.Repeat:
			if textmap.IsFalse(n.Cond) {
				pc := p.Text.PCs(n).End - 1
				for !p.Flow.Proto.Code[pc].Op().Mode().IsTest {
					pc--
				}
				tests[pc] = true
			}
		}
		syntax.Children(n, visit)
	}
	visit(p.Func.Body)
	return tests
}

// stop returns where a block ends; if a call in it never returns, the pc after that, negated.
func (p *Func) stop(known *consts.Constants, b cfg.BlockID) int {
	block := &p.Flow.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		if effect.IsNonTailCall(p.Flow.Proto.Code[pc]) && known.Stops(p.Flow, pc) {
			return -(pc + 1)
		}
	}
	return int(block.End)
}

// IsUnreachable reports whether statement i of a block has code, and control never comes to
// it.
func (p *Func) IsUnreachable(stats []syntax.Stat, i int, reach *Reach) bool {
	at := p.Text.PCs(stats[i])
	return !at.Empty() && !reach.at(int(at.Start)) && !p.isBypassed(stats, i, reach)
}

// isBypassed reports whether statement i of a block begins with a jump that control
// may come to and not pass, as a `break`, a `goto` and an `if true then else … end` do:
// the code generator sends jumps that lead to a jump straight to where that leads. What is
// sent past the statement in front with the same target comes here.
func (p *Func) isBypassed(stats []syntax.Stat, i int, reach *Reach) bool {
	var same []syntax.StatID // what is decided by the same
	bypassed := false
	for decided := false; !decided; {
		id := stats[i].ID()
		if bypassed, decided = reach.bypassed[id]; decided {
			break
		}
		same = append(same, id)
		bypassed, i = p.isSentPast(stats, i, reach)
		decided = bypassed || i < 0
	}
	if reach.bypassed == nil {
		reach.bypassed = make(map[syntax.StatID]bool)
	}
	for _, id := range same {
		reach.bypassed[id] = bypassed
	}
	return bypassed
}

// isSentPast reports whether jumps were sent past the one that statement i begins with:
// those out of the statement in front, or from anywhere to a label in between. If not,
// next is the statement in front if that begins with a jump to the same target, or else
// -1.
func (p *Func) isSentPast(stats []syntax.Stat, i int, reach *Reach) (sent bool, next int) {
	proto := p.Flow.Proto
	pc := int(p.Text.PCs(stats[i]).Start)
	if !effect.IsJump(proto.Code[pc]) {
		return false, -1
	}
	before := p.Text.LastWithCode(stats[:i])
	if before == nil {
		return true, -1 // the block begins with it, and control comes to the block
	}
	start := int(p.Text.PCs(before).Start)
	first := start
	k := i - 1
	for ; stats[k] != before; k-- {
		if _, ok := stats[k].(*syntax.Label); ok {
			first = 0
		}
	}
	target, _ := effect.Successors(proto, pc)
	if reach.jumpsBetween(proto, first, pc, target) {
		return true, -1
	}
	if to, _ := effect.Successors(proto, start); to == target {
		return false, k
	}
	return false, -1
}
