package resolve

import (
	"fmt"
	"slices"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// label.go pairs gotos with labels in the order in which the reference does
// (labelstat, findlabel, movegotosout), so that its errors come in its order.

// pendingGoto is a goto or break whose target has not been seen yet.
type pendingGoto struct {
	stat   syntax.Stat
	sym    syntax.Sym
	brk    bool
	active int // variables of the function in scope, lowered as blocks are left
	global int // likewise declared globals
}

// visibleLabel is a label of a block that is being walked.
type visibleLabel struct {
	id     LabelID
	active int // variables in scope at the label
	global int // declared globals in scope at the label
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
				r.checkRepeated(s, r.visible[r.fn.block.firstLabel:], colons)
			}
			r.declareLabel(s)
		case *syntax.Empty:
			if r.rules.ownLine {
				break run // to LuaJIT, a statement like others
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
			r.checkRepeated(r.info.Labels[l.id].Stat, r.othersVisible(i), next)
		}
		if last {
			r.info.Labels[l.id].Last = true
			l.active, l.global = r.fn.block.firstActive, r.fn.block.firstGlobal
		}
		r.closeGotosTo(l, next)
	}
	if r.isUnfinished(stats[n-1], next) {
		r.info.Errors = r.info.Errors[:errors]
	}
	return n
}

// isUnfinished reports whether Lua stops in a run of labels, before it pairs gotos
// with any of them: colons are missing behind the last label, or begin another.
func (r *resolver) isUnfinished(last syntax.Stat, next source.Pos) bool {
	if l, ok := last.(*syntax.Label); ok && int(l.End-l.NamePos) == len(r.tree.Str(l.Label)) {
		return true
	}
	return r.tree.File.Slice(r.tree.TokenAt(next)) == "::"
}

// endsBlock is the reference's block_follow, without `until`. It asks the token, not
// the tree: in a broken file the block may go on behind it.
func (r *resolver) endsBlock(token source.Pos) bool {
	switch r.tree.File.Slice(r.tree.TokenAt(token)) {
	case "", "else", "elseif", "end":
		return true
	}
	return false
}

// checkRepeated reports a label whose name one of some others has. The others are
// those of its block, and are looked at when its name has been read; from 5.4 on those
// that can be seen in the function, when the run of labels has been read, the last of
// the run first.
func (r *resolver) checkRepeated(s *syntax.Label, others []visibleLabel, next source.Pos) {
	for _, l := range others {
		if old := r.info.Labels[l.id].Stat; old.Label == s.Label && old != s {
			r.errorf(next, source.Span{Start: s.Start, End: s.End},
				"label '%s' already defined on line %d", r.tree.Str(s.Label), r.line(old.Start))
			return
		}
	}
}

// othersVisible is the labels of the function that can be seen when the run has been
// read up to the visible label with a number, from its end.
func (r *resolver) othersVisible(label int) []visibleLabel {
	first := len(r.visible)
	for b := r.fn.block; b != nil; b = b.parent {
		first = b.firstLabel
	}
	others := slices.Clone(r.visible[first:label])
	return append(others, r.visible[label+1:]...)
}

func (r *resolver) declareLabel(s *syntax.Label) {
	id := LabelID(len(r.info.Labels))
	r.info.Labels = append(r.info.Labels, LabelInfo{Stat: s, Func: r.fn.fn.ID})
	if r.info.LabelOf == nil {
		r.info.LabelOf = make(map[syntax.StatID]LabelID)
	}
	r.info.LabelOf[s.ID()] = id
	r.visible = append(r.visible, visibleLabel{id: id, active: r.activeVars(), global: len(r.globals)})
}

// closeGotosTo binds the pending gotos of the current block to a new label.
func (r *resolver) closeGotosTo(l *visibleLabel, next source.Pos) {
	sym := r.info.Labels[l.id].Stat.Label
	kept := r.pending[:r.fn.block.firstGoto]
	for _, g := range r.pending[r.fn.block.firstGoto:] {
		if g.brk || g.sym != sym {
			kept = append(kept, g)
			continue
		}
		if g.active < l.active {
			hidden := r.info.Bindings[r.active[g.active]]
			r.jumpError(next, g, "<goto %s> at line %d jumps into the scope of local '%s'",
				r.tree.Str(sym), r.line(g.stat.Span().Start), r.tree.Str(hidden.Sym))
		}
		if g.global < l.global {
			r.jumpError(next, g, "<goto %s> at line %d jumps into the scope of '%s'",
				r.tree.Str(sym), r.line(g.stat.Span().Start), r.globalName(g.global))
		}
		r.bind(g, l.id)
	}
	r.pending = kept
}

// jump meets a goto or break statement.
func (r *resolver) jump(g pendingGoto) {
	g.active, g.global = r.activeVars(), len(r.globals)
	if !r.closeWithVisible(g) {
		r.pending = append(r.pending, g)
	}
}

// closeWithVisible binds a goto to a label that already stands in the current
// block.
func (r *resolver) closeWithVisible(g pendingGoto) bool {
	if g.brk {
		return false
	}
	for _, l := range r.visible[r.fn.block.firstLabel:] {
		if r.info.Labels[l.id].Stat.Label == g.sym {
			r.bind(g, l.id)
			return true
		}
	}
	return false
}

func (r *resolver) bind(g pendingGoto, id LabelID) {
	r.info.Labels[id].Used = true
	r.info.LabelOf[g.stat.ID()] = id
}

// moveGotosOut hands the pending gotos of a block that was left to the block
// around it; a loop keeps its breaks.
func (r *resolver) moveGotosOut(left *block) {
	kept := r.pending[:left.firstGoto]
	for _, g := range r.pending[left.firstGoto:] {
		if g.brk && left.isLoop {
			continue
		}
		g.active, g.global = min(g.active, left.firstActive), min(g.global, left.firstGlobal)
		if !r.closeWithVisible(g) {
			kept = append(kept, g)
		}
	}
	r.pending = kept
}

// undefinedGotos reports what is still pending behind the end of a function.
// A function whose end is missing Lua never sees to the end.
func (r *resolver) undefinedGotos(fn *syntax.Function, first int) {
	if first == len(r.pending) {
		return
	}
	if fn.Parent == nil && len(r.tree.Errors) > 0 || fn.Parent != nil && fn.End == fn.Body.End {
		r.pending = r.pending[:first]
		return
	}
	next := r.tree.After(fn.End)
	if r.rules.ownLine && fn.Parent != nil {
		next = fn.Body.End + 1 // behind what does not fit at the word that ends the function
	}
	for _, g := range r.pending[first:] {
		span := g.stat.Span()
		if g.brk {
			r.jumpError(next, g, "<break> at line %d not inside a loop", r.line(span.Start))
		} else {
			r.jumpError(next, g, "no visible label '%s' for <goto> at line %d",
				r.tree.Str(g.sym), r.line(span.Start))
		}
	}
	r.pending = r.pending[:first]
}

func (r *resolver) line(p source.Pos) int { return r.tree.File.Line(p) }

// errorf records an error that Lua finds when its lookahead is the token at next.
func (r *resolver) errorf(next source.Pos, span source.Span, format string, args ...any) {
	r.info.Errors = append(r.info.Errors, &syntax.Error{
		Span: span, Detect: next, Line: r.tree.LineAt(next), Msg: fmt.Sprintf(format, args...),
	})
}

// jumpError records an error of a goto or break, on whose own line LuaJIT puts it.
func (r *resolver) jumpError(next source.Pos, g pendingGoto, format string, args ...any) {
	r.errorf(next, g.stat.Span(), format, args...)
	if r.rules.ownLine {
		e := r.info.Errors[len(r.info.Errors)-1]
		e.Line = r.line(g.stat.Span().End - 1)
	}
}

// limitError is the reference's errorlimit.
func (r *resolver) limitError(what string, limit int, f *function, next source.Pos) {
	where := "main function"
	if f.parent != nil {
		where = fmt.Sprintf("function at line %d", r.line(f.fn.LinePos))
	}
	r.errorf(next, r.tree.TokenAt(next), "too many %s (limit is %d) in %s near %s",
		what, limit, where, r.tree.NearText(next))
}
