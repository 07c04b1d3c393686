package syntax

import "luaflow/compile/source"

// This file defines how to get from a node to those right below it.

// ExprAt returns the outermost expression in n that stands at a place, nil if there is none.
func ExprAt(n Node, at source.Span) (found Expr) {
	if !n.Span().Covers(at) {
		return nil
	}
	if e, ok := n.(Expr); ok && e.Span() == at {
		return e
	}
	Children(n, func(child Node) {
		if found == nil {
			found = ExprAt(child, at)
		}
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
			if key := it.Key(); key != nil {
				visit(key)
			}
			visit(it.Value())
		}
	case *Unary:
		visit(n.X)
	case *Binary:
		visit(n.X)
		visit(n.Y)
	case *Paren:
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
