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
		if fp.IsUnreachable(level.stats, level.at, reach) {
			s := level.stats[level.at]
			e.unreachable(e.firstLine(s.Span()), e.entry(&fp, &level))
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
			return // a jump that nobody takes is none of the text's business
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
	if s, ok := inner.stats[inner.at].(*syntax.If); ok {
		for _, c := range s.Clauses() {
			if c.Cond.Span().End < e.pos && textmap.IsTrue(c.Cond) {
				return []Step{e.writtenAs(c.Cond, true)}
			}
		}
	}
	return nil
}

// writtenAs: a condition is decided by its text.
func (e *explainer) writtenAs(x syntax.Expr, holds bool) Step {
	return Step{x.Span(), fmt.Sprintf("%s is always %t", place.Quote(oneLine(e.Unit.File.Slice(x.Span()))), holds)}
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

// neverMade is why no closure of a function is ever made; empty if one may be.
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

// whyNot is why the instruction at pc is never executed.
func (e *explainer) whyNot(fn syntax.FuncID, pc int) []Step {
	inner := *e
	inner.pos = e.Unit.Funcs[fn].Map.Origins.At(pc).Span().Start
	fp := e.At(fn)
	reach := waste.ReachOf(func(pc int) bool { return e.executable(fn, pc) })
	for _, level := range levels(e.Unit.Tree.Funcs[fn].Body, inner.pos) {
		if fp.IsUnreachable(level.stats, level.at, reach) {
			return e.entry(&fp, &level)
		}
	}
	return e.frontier(fn, pc)
}

// level is a statement in its block, and the statement around that.
type level struct {
	stats  []syntax.Stat
	at     int
	parent syntax.Stat // nil for the body of a function
}

// levels returns the statements around a place, the outermost first.
func levels(b *syntax.Block, pos source.Pos) (out []level) {
	var parent syntax.Stat
	for b != nil {
		i := slices.IndexFunc(b.Stats, func(s syntax.Stat) bool { return s.Span().Touches(pos) })
		if i < 0 {
			break
		}
		if i+1 < len(b.Stats) && b.Stats[i+1].Span().Start == pos {
			i++ // two statements touch: the place begins the second
		}
		out = append(out, level{b.Stats, i, parent})
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

// entry is why control does not come to a statement of a block that it comes to, or
// why it does not come to the block.
func (e *explainer) entry(fp *waste.Func, l *level) []Step {
	reach := waste.ReachOf(func(pc int) bool { return e.executable(fp.ID, pc) })
	for i := l.at - 1; i >= 0 && (fp.Text.PCs(l.stats[i]).Empty() || fp.IsUnreachable(l.stats, i, reach)); i-- {
		if !fp.Text.PCs(l.stats[i]).Empty() {
			l.at = i // what comes first is why
		}
	}
	if before := fp.Text.LastWithCode(l.stats[:l.at]); before != nil {
		return e.leaves(fp, before)
	}
	if steps := e.frontier(fp.ID, int(fp.Text.PCs(l.stats[l.at]).Start)); len(steps) > 0 {
		return steps
	}
	return e.written(l)
}

// written returns the condition that keeps control out of a block by its text.
func (e *explainer) written(l *level) []Step {
	always := func(x syntax.Expr, holds bool) []Step { return []Step{e.writtenAs(x, holds)} }
	switch s := l.parent.(type) {
	case *syntax.If:
		clauses := s.Clauses()
		for _, c := range clauses {
			if len(c.Body.Stats) > 0 && c.Body.Stats[0] == l.stats[0] {
				return always(c.Cond, false)
			}
			if textmap.IsTrue(c.Cond) {
				return always(c.Cond, true)
			}
		}
		return always(clauses[len(clauses)-1].Cond, true)
	case *syntax.While:
		return always(s.Cond, false)
	}
	return nil
}

// leaves is why control does not come past a statement.
func (e *explainer) leaves(fp *waste.Func, s syntax.Stat) []Step {
	switch s := s.(type) {
	case *syntax.Return:
		return []Step{{e.firstLine(s.Span()), "the function returns here"}}
	case *syntax.Break:
		return []Step{{s.Span(), "`break` leaves the loop here"}}
	case *syntax.Goto:
		return []Step{{s.Span(), fmt.Sprintf("`goto %s` jumps away here", e.Unit.Tree.Str(s.Label))}}
	case *syntax.Do:
		return e.blockLeaves(fp, s.Body)
	case *syntax.If:
		return e.ifLeaves(fp, s)
	}
	if steps := e.stops(fp, s); len(steps) > 0 {
		return steps
	}
	switch s.(type) {
	case *syntax.While, *syntax.Repeat:
		steps := []Step{{e.firstLine(s.Span()), "this loop never gets there"}}
		return append(steps, e.decidedIn(fp.ID, fp.Text.PCs(s).Start, fp.Text.PCs(s).End)...)
	}
	return []Step{{e.firstLine(s.Span()), "execution never gets past this"}}
}

// blockLeaves is why control does not come past a block that it comes to.
func (e *explainer) blockLeaves(fp *waste.Func, b *syntax.Block) []Step {
	stats := b.Stats
	reach := waste.ReachOf(func(pc int) bool { return e.executable(fp.ID, pc) })
	for i := range stats {
		if fp.IsUnreachable(stats, i, reach) {
			stats = stats[:i]
			break
		}
	}
	if last := fp.Text.LastWithCode(stats); last != nil {
		return e.leaves(fp, last)
	}
	return nil
}

// ifLeaves: all branches that are taken leave, and the conditions see to it that one
// is.
func (e *explainer) ifLeaves(fp *waste.Func, s *syntax.If) []Step {
	var steps []Step
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
			steps = append(steps, e.blockLeaves(fp, b)...)
		}
	}
	if len(steps) == 0 { // it may be a jump that others are led around
		head := source.Span{Start: s.Start, End: clauses[0].Body.Start}
		steps = append(steps, Step{e.firstLine(head), "no branch of this gets there"})
	}
	return steps
}

// decidedIn returns the branches from start to end, exclusive, that always go one way, and
// why they do.
func (e *explainer) decidedIn(fn syntax.FuncID, start, end int32) []Step {
	if e.known == nil {
		return nil
	}
	f := e.FlowOf(fn)
	var steps []Step
	for _, b := range f.Graph.Order {
		last := int32(f.Graph.Last(b))
		if edge, ok := e.known.Decided(f, b); ok && start <= last && last < end {
			steps = append(steps, e.decided(fn, b, edge)...)
		}
	}
	return steps
}

// decided is why the branch at the end of a block always goes over one edge.
func (e *explainer) decided(fn syntax.FuncID, b cfg.BlockID, edge int) []Step {
	f := e.FlowOf(fn)
	choice := e.choice(f, cfg.Branch{Block: b, Succ: int32(edge)})
	choice.Text = always(choice.Text)
	return append([]Step{choice}, e.because(fn, f.Graph.Last(b))...)
}

// stops returns the last instruction of a statement that is executed and nothing after it.
func (e *explainer) stops(fp *waste.Func, s syntax.Stat) []Step {
	if e.known == nil {
		return nil
	}
	for pc := int(fp.Text.PCs(s).End) - 1; pc >= int(fp.Text.PCs(s).Start); pc-- {
		if e.known.Stops(fp.Flow, pc) {
			return e.stop(fp.ID, pc, 0)
		}
	}
	return nil
}

// maxDepth is how many calls into functions of the file are followed.
const maxDepth = 3

// stop is why nothing goes on after the instruction at pc.
func (e *explainer) stop(fn syntax.FuncID, pc, depth int) []Step {
	f := e.FlowOf(fn)
	at := e.firstLine(e.Unit.Funcs[fn].Map.Origins.At(pc).Span())
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Calls, effect.Iterates:
	default:
		return []Step{{at, "this always raises an error"}}
	}
	if name := e.known.Operand(f, pc, 0).Name(); name != 0 {
		return []Step{{at, fmt.Sprintf("%s never returns: it is %s function, which nothing in the file replaces", place.Quote(name.String()), whose(name))}}
	}
	callee := e.known.Callee(f, pc)
	if callee == nil {
		return []Step{{at, "this call always raises an error"}}
	}
	steps := []Step{{at, "this call never returns"}, {e.head(syntax.FuncID(callee.Number)), "the function that it calls never returns"}}
	if depth == maxDepth || callee.Number == int(fn) {
		return steps
	}
	for inner := range callee.Proto.Code {
		if e.known.Stops(callee, inner) {
			return append(steps, e.stop(syntax.FuncID(callee.Number), inner, depth+1)...)
		}
	}
	return steps
}

// frontier returns the branches and instructions at which control, on the way to the
// instruction at pc that it never comes to, goes elsewhere or stops.
func (e *explainer) frontier(fn syntax.FuncID, pc int) []Step {
	if e.known == nil {
		return nil
	}
	f := e.FlowOf(fn)
	var steps []Step
	b := f.Graph.Block(pc)
	if first := int(f.Graph.Blocks[b].Start); e.executable(fn, first) {
		return e.lastExecuted(fn, b)
	}
	seen := map[cfg.BlockID]bool{b: true}
	for todo := []cfg.BlockID{b}; len(todo) > 0; todo = todo[1:] {
		for _, from := range f.Graph.Preds(todo[0]) {
			switch edge, ok := e.known.Decided(f, from); {
			case seen[from]:
				continue
			case ok:
				steps = append(steps, e.decided(fn, from, edge)...)
			case e.executable(fn, int(f.Graph.Blocks[from].Start)):
				steps = append(steps, e.lastExecuted(fn, from)...)
			default:
				todo = append(todo, from)
			}
			seen[from] = true
		}
	}
	return steps
}

// lastExecuted is why a block is not executed to its end.
func (e *explainer) lastExecuted(fn syntax.FuncID, b cfg.BlockID) []Step {
	block := &e.FlowOf(fn).Graph.Blocks[b]
	for pc := int(block.End) - 1; pc >= int(block.Start); pc-- {
		if e.known.Stops(e.FlowOf(fn), pc) {
			return e.stop(fn, pc, 0)
		}
	}
	return nil
}
