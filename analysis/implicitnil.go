package analysis

import (
	"slices"

	"luaflow/analysis/dataflow"
	"luaflow/compile/bytecode"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// The nil of a declaration without a value, and what is done with it.

// IsImplicitNil reports whether a store is a declaration without a value.
func (p *Pass) IsImplicitNil(s *srcmap.StoreRec) bool {
	return s.Kind == srcmap.NilInit || s.Kind == srcmap.Init && p.ValueOf(s).Expr == nil
}

// IsNilAgain reports whether, behind the store with this index, a nil that is written
// needed no instruction, as the one of a declaration was still there: then that one
// is what reads see.
func (p *FuncPass) IsNilAgain(store int) bool {
	s := &p.Map.Stores[store]
	for i := store + 1; i < len(p.Map.Stores) && p.Map.Stores[i].PCs.End == s.PCs.End; i++ {
		if next := &p.Map.Stores[i]; next.Binding == s.Binding && next.Elided {
			return true
		}
	}
	return false
}

// UsesNil reports whether the instruction at pc is executed, as far as that can be
// known, and is more than a test whether its operand is nil.
func (p *Pass) UsesNil(f *dataflow.Func, pc int) bool {
	if c := p.Constants(); c == nil || !c.Executable(f, pc) {
		return false
	}
	i := f.Proto.Code[pc]
	switch i.Op() {
	case bytecode.TEST, bytecode.TESTSET, bytecode.NOT:
		return false
	case bytecode.EQ:
		return !isNil(f.Proto, i.B()) && !isNil(f.Proto, i.C())
	}
	return true
}

// isNil reports whether an operand is the constant nil.
func isNil(p *bytecode.Proto, operand int) bool {
	return bytecode.IsK(operand) && p.Constants[bytecode.KIndex(operand)].Kind == bytecode.KNil
}

// EdgeOfNil is the number of the successor to which the instruction at pc goes if it
// tests reg and finds nil there; -1 if it does not test it.
func EdgeOfNil(p *bytecode.Proto, pc, reg int) int {
	i := p.Code[pc]
	tested, first := -1, false // the first successor is where the test holds
	switch i.Op() {
	case bytecode.TEST:
		tested, first = i.A(), i.C() == 0
	case bytecode.TESTSET:
		tested, first = i.B(), i.C() == 0
	case bytecode.EQ:
		first = i.A() == 1
		switch {
		case isNil(p, i.C()):
			tested = i.B()
		case isNil(p, i.B()):
			tested = i.C()
		}
	}
	switch {
	case tested != reg:
		return -1
	case first:
		return 0
	}
	return 1
}

// Accumulates reports whether a name is an argument of a call whose result the same
// statement puts into the variable, as in `pos = skip(text, pos)`: there nil stands
// for "from the start".
func (p *Pass) Accumulates(n *syntax.Name) bool {
	stat := p.StatOf(n)
	if stat == syntax.NoStat {
		return false
	}
	st, ok := p.Unit.Tree.Stats[stat].(*syntax.Assign)
	if !ok {
		return false
	}
	for _, target := range st.Targets() {
		if name, ok := target.(*syntax.Name); ok && p.Unit.Res.Refs[name.ID].Binding == p.Unit.Res.Refs[n.ID].Binding {
			return slices.ContainsFunc(st.Values(), func(e syntax.Expr) bool { return isArgument(e, n) })
		}
	}
	return false
}

// isArgument reports whether a name is an argument of a call in an expression.
func isArgument(in syntax.Node, n *syntax.Name) bool {
	var args []syntax.Expr
	switch e := in.(type) {
	case *syntax.Call:
		args = e.Args()
	case *syntax.MethodCall:
		args = e.Args()
	}
	for _, arg := range args {
		if arg == syntax.Expr(n) {
			return true
		}
	}
	found := false
	syntax.Children(in, func(child syntax.Node) {
		found = found || child.Span().Covers(n.Span()) && isArgument(child, n)
	})
	return found
}
