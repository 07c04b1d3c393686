package witness

import (
	"fmt"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Why code is never executed: the statement or instruction after
// which nothing goes on, or the condition that keeps control out.

// reach explains a place that is never executed.
func (e *explainer) reach() {
	if e.Facts.Code == nil || e.Unit.Funcs[e.in].Broken {
		return
	}
	if steps := e.neverMade(e.in); len(steps) > 0 {
		e.unreachable(e.placeSpan(), steps)
		return
	}
	fp := e.At(e.in)
	reach := waste.ReachOf(func(pc int) bool { return e.executable(e.in, pc) })
	for _, level := range levels(e.Unit.Tree.Funcs[e.in].Body, e.pos) {
		if fp.IsUnreachable(level.Stats, level.Index, reach) {
			s := level.Stats[level.Index]
			e.unreachable(e.firstLine(s.Span()), e.entry(&fp, &level, reach))
			return
		}
	}
	if e.Name != nil && !e.Info.IsUse {
		return // its statement is executed
	}
	found, at := e.OfExpression(e.pos)
	if e.Name != nil && e.Binding != nil {
		if own := e.OfName(); len(own) > 0 {
			found, at = own, e.Name.Span()
		}
	}
	for _, c := range found {
		if c.PC == flow.Entry || e.executable(syntax.FuncID(c.Func), c.PC) || effect.IsJump(e.FlowOf(e.in).Proto.Code[c.PC]) {
			return // a jump that nobody takes has no text of its own to explain
		}
	}
	if len(found) > 0 && found[0].Func == int(e.in) {
		steps := e.frontier(e.in, found[0].PC)
		if len(steps) == 0 {
			steps = e.trueBefore()
		}
		e.unreachable(at, steps)
	}
}

// trueBefore returns the condition in front of the one asked about, of the same statement,
// that is true by its text.
func (e *explainer) trueBefore() []Step {
	around := levels(e.Unit.Tree.Funcs[e.in].Body, e.pos)
	if len(around) == 0 {
		return nil
	}
	inner := &around[len(around)-1]
	if s, ok := inner.Stats[inner.Index].(*syntax.If); ok {
		for _, c := range s.Clauses() {
			if c.Cond.Span().End < e.pos && textmap.IsTrue(c.Cond) {
				return []Step{e.writtenAs(c.Cond.Span())}
			}
		}
	}
	return nil
}

// writtenAs: a condition is true by its text.
func (e *explainer) writtenAs(at source.Span) Step {
	return Step{at, place.Quote(OneLine(e.Unit.File.Slice(at))) + " is always true"}
}

func (e *explainer) unreachable(at source.Span, steps []Step) {
	title := place.Unreachable
	if len(steps) > 0 && steps[0].Span.Valid() {
		title += fmt.Sprintf(", because of line %d", e.Text.Line(steps[0].Span.Start))
	}
	e.add(OfUnreachable, at, title, steps)
}

// placeSpan returns the name asked about, or the place itself.
func (e *explainer) placeSpan() source.Span {
	if e.Name != nil {
		return e.Name.Span()
	}
	return source.Span{Start: e.pos, End: e.pos}
}

// neverMade returns why no closure of a function is ever made; empty if one may be.
func (e *explainer) neverMade(fn syntax.FuncID) []Step {
	if fn == 0 {
		return nil
	}
	parent := e.Unit.Tree.Funcs[fn].Parent.ID
	f := e.FlowOf(parent)
	for pc, i := range f.Proto.Code {
		if child := effect.Closure(i); child < 0 || f.Child(child).Number != int(fn) {
			continue
		}
		steps := e.neverMade(parent)
		if len(steps) == 0 && !e.executable(parent, pc) {
			steps = e.whyNot(parent, pc)
		}
		if len(steps) == 0 {
			return nil
		}
		return append([]Step{{e.head(fn), "the function is only created here, in code that is never executed"}}, steps...)
	}
	return nil
}

// whyNot returns why the instruction at pc is never executed.
func (e *explainer) whyNot(fn syntax.FuncID, pc int) []Step {
	inner := *e
	inner.pos = e.Unit.Funcs[fn].Map.Origins.At(pc).Span().Start
	fp := e.At(fn)
	reach := waste.ReachOf(func(pc int) bool { return e.executable(fn, pc) })
	for _, level := range levels(e.Unit.Tree.Funcs[fn].Body, inner.pos) {
		if fp.IsUnreachable(level.Stats, level.Index, reach) {
			return e.entry(&fp, &level, reach)
		}
	}
	return e.frontier(fn, pc)
}

// levels returns the statements around a place, the outermost first.
func levels(b *syntax.Block, pos source.Pos) (out []Statement) {
	var parent syntax.Stat
	for b != nil {
		i := slices.IndexFunc(b.Stats, func(s syntax.Stat) bool { return s.Span().Touches(pos) })
		if i < 0 {
			break
		}
		if i+1 < len(b.Stats) && b.Stats[i+1].Span().Start == pos {
			i++ // two statements touch: the place begins the second
		}
		out = append(out, Statement{b.Stats, i, parent})
		parent, b = b.Stats[i], nil
		for _, inner := range blocksOf(parent) {
			if inner.Span().Touches(pos) {
				b = inner
			}
		}
	}
	return out
}

// blocksOf returns the blocks of a statement.
func blocksOf(s syntax.Stat) (blocks []*syntax.Block) {
	syntax.Children(s, func(n syntax.Node) {
		if b, ok := n.(*syntax.Block); ok {
			blocks = append(blocks, b)
		}
	})
	return blocks
}

// entry returns why control does not come to a statement of a block that it comes to, or
// why it does not come to the block.
func (e *explainer) entry(fp *waste.Func, s *Statement, reach *waste.Reach) []Step {
	b := BarrierTo(fp, *s, reach)
	if b.Stat == nil {
		first := s.Stats[firstUnreachable(fp, *s, reach)]
		if steps := e.frontier(fp.ID, int(fp.Text.PCs(first).Start)); len(steps) > 0 {
			return steps
		}
	}
	return e.barrier(fp, &b, reach)
}

// barrier returns why control does not come past a barrier.
func (e *explainer) barrier(fp *waste.Func, b *Barrier, reach *waste.Reach) []Step {
	switch b.Kind {
	case NoBarrier:
		return nil
	case Breaks:
		return []Step{{b.At, "`break` leaves the loop here"}}
	case Jumps:
		return []Step{{b.At, fmt.Sprintf("`goto %s` jumps away here", b.name)}}
	case Branches:
		return e.ifLeaves(fp, b, reach)
	case Loops:
		if stop := stopIn(fp, fp.Text.PCs(b.Stat), b.Stat.Span()); stop.PC >= 0 {
			return e.stop(fp.ID, stop.PC, 0)
		}
		steps := []Step{{e.firstLine(b.Stat.Span()), b.Here()}}
		return append(steps, e.decidedIn(fp.ID, fp.Text.PCs(b.Stat).Start, fp.Text.PCs(b.Stat).End)...)
	case IsTrue:
		return []Step{e.writtenAs(b.At)}
	}
	if b.PC >= 0 {
		return e.stop(fp.ID, b.PC, 0)
	}
	return []Step{{e.firstLine(b.At), b.Here()}}
}

// ifLeaves: all branches that are taken leave, and the conditions see to it that one
// is.
func (e *explainer) ifLeaves(fp *waste.Func, of *Barrier, reach *waste.Reach) []Step {
	var steps []Step
	s := of.Stat.(*syntax.If)
	clauses := s.Clauses()
	bodies := make([]*syntax.Block, 0, len(clauses)+1)
	end := fp.Text.PCs(s).End
	for i := range clauses {
		c := &clauses[i]
		bodies = append(bodies, &c.Body)
		for pc := fp.Text.PCs(s).Start; pc < end; pc++ {
			if c.Cond.Span().Covers(fp.Map.Origins.At(int(pc)).Span()) {
				steps = append(steps, e.decidedIn(fp.ID, pc, pc+1)...)
			}
		}
	}
	if final := s.Else(); final != nil {
		bodies = append(bodies, final)
	}
	for _, b := range bodies {
		if first := slices.IndexFunc(b.Stats, func(s syntax.Stat) bool { return !fp.Text.PCs(s).Empty() }); first >= 0 &&
			e.executable(fp.ID, int(fp.Text.PCs(b.Stats[first]).Start)) {
			inner := barrierInBlock(fp, b, reach)
			steps = append(steps, e.barrier(fp, &inner, reach)...)
		}
	}
	if len(steps) == 0 { // it may be a jump that others are led around
		steps = append(steps, Step{e.firstLine(of.At), "no branch of this gets there"})
	}
	return steps
}

// decidedIn returns the branches from start to end, exclusive, that always go one way, and
// why they do.
func (e *explainer) decidedIn(fn syntax.FuncID, start, end int32) []Step {
	if e.constants == nil {
		return nil
	}
	f := e.FlowOf(fn)
	var steps []Step
	for _, b := range f.Graph.Order {
		last := int32(f.Graph.Last(b))
		if edge, ok := e.constants.Decided(f, b); ok && start <= last && last < end {
			steps = append(steps, e.decided(fn, b, edge)...)
		}
	}
	return steps
}

// decided returns why the branch at the end of a block always goes over one edge.
func (e *explainer) decided(fn syntax.FuncID, b cfg.BlockID, edge int) []Step {
	f := e.FlowOf(fn)
	choice := e.choice(f, cfg.Branch{Block: b, Succ: int32(edge)})
	choice.Text = always(choice.Text)
	return append([]Step{choice}, e.decidingSteps(fn, f.Graph.Last(b))...)
}

// maxDepth is how many calls into functions of the file are followed.
const maxDepth = 3

// stop returns why nothing goes on after the instruction at pc.
func (e *explainer) stop(fn syntax.FuncID, pc, depth int) []Step {
	f := e.FlowOf(fn)
	at := e.firstLine(e.Unit.Funcs[fn].Map.Origins.At(pc).Span())
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Calls, effect.Iterates:
	default:
		return []Step{{at, "this always raises an error"}}
	}
	if name := e.constants.Operand(f, pc, 0).Name(); name != 0 {
		return []Step{{at, fmt.Sprintf("%s never returns: it is %s function, which nothing in the file replaces", place.Quote(name.String()), whose(name))}}
	}
	callee := e.constants.Callee(f, pc)
	if callee == nil {
		return []Step{{at, "this call always raises an error"}}
	}
	steps := []Step{{at, "this call never returns"}, {e.head(syntax.FuncID(callee.Number)), "the function that it calls never returns"}}
	if depth == maxDepth || callee.Number == int(fn) {
		return steps
	}
	for inner := range callee.Proto.Code {
		if e.constants.Stops(callee, inner) {
			return append(steps, e.stop(syntax.FuncID(callee.Number), inner, depth+1)...)
		}
	}
	return steps
}

// frontier returns the branches and instructions at which control, on the way to the
// instruction at pc that it never comes to, goes elsewhere or stops.
func (e *explainer) frontier(fn syntax.FuncID, pc int) []Step {
	if e.constants == nil {
		return nil
	}
	f := e.FlowOf(fn)
	var steps []Step
	b := f.Graph.Block(pc)
	if first := int(f.Graph.Blocks[b].Start); e.executable(fn, first) {
		return e.lastExecuted(fn, b)
	}
	visited := map[cfg.BlockID]bool{b: true}
	for todo := []cfg.BlockID{b}; len(todo) > 0; todo = todo[1:] {
		for _, from := range f.Graph.Preds(todo[0]) {
			switch edge, ok := e.constants.Decided(f, from); {
			case visited[from]:
				continue
			case ok:
				steps = append(steps, e.decided(fn, from, edge)...)
			case e.executable(fn, int(f.Graph.Blocks[from].Start)):
				steps = append(steps, e.lastExecuted(fn, from)...)
			default:
				todo = append(todo, from)
			}
			visited[from] = true
		}
	}
	return steps
}

// lastExecuted returns why a block is not executed to its end.
func (e *explainer) lastExecuted(fn syntax.FuncID, b cfg.BlockID) []Step {
	block := &e.FlowOf(fn).Graph.Blocks[b]
	for pc := int(block.End) - 1; pc >= int(block.Start); pc-- {
		if e.constants.Stops(e.FlowOf(fn), pc) {
			return e.stop(fn, pc, 0)
		}
	}
	return nil
}
