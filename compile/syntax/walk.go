package syntax

import (
	"slices"

	"luaflow/compile/source"
)

// This file defines how to get from a node to those right below it.

// ExprAt returns the outermost expression in n that stands at a place, nil if there is none.
func ExprAt(n Node, at source.Span) (found Expr) {
	Inspect(n, func(n Node) bool {
		if found != nil || !n.Span().Covers(at) {
			return false
		}
		if e, ok := n.(Expr); ok && e.Span() == at {
			found = e
		}
		return found == nil
	})
	return found
}

// Inspect calls visit for n and all nodes below it, each in front of those below it, in the order of
// Children. It leaves out what is below a node for which visit returns false.
//
// It does not recurse: the parser bounds how deep blocks and parentheses nest, but not how many operators
// or suffixes follow each other, each of which makes all in front of it one level deeper.
//
// A constructor may have a million items: one at a time is looked at.
func Inspect(n Node, visit func(Node) bool) {
	var few [16]Node
	pending := append(few[:0], n)
	push := func(child Node) { pending = append(pending, child) }
	var tables []unvisited
	for {
		if k := len(tables) - 1; k >= 0 && tables[k].at == len(pending) {
			if rest := &tables[k]; len(rest.items) > 0 {
				rest.items[0].each(push)
				slices.Reverse(pending[rest.at:])
				rest.items = rest.items[1:]
			} else {
				tables = tables[:k]
			}
			continue
		}
		if len(pending) == 0 {
			return
		}
		last := len(pending) - 1
		n, pending = pending[last], pending[:last]
		if !visit(n) {
			continue
		}
		if t, ok := n.(*Table); ok {
			tables = append(tables, unvisited{t.Items, last})
			continue
		}
		if Children(n, push); len(pending) > last+1 {
			slices.Reverse(pending[last:])
		}
	}
}

// unvisited is what Inspect has still to visit of a constructor, when so many other nodes wait.
type unvisited struct {
	items []Item
	at    int
}

// each calls visit for the key of an item, if it has one, and its value.
func (it Item) each(visit func(Node)) {
	if key := it.Key(); key != nil {
		visit(key)
	}
	visit(it.Value())
}

// Leftmost returns the operand with which an expression begins that is made by binary operators, indexes,
// guards and calls alone, and appends what these made of it to spine, from the outermost on.
func Leftmost(e Expr, spine []Expr) (Expr, []Expr) {
	for {
		left := LeftOf(e)
		if left == nil {
			return e, spine
		}
		spine = append(spine, e)
		e = left
	}
}

// LeftOf returns the left operand of a binary operator, or what is indexed, guarded or called; nil if an
// expression is something else.
func LeftOf(e Expr) Expr {
	switch e := e.(type) {
	case *Binary:
		return e.X
	case *Field:
		return e.Obj
	case *Index:
		return e.Obj
	case *Call:
		return e.Fn
	case *MethodCall:
		return e.Obj
	case *Guard:
		return e.X
	}
	return nil
}

// longChain is how many links make a chain long.
const longChain = 10000

// HasLongChain reports whether so many binary operators, indexes and calls follow each other in a
// statement, blocks and functions in it aside, that what recurses into what they begin with, or looks at it
// once for each of them, should leave the statement out. No program written by hand has such a chain. It calls step for
// each node, so that the work on a large statement can be stopped.
func HasLongChain(s Stat, step func()) (found bool) {
	if s.Span().Len() < longChain { // each link is a byte at least
		return false
	}
	var left Expr // of the node visited last: the next one if there is any
	links := 0
	Inspect(s, func(n Node) bool {
		step()
		switch n.(type) {
		case *Block, *Function:
			return false
		}
		e, _ := n.(Expr)
		if e == nil || e != left {
			links = 0
		}
		if left = LeftOf(e); left != nil {
			links++
		}
		found = found || links >= longChain
		return !found
	})
	return found
}

// Children calls visit for each node right below n, in source order; a name in
// front of a function's parameter list comes before the function. An expression
// that is not written (a missing step, the values of a `local` without `=`) is
// left out.
func Children(n Node, visit func(Node)) {
	switch n := n.(type) { // of the types themselves, which is faster than to ask for Expr or Stat first
	case *Block:
		for _, s := range n.Stats {
			visit(s)
		}
	case *Function:
		params := n.Params
		if n.VarargName != nil { // nothing may follow it, but something does in broken text
			after := 0
			for after < len(params) && params[after].Start < n.VarargName.Start {
				after++
			}
			visitAll(params[:after], visit)
			visit(n.VarargName)
			params = params[after:]
		}
		visitAll(params, visit)
		visit(n.Body)
	case *Field:
		visit(n.Obj)
		visit(n.Key)
	case *Index:
		visit(n.Obj)
		visit(n.Key)
	case *Call:
		visit(n.Fn)
		visitAll(n.Args(), visit)
	case *MethodCall:
		visit(n.Obj)
		visit(n.Name)
		visitAll(n.Args(), visit)
	case *Table:
		for _, it := range n.Items {
			it.each(visit)
		}
	case *Unary:
		visit(n.X)
	case *Binary:
		visit(n.X)
		visit(n.Y)
	case *Paren:
		visit(n.X)
	case *Conditional:
		visit(n.Cond)
		visit(n.Then)
		visit(n.Else)
	case *Guard:
		visit(n.X)
	case *BadExpr:
		visitAll(n.Parts, visit)
	case *Local:
		visitAll(n.Names, visit)
		visitAll(n.Exprs(), visit)
	case *Global:
		visitAll(n.Names, visit)
		visitAll(n.Exprs(), visit)
	case *Compound:
		visit(n.Target)
		visit(n.Value)
	case *LocalFunction:
		visit(n.Name)
		visit(n.Func)
	case *Assign:
		visitAll(n.Targets(), visit)
		visitAll(n.Values(), visit)
	case *callStat:
		visit(n.Call())
	case *methodCallStat:
		visit(n.Call())
	case *badCallStat:
		visit(n.Call())
	case *FunctionStat:
		visit(n.Target)
		visit(n.Func)
	case *Do:
		visit(n.Body)
	case *While:
		visit(n.Cond)
		visit(n.Body)
	case *Repeat:
		visit(n.Body)
		visit(n.Cond)
	case *If:
		clauses := n.Clauses()
		for i := range clauses {
			visit(clauses[i].Cond)
			visit(&clauses[i].Body)
		}
		if final := n.Else(); final != nil {
			visit(final)
		}
	case *NumericFor:
		visit(n.Var)
		visit(n.From)
		visit(n.To)
		if n.Step != nil {
			visit(n.Step)
		}
		visit(n.Body)
	case *GenericFor:
		visitAll(n.Vars, visit)
		visitAll(n.Exprs(), visit)
		visit(n.Body)
	case *Return:
		visitAll(n.Exprs(), visit)
	case *BadStat:
		visitAll(n.Parts, visit)
	}
}

func visitAll[N Node](list []N, visit func(Node)) {
	for _, n := range list {
		visit(n)
	}
}
