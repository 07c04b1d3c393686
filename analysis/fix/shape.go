package fix

import (
	"reflect"

	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what of a tree must be the same before and after a fix.

// shape is the nodes of a tree but for those of touched statements, in source order.
type shape struct {
	steps   *meter.Meter
	tree    *syntax.Tree
	touched []bool
	move    func(source.Span) source.Span
	isGone  func(*syntax.Function) bool // nil if none is
	isSame  func(source.Span) bool      // no edit touches what is there

	nodes  []shapeNode
	funcs  []syntax.FuncID
	next   syntax.FuncID          // see funcFrom
	inside bool                   // in a statement that is touched
	visit  func(syntax.Node) bool // node
}

// shapeNode is a node without its children.
type shapeNode struct {
	kind reflect.Type
	span source.Span
}

// clauseStart and elseStart stand for the words that begin the parts of an `if`.
type clauseStart struct{}
type elseStart struct{}

// collect fills nodes and funcs with those of the chunk, main.
func (w *shape) collect(main *syntax.Function) {
	w.visit, w.next = w.node, main.ID+1
	syntax.Inspect(main, w.visit)
}

// node visits n. It reports whether it left what is below it.
func (w *shape) node(n syntax.Node) bool {
	w.steps.Step()
	switch n := n.(type) {
	case *syntax.Empty:
		return false
	case *syntax.Block:
		return true
	case *syntax.Function:
		if n.Parent != nil && w.isGone != nil && w.isGone(n) {
			return false
		}
		w.funcs = append(w.funcs, n.ID)
		outer := w.inside
		w.inside = false
		if n.Parent != nil {
			w.add(n, n.Span())
		}
		if n.Parent != nil && w.isSame(n.Span()) {
			w.pass(n.ID+1, n.End)
		} else {
			w.below(n)
		}
		w.inside = outer
		return false
	case syntax.Stat:
		outer, at := w.inside, n.Span()
		if w.inside = w.touched[n.ID()]; !w.inside && w.isSame(at) {
			w.add(n, at)
			w.pass(w.funcFrom(at.Start), at.End)
		} else {
			w.stat(n, at)
		}
		w.inside = outer
		return false
	}
	w.add(n, n.Span())
	return true
}

// below visits what is below n.
func (w *shape) below(n syntax.Node) {
	syntax.Children(n, func(child syntax.Node) { syntax.Inspect(child, w.visit) })
}

// pass visits the functions from one on that begin in front of end, and nothing else.
func (w *shape) pass(from syntax.FuncID, end source.Pos) {
	for _, inner := range w.tree.Funcs[from:] {
		if inner.Start >= end {
			return
		}
		w.steps.Step()
		w.funcs = append(w.funcs, inner.ID)
	}
}

// funcFrom returns the first function that begins at a place or after it, which is not in front of
// the last such place: functions are numbered in the order in which they begin.
func (w *shape) funcFrom(at source.Pos) syntax.FuncID {
	for int(w.next) < len(w.tree.Funcs) && w.tree.Funcs[w.next].Start < at {
		w.next++
	}
	return w.next
}

func (w *shape) stat(s syntax.Stat, at source.Span) {
	w.add(s, at)
	if f, ok := s.(*syntax.If); ok && !w.inside {
		for i := range f.Clauses() {
			w.add(clauseStart{}, source.Span{Start: f.ClausePos(i), End: f.ClausePos(i) + 1})
		}
		if final := f.Else(); final != nil {
			w.add(elseStart{}, source.Span{Start: final.Start - 1, End: final.Start})
		}
	}
	w.below(s)
}

// add adds a node unless it is one of a touched statement.
func (w *shape) add(n any, at source.Span) {
	if !w.inside {
		w.nodes = append(w.nodes, shapeNode{reflect.TypeOf(n), w.move(at)})
	}
}
