package nilindex

import (
	"fmt"
	"luaflow/analysis/modules"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What is said of a use.

func (r *reporter) report(u use) {
	object, verb := r.usedAt(u.pc)
	if object == nil {
		return
	}
	because := r.Map.Origins.At(u.because).Span()
	f := r.Finding(r.ID, object.Span())
	if u.isTest {
		name, ok := object.(*syntax.Name)
		if !ok {
			return
		}
		f.Message = fmt.Sprintf("`%s` is %s here, and tested for nil %s", r.Unit.Tree.Str(name.Sym), verb, r.Text.AtLines([]source.Span{because}))
		f.Related = analysis.Point([]source.Span{because}, "tested here")
		r.Report(f)
		return
	}
	call, ok := r.Text.CallAt(because)
	if !ok {
		return
	}
	callee := r.Text.CalleeName(call.Expr)
	f.Subject.Stat = r.Text.StatAround(because)
	if d, ok := r.Globals.Defined(r.Flow, u.because); ok && d.MayBeNil(0) {
		r.reportDefined(f, object, verb, callee, because, d.Source())
		return
	}
	switch object := object.(type) {
	case *syntax.Name:
		f.Message = fmt.Sprintf("`%s` may be nil here: %s %s gives nil if it fails, and nothing has tested that",
			r.Unit.Tree.Str(object.Sym), callee, r.Text.AtLines([]source.Span{because}))
	default:
		f.Message = fmt.Sprintf("%s gives nil if it fails, and nothing tests that before it is %s", callee, verb)
	}
	f.Related = analysis.Point([]source.Span{because}, "it gives nil if it fails")
	r.addErrors(&f, u.because)
	r.Report(f)
}

// nilReturned is said of the places where functions of the program return nil.
const nilReturned = "nil is returned here"

// addErrors adds to a finding where functions of the program that the call at pc calls return nil.
func (r *reporter) addErrors(f *analysis.Finding, pc int) {
	if c := r.elsewhere[pc]; c != nil {
		returned := []modules.Place{{Path: c.At.Path, Line: c.Nil}}
		f.Message += "; it is returned " + analysis.InPlaces(returned...)
		f.Related = append(f.Related, analysis.PointElsewhere(returned, nilReturned)...)
		if c.IsReplaceable {
			f.Severity = analysis.Hint
			f.Message += ", unless other code has replaced the function"
		}
		return
	}
	for _, at := range r.nilErrors(pc) {
		f.Related = append(f.Related, analysis.Related{Span: r.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span(), Message: nilReturned})
	}
}

// reportDefined reports a use of what the call in a place gives, which may be nil by a definition file; from says by which. That
// such a file allows for nil does not say that there is one: a hint.
func (r *reporter) reportDefined(f analysis.Finding, object syntax.Expr, verb, callee string, because source.Span, from string) {
	f.Severity = analysis.Hint
	if name, ok := object.(*syntax.Name); ok {
		f.Message = fmt.Sprintf("`%s` may be nil here: %s %s may give nil, %s, and nothing has tested that",
			r.Unit.Tree.Str(name.Sym), callee, r.Text.AtLines([]source.Span{because}), from)
	} else {
		f.Message = fmt.Sprintf("%s may give nil, %s, and nothing tests that before it is %s", callee, from, verb)
	}
	f.Related = analysis.Point([]source.Span{because}, "it may give nil")
	r.Report(f)
}

// usedAt returns the expression whose value the instruction at pc needs, and what is done with it; nil if the text has none.
func (r *reporter) usedAt(pc int) (object syntax.Expr, verb string) {
	at := r.Map.Origins.At(pc).Span()
	id := r.Text.StatAround(at)
	if id == syntax.NoStat {
		return nil, ""
	}
	isMethod := effect.FetchesMethod(r.Flow.Proto.Code[pc]) // which stands for its object
	syntax.Inspect(r.Unit.Tree.Stats[id], func(n syntax.Node) bool {
		if object != nil || !n.Span().Covers(at) {
			return false
		}
		if n.Span() == at {
			if object, verb = objectOf(n); isMethod {
				object, _ = n.(syntax.Expr)
				verb = "indexed"
			}
		}
		return object == nil
	})
	return object, verb
}

// objectOf returns the part of n whose value n indexes, calls, measures or computes with, and the word for that in a message; nil
// and "" if n does none of these, or with two names.
func objectOf(n syntax.Node) (object syntax.Expr, verb string) {
	switch n := n.(type) {
	case *syntax.Field:
		return n.Obj, "indexed"
	case *syntax.Index:
		return n.Obj, "indexed"
	case *syntax.MethodCall:
		return n.Obj, "indexed"
	case *syntax.Assign:
		if targets := n.Targets(); len(targets) == 1 {
			return objectOf(targets[0])
		}
	case *syntax.Call:
		return n.Fn, "called"
	case *syntax.Unary:
		switch n.Op {
		case syntax.Len:
			return n.X, "asked for its length"
		case syntax.Neg, syntax.BNot:
			return n.X, "computed with"
		}
	case *syntax.Binary:
		return operandOf(n)
	}
	return nil, ""
}

// operandOf does what objectOf does, for an operator: the operand is the one that has a name.
func operandOf(n *syntax.Binary) (object syntax.Expr, verb string) {
	switch n.Op {
	case syntax.And, syntax.Or, syntax.Eq, syntax.Ne:
		return nil, ""
	case syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge:
		verb = "compared"
	case syntax.Concat:
		verb = "concatenated"
	default:
		verb = "computed with"
	}
	_, isLeft := n.X.(*syntax.Name)
	_, isRight := n.Y.(*syntax.Name)
	switch {
	case isLeft && isRight:
		return nil, ""
	case isRight:
		return n.Y, verb
	}
	return n.X, verb
}
