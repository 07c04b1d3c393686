package resolve

import (
	"fmt"
	"slices"

	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// label.go pairs gotos with labels in the order in which the reference does
// (labelstat, findlabel, movegotosout), so that its errors come in its order. Where the
// reference searches its lists, chains lead from a name to the labels and gotos that have
// it: a function may have thousands of both.

// pendingGoto is a goto, break or, in LuaJIT, continue whose target has not been seen yet.
type pendingGoto struct {
	stat   syntax.Stat
	sym    syntax.Sym
	brk    bool  // it is no goto: a loop keeps it
	bound  bool  // it has found its label, and is not pending any more
	outer  int32 // the pending goto in front of it with the same name: its index + 1, or 0
	active int32 // variables of the function in scope, lowered as blocks are left
	global int32 // likewise declared globals
}

// visibleLabel is a label of a block that is being walked.
type visibleLabel struct {
	id     LabelID
	sym    syntax.Sym
	active int32 // variables in scope at the label
	global int32 // declared globals in scope at the label
	// outer is the first label with the same name of the next block outside that has
	// one: its index + 1, or 0.
	outer int32
	// again is the second label with the same name in the block, which is an error: its
	// index + 1, or 0. Only the first label has it.
	again int32
}

// namedHere is where the chains of a name begin: indices + 1, or 0.
type namedHere struct {
	label int32 // the first visible label with it of the innermost block that has one
	goTo  int32 // the last pending goto with it
}

// named returns the chains of a name.
func (r *resolver) named(sym syntax.Sym) *namedHere {
	if len(r.labelNames) == 0 {
		slab.Zero(&r.labelNames, r.tree.NumSyms())
	}
	return &r.labelNames[sym]
}

// labelHere returns the first label of the current block with a name: its index, or -1.
func (r *resolver) labelHere(sym syntax.Sym) int {
	if len(r.visible) == r.fn.block.firstLabel {
		return -1
	}
	if at := int(r.named(sym).label) - 1; at >= r.fn.block.firstLabel {
		return at
	}
	return -1
}

// hideLabels ends the visibility of the labels from number first on.
func (r *resolver) hideLabels(first int) {
	for i := len(r.visible) - 1; i >= first; i-- {
		l := &r.visible[i]
		if name := r.named(l.sym); int(name.label) == i+1 {
			name.label = l.outer
		}
	}
	r.visible = r.visible[:first]
}

// await makes a goto pending.
func (r *resolver) await(g pendingGoto) {
	if !g.brk {
		name := r.named(g.sym)
		g.outer, name.goTo = name.goTo, int32(len(r.pending)+1)
	}
	r.pending = append(r.pending, g)
}

// dropGotos takes the pending gotos from number first on out of their chains. Their
// places in the list are still there.
func (r *resolver) dropGotos(first int) (dropped []pendingGoto) {
	dropped = r.pending[first:]
	for i := len(dropped) - 1; i >= 0; i-- {
		if g := &dropped[i]; !g.brk && !g.bound {
			r.named(g.sym).goTo = g.outer
		}
	}
	r.pending = r.pending[:first]
	return dropped
}

// activeVars counts the visible variables of all functions: only differences
// within one function matter.
func (r *resolver) activeVars() int { return len(r.active) }

// labels walks a run of labels and empty statements, which the reference treats
// as one: each label sees whether the run ends the block. It returns the number of
// statements walked.
func (r *resolver) labels(stats []syntax.Stat) int {
	first := len(r.visible)
	n := 0
run:
	for ; n < len(stats); n++ {
		switch s := stats[n].(type) {
		case *syntax.Label:
			if !r.rules.labelsOfFunction {
				colons := r.tree.After(s.NamePos + source.Pos(len(r.tree.Str(s.Label))))
				r.checkRepeated(s, r.labelHere(s.Label), colons)
			}
			r.declareLabel(s)
		case *syntax.Empty:
			if r.rules.emptyEndsRun {
				break run
			}
		default:
			break run
		}
	}
	next := r.tree.After(stats[n-1].Span().End)
	last := r.endsBlock(next)
	errors := len(r.info.Errors)
	for i := len(r.visible) - 1; i >= first; i-- {
		l := &r.visible[i]
		if r.rules.labelsOfFunction {
			r.checkRepeated(r.info.Labels[l.id].Stat, r.otherVisible(i), next)
		}
		if last {
			r.info.Labels[l.id].Last = true
			l.active, l.global = int32(r.fn.block.firstActive), int32(r.fn.block.firstGlobal)
		}
		r.closeGotosTo(l, next)
	}
	if r.isUnfinished(stats[n-1], next) {
		r.info.Errors = r.info.Errors[:errors]
	}
	return n
}

// isUnfinished reports whether Lua stops in a run of labels, before it pairs gotos
// with any of them: colons are missing after the last label, or begin another.
func (r *resolver) isUnfinished(last syntax.Stat, next source.Pos) bool {
	if l, ok := last.(*syntax.Label); ok && int(l.End-l.NamePos) == len(r.tree.Str(l.Label)) {
		return true
	}
	return r.tree.File.Slice(r.tree.TokenAt(next)) == "::"
}

// endsBlock reports whether a token ends a block, `until` aside: the reference's block_follow. It
// asks the token, not the tree: in a broken file the block may go on after it.
func (r *resolver) endsBlock(token source.Pos) bool {
	switch r.tree.File.Slice(r.tree.TokenAt(token)) {
	case "", "else", "elseif", "end":
		return true
	}
	return false
}

// checkRepeated reports a label whose name another has, by its index in visible, if not
// -1. It is looked for in the block, and when the name has been read; from 5.4 on in the
// function, and when the run of labels has been read, the last of the run first.
func (r *resolver) checkRepeated(s *syntax.Label, other int, next source.Pos) {
	if other < 0 {
		return
	}
	r.errorf(next, source.Span{Start: s.Start, End: s.End},
		"label '%s' already defined on line %d", r.tree.Str(s.Label), r.line(r.info.Labels[r.visible[other].id].Stat.Start))
}

// otherVisible returns the first label of the function that can be seen, has the name of the
// visible label with a number, and is another: its index, or -1.
func (r *resolver) otherVisible(label int) int {
	first := len(r.visible)
	for b := r.fn.block; b != nil; b = b.parent {
		first = b.firstLabel
	}
	at := int(r.named(r.visible[label].sym).label) - 1
	for {
		outer := int(r.visible[at].outer) - 1
		if outer < first {
			break
		}
		at = outer
	}
	if at == label {
		return int(r.visible[at].again) - 1
	}
	return at
}

func (r *resolver) declareLabel(s *syntax.Label) {
	id := LabelID(len(r.info.Labels))
	push(r, &r.info.Labels, LabelInfo{Stat: s, Func: r.fn.fn.ID}, s.Start)
	if len(r.info.labelOf) == 0 {
		r.info.labelOf = slab.Zero(&r.labelOf, len(r.tree.Stats))
	}
	r.info.labelOf[s.ID()] = id
	l := visibleLabel{id: id, sym: s.Label, active: int32(r.activeVars()), global: int32(len(r.globals))}
	if at := r.labelHere(s.Label); at < 0 {
		name := r.named(s.Label)
		l.outer, name.label = name.label, int32(len(r.visible)+1)
	} else if first := &r.visible[at]; first.again == 0 {
		first.again = int32(len(r.visible) + 1)
	}
	push(r, &r.visible, l, s.Start)
}

// push appends v, which stands at a place in the text, to a list that grows with it.
func push[T any](r *resolver, list *[]T, v T, at source.Pos) {
	if n := len(*list); n == cap(*list) {
		*list = slices.Grow(*list, slab.More(n, int(at), r.tree.File.Len()-int(at)))
	}
	*list = append(*list, v)
}

// closeGotosTo binds the pending gotos of the current block to a new label.
func (r *resolver) closeGotosTo(l *visibleLabel, next source.Pos) {
	first := r.fn.block.firstGoto
	if len(r.pending) == first {
		return
	}
	name, from := r.named(l.sym), len(r.waiting)
	for int(name.goTo)-1 >= first {
		r.waiting = append(r.waiting, name.goTo-1)
		name.goTo = r.pending[name.goTo-1].outer
	}
	for i := len(r.waiting) - 1; i >= from; i-- {
		g := &r.pending[r.waiting[i]]
		r.checkScopes(g, l, next)
		r.bind(*g, l.id)
		g.bound = true
	}
	r.waiting = r.waiting[:from]
	for n := len(r.pending); n > first && r.pending[n-1].bound; n-- {
		r.pending = r.pending[:n-1]
	}
}

// checkScopes reports a goto that jumps over a declaration to a label.
func (r *resolver) checkScopes(g *pendingGoto, l *visibleLabel, next source.Pos) {
	if g.active < l.active {
		hidden := r.info.Bindings[r.active[g.active]]
		r.jumpError(next, *g, "<goto %s> at line %d jumps into the scope of local '%s'",
			r.tree.Str(g.sym), r.line(g.stat.Span().Start), r.tree.Str(hidden.Sym))
	}
	if g.global < l.global {
		r.jumpError(next, *g, "<goto %s> at line %d jumps into the scope of '%s'",
			r.tree.Str(g.sym), r.line(g.stat.Span().Start), r.globalName(int(g.global)))
	}
}

// jump meets a goto or break statement.
func (r *resolver) jump(g pendingGoto) {
	g.active, g.global = int32(r.activeVars()), int32(len(r.globals))
	if !r.closeWithVisible(g) {
		r.await(g)
	}
}

// closeWithVisible binds a goto to a label that already stands in the current block, and reports
// whether there is one.
func (r *resolver) closeWithVisible(g pendingGoto) bool {
	if g.brk {
		return false
	}
	at := r.labelHere(g.sym)
	if at >= 0 {
		r.bind(g, r.visible[at].id)
	}
	return at >= 0
}

func (r *resolver) bind(g pendingGoto, id LabelID) {
	r.info.Labels[id].Used = true
	r.info.labelOf[g.stat.ID()] = id
}

// moveGotosOut hands the pending gotos of a block that was left to the block
// around it; a loop keeps its breaks.
func (r *resolver) moveGotosOut(left *block) {
	for _, g := range r.dropGotos(left.firstGoto) {
		if g.bound || g.brk && left.isLoop {
			continue
		}
		g.active, g.global = min(g.active, int32(left.firstActive)), min(g.global, int32(left.firstGlobal))
		if !r.closeWithVisible(g) {
			r.await(g)
		}
	}
}

// undefinedGotos reports what is still pending after the end of a function.
// A function whose end is missing Lua never sees to the end.
func (r *resolver) undefinedGotos(fn *syntax.Function, first int) {
	pending := r.dropGotos(first)
	if len(pending) == 0 {
		return
	}
	if fn.Parent == nil && len(r.tree.Errors) > 0 || fn.Parent != nil && fn.End == fn.Body.End {
		return
	}
	next := r.tree.After(fn.End)
	if r.rules.ownLine && fn.Parent != nil {
		next = fn.Body.End + 1 // after what does not fit at the word that ends the function
	}
	for _, g := range pending {
		span := g.stat.Span()
		if g.bound {
			continue
		}
		if _, ok := g.stat.(*syntax.Continue); ok {
			r.jumpError(next, g, "no loop to continue")
		} else if g.brk {
			r.jumpError(next, g, "<break> at line %d not inside a loop", r.line(span.Start))
		} else {
			r.jumpError(next, g, "no visible label '%s' for <goto> at line %d",
				r.tree.Str(g.sym), r.line(span.Start))
		}
	}
}

func (r *resolver) line(p source.Pos) int { return r.tree.File.Line(p) }

// errorf records an error that Lua finds when its lookahead is the token at next.
func (r *resolver) errorf(next source.Pos, span source.Span, format string, args ...any) {
	r.info.Errors = append(r.info.Errors, &syntax.Error{
		Span: span, Detect: next, Line: r.tree.LineAt(next), Msg: fmt.Sprintf(format, args...),
	})
}

// jumpError records an error of a goto, break or continue, on whose own line LuaJIT puts it.
func (r *resolver) jumpError(next source.Pos, g pendingGoto, format string, args ...any) {
	r.errorf(next, g.stat.Span(), format, args...)
	if r.rules.ownLine {
		e := r.info.Errors[len(r.info.Errors)-1]
		e.Line = r.line(g.stat.Span().End - 1)
		if _, ok := g.stat.(*syntax.Continue); ok { // the token after it tells that it is one
			e.Line = r.tree.LineAt(r.tree.After(g.stat.Span().End))
		}
	}
}

// limitError reports that f has too many of what, at the token next: the reference's errorlimit.
func (r *resolver) limitError(what string, limit int, f *function, next source.Pos) {
	where := "main function"
	if f.parent != nil {
		where = fmt.Sprintf("function at line %d", r.line(f.fn.LinePos))
	}
	r.errorf(next, r.tree.TokenAt(next), "too many %s (limit is %d) in %s near %s",
		what, limit, where, r.tree.NearText(next))
}
