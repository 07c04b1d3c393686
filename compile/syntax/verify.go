package syntax

import (
	"fmt"

	"luaflow/compile/source"
)

// This file defines what must hold of every tree, whatever its text.

// Verify checks the invariants that ast.go promises: spans nest and are in order,
// numbers are dense and in source order, and every list has what it must have. It
// returns the first violation.
func Verify(t *Tree) error {
	v := verifier{tree: t}
	text := source.Pos(t.File.Len())
	if want := (source.Span{Start: t.File.Body(), End: text}); t.Main.Span() != want || t.Main.Body.Span() != want {
		v.fail(t.Main, "the chunk does not span the file")
	}
	v.node(t.Main, nil)
	switch {
	case v.err != nil:
	case v.names != t.Names.Len() || v.stats != len(t.Stats) || v.funcs != len(t.Funcs):
		v.err = fmt.Errorf("tree has %d names, %d statements, %d functions, its tables %d, %d, %d",
			v.names, v.stats, v.funcs, t.Names.Len(), len(t.Stats), len(t.Funcs))
	default:
		v.comments()
		v.errors()
	}
	return v.err
}

type verifier struct {
	tree                *Tree
	names, stats, funcs int
	fn                  *Function
	spine               []Node // what node has still to check the rest of
	err                 error
}

func (v *verifier) fail(n Node, format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf("%T at %v: %s", n, n.Span(), fmt.Sprintf(format, args...))
	}
}

// node checks n, which lies in parent, and all below it. What an expression begins with it reaches
// without recursion.
func (v *verifier) node(n, parent Node) {
	bottom := len(v.spine)
	for left := n; left != nil && v.err == nil; left = firstOperand(n) {
		n = left
		v.head(n, parent)
		v.spine, parent = append(v.spine, n), n
	}
	for last := len(v.spine) - 1; last >= bottom; last-- {
		n := v.spine[last]
		v.spine = v.spine[:last]
		if f, ok := n.(*Function); ok {
			v.function(f)
			continue
		}
		v.children(n)
	}
}

// firstOperand returns what an expression begins with; nil if it does not begin with another one, or
// n is none.
func firstOperand(n Node) Node {
	if e, ok := n.(Expr); ok {
		if left := LeftOf(e); left != nil {
			return left
		}
	}
	return nil
}

// head checks n itself.
func (v *verifier) head(n, parent Node) {
	sp := n.Span()
	if sp.Start > sp.End || int(sp.End) > v.tree.File.Len() {
		v.fail(n, "no span")
	}
	if parent != nil && !parent.Span().Covers(sp) {
		v.fail(n, "reaches out of the %T at %v", parent, parent.Span())
	}
	switch n := n.(type) {
	case *Function, *BadExpr:
	case *Block:
		v.block(n)
	case *Name:
		v.number(n, int(n.ID), &v.names, int(n.ID) < v.tree.Names.Len() && v.tree.Names.At(n.ID) == n)
	case Stat:
		id := n.ID()
		v.number(n, int(id), &v.stats, int(id) < len(v.tree.Stats) && v.tree.Stats[id] == n)
		v.lists(n)
	default:
		if sp.Empty() {
			v.fail(n, "empty")
		}
	}
}

// number checks that n has the next number of its kind, and stands in its table.
func (v *verifier) number(n Node, id int, next *int, listed bool) {
	if id != *next || !listed {
		v.fail(n, "has number %d, and %d is next; listed: %t", id, *next, listed)
	}
	*next++
}

// children checks that what lies below n is there, in order, and sound. What n begins with, if it is an
// expression that does so, has been found to be sound.
func (v *verifier) children(n Node) {
	at, first := n.Span().Start, firstOperand(n)
	Children(n, func(c Node) {
		switch _, ok := c.(*Function); {
		case v.err != nil:
			return
		case c == first:
		case ok && isFunctionStat(n):
			v.node(c, n) // its span has the name in it
			return
		case c.Span().Start < at:
			v.fail(c, "begins in front of %d", at)
		default:
			v.node(c, n)
		}
		at = c.Span().End
	})
}

func isFunctionStat(n Node) bool {
	switch n.(type) {
	case *FunctionStat, *LocalFunction:
		return true
	}
	return false
}

func (v *verifier) function(f *Function) {
	v.number(f, int(f.ID), &v.funcs, int(f.ID) < len(v.tree.Funcs) && v.tree.Funcs[f.ID] == f)
	if f.Parent != v.fn {
		v.fail(f, "has the wrong parent")
	}
	if v.err == nil && !f.Span().Touches(f.LinePos) && f.Parent != nil {
		v.fail(f, "has its line elsewhere: %d", f.LinePos)
	}
	outer, first := v.fn, v.stats
	v.fn = f
	v.children(f)
	v.fn = outer
	if int(f.FirstStat) != first || int(f.EndStat) != v.stats {
		v.fail(f, "has the statements from %d to %d, not from %d to %d", f.FirstStat, f.EndStat, first, v.stats)
	}
}

func (v *verifier) block(b *Block) {
	for i, s := range b.Stats {
		if _, ok := s.(*Return); ok && i < len(b.Stats)-1 {
			v.fail(s, "a return that is not the last statement")
		}
	}
}

// lists checks that lists which cannot be empty are not.
func (v *verifier) lists(s Stat) {
	short := false
	switch s := s.(type) {
	case *Local:
		short = len(s.Names) == 0
	case *Assign:
		short = len(s.Targets()) == 0
	case *GenericFor:
		short = len(s.Vars) == 0 || len(s.Exprs()) == 0
	case *If:
		short = len(s.Clauses()) == 0
	}
	if short {
		v.fail(s, "lacks something")
	}
}

func (v *verifier) comments() {
	at := v.tree.File.Body()
	for _, c := range v.tree.Comments {
		if v.err == nil && (c.Span.Start < at || c.Span.Len() < 2 || int(c.Span.End) > v.tree.File.Len()) {
			v.err = fmt.Errorf("comment at %v after %d", c.Span, at)
		}
		at = c.Span.End
	}
}

func (v *verifier) errors() {
	for i, e := range v.tree.Errors {
		if int(e.Span.End) > v.tree.File.Len() || e.Line < 1 || e.Msg == "" ||
			i > 0 && e.Detect < v.tree.Errors[i-1].Detect {
			v.err = fmt.Errorf("error %d is no error: %+v", i, *e)
			return
		}
	}
	if len(v.tree.Errors) == 0 && int(v.tree.sound) < v.tree.File.Len() {
		v.err = fmt.Errorf("sound up to %d only, without an error", v.tree.sound)
	}
}
