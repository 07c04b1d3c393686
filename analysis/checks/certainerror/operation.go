package certainerror

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Which text an instruction stands for, and which part of that each operand.

// operation is what an instruction does, in the text.
type operation struct {
	doing    string        // in words, in front of the operand
	word     string        // the operator
	operands []syntax.Expr // as those of the instruction; nil where the text does not tell
	compares bool          // in an order
	divides  bool          // an error may be that the divisor is 0
	isLoop   bool          // a numeric one, whose bounds are the operands
	global   *syntax.Name  // the global variable that is used; nil for another operation
}

// object returns the expression that gives operand k; nil if the text does not tell.
func (o *operation) object(k int) syntax.Expr {
	if k < len(o.operands) {
		return o.operands[k]
	}
	return nil
}

// operationAt returns what the instruction of a fault does.
func (r *reporter) operationAt(fault *fault) (op operation) {
	at := r.Map.Origins.At(fault.pc).Span()
	if op.doing = doing(effect.ReferenceOf(r.Flow.Proto.Code[fault.pc])); effect.Concatenates(r.Flow.Proto.Code[fault.pc]) {
		op.doing = "concatenating"
	}
	id := r.Text.StatAround(at)
	if id == syntax.NoStat {
		return op
	}
	isMethod := effect.FetchesMethod(r.Flow.Proto.Code[fault.pc]) // which stands for its object
	found := false
	syntax.Inspect(r.Unit.Tree.Stats[id], func(n syntax.Node) bool {
		if found || !n.Span().Covers(at) {
			return false
		}
		switch {
		case isMethod:
			if e, ok := n.(*syntax.MethodCall); ok && e.Obj.Span() == at {
				op.operands, found = []syntax.Expr{e.Obj}, true
			}
		case effect.Concatenates(r.Flow.Proto.Code[fault.pc]):
			if e, ok := n.(*syntax.Binary); ok && e.Op == syntax.Concat {
				if chain := chainOf(e, at); len(chain) == len(fault.operands) && len(chain) > 0 {
					op.operands, found = chain, true
				}
			}
		case n.Span() == at:
			doing := op.doing
			op = operation{doing: doing}
			found = r.read(&op, n, effect.ReferenceOf(r.Flow.Proto.Code[fault.pc]))
		}
		return !found
	})
	return op
}

// doing returns what an instruction does with what it refuses.
func doing(how effect.Reference) string {
	switch how {
	case effect.Calls:
		return "calling"
	case effect.Iterates:
		return "iterating with"
	case effect.Measures:
		return "the length of"
	case effect.Operates:
		return "computing with"
	case effect.WritesField, effect.WritesUpvalueField:
		return "setting a field of"
	case effect.Forgets:
		return "a loop with"
	}
	return "indexing"
}

// read fills op with what n does, and reports whether it does any of that.
func (r *reporter) read(op *operation, n syntax.Node, how effect.Reference) bool {
	switch n := n.(type) {
	case *syntax.Field:
		op.operands = []syntax.Expr{n.Obj}
	case *syntax.Index:
		op.operands = []syntax.Expr{n.Obj}
	case *syntax.Assign:
		if targets := n.Targets(); len(targets) == 1 {
			return r.read(op, targets[0], how)
		}
		return true
	case *syntax.Call:
		op.operands = []syntax.Expr{n.Fn}
	case *syntax.Paren:
		return r.read(op, n.X, how)
	case *syntax.Unary:
		if n.Op == syntax.Not {
			return r.read(op, n.X, how) // a condition is tested as it is
		}
		op.operands = []syntax.Expr{n.X}
		if op.doing == "computing with" {
			op.doing = "`" + r.Unit.File.Slice(source.Span{Start: n.Start, End: n.Start + 1}) + "` of"
		}
	case *syntax.Binary:
		if how == effect.Operates {
			return r.readBinary(op, n)
		}
		return r.read(op, n.Y, how) || r.read(op, n.X, how) // an operand may be fetched when the operator is computed
	case *syntax.NumericFor:
		op.operands, op.isLoop = []syntax.Expr{n.From, n.To, n.Step}, true
		if n.Step == nil {
			op.operands = op.operands[:2]
		}
	case *syntax.GenericFor:
		if exprs := n.Exprs(); len(exprs) > 0 {
			op.operands = exprs[:1]
		}
	case *syntax.Name:
		op.global = n
		return r.Unit.Res.Refs[n.ID].Kind == resolve.ToGlobal
	default:
		return false
	}
	return true
}

// readBinary fills op with what an operator of two operands does.
func (r *reporter) readBinary(op *operation, n *syntax.Binary) bool {
	op.operands = []syntax.Expr{n.X, n.Y}
	switch n.Op {
	case syntax.Lt, syntax.Le:
		op.compares = true
	case syntax.Gt, syntax.Ge:
		op.compares = true
		slices.Reverse(op.operands)
	case syntax.And, syntax.Or, syntax.Eq, syntax.Ne:
		return false
	case syntax.IDiv, syntax.Mod:
		op.divides = true
		fallthrough
	default:
		end := n.OpPos + 1
		if n.Op == syntax.IDiv || n.Op == syntax.Shl || n.Op == syntax.Shr {
			end++
		}
		op.word = r.Unit.File.Slice(source.Span{Start: n.OpPos, End: end})
		op.doing = "`" + op.word + "` with"
	}
	return true
}

// chainOf returns what is concatenated in one instruction that begins at e, if the innermost pair of it stands at a place; else
// nil.
func chainOf(e *syntax.Binary, at source.Span) (chain []syntax.Expr) {
	for {
		chain = append(chain, e.X)
		right, ok := e.Y.(*syntax.Binary)
		if e.Span() == at && !(ok && right.Op == syntax.Concat) {
			return append(chain, e.Y)
		}
		if !ok || right.Op != syntax.Concat {
			return nil
		}
		e = right
	}
}
