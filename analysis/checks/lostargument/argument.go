package lostargument

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/definitions"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Arguments that no function takes which may be called there.

// call looks at a call of functions of the file. One that others may have replaced is worth a hint.
func (r *reporter) call(c *calls.Callees) {
	taken, ok := r.taken(c)
	if !ok {
		return
	}
	f, ok := r.lost(int(c.Site.PC), c.First-1, taken, func(text string, taken int) string {
		if len(c.Funcs) > 1 {
			return fmt.Sprintf("no function that is called here takes more than %d", taken)
		}
		return fmt.Sprintf("%s takes %s", text, count(taken))
	})
	if !ok {
		return
	}
	f.Related = r.headers(c.Funcs)
	if unless := c.Unless(); unless != "" {
		f.Severity = analysis.Hint
		f.Message += ", unless " + unless
	}
	r.Report(f)
}

// described looks at the calls of functions that definition files describe. As these may not tell all, it is worth a hint.
func (r *reporter) described() {
	for pc, i := range r.Flow.Proto.Code {
		if effect.ReferenceOf(i) != effect.Calls {
			continue
		}
		d, ok := r.Globals.Defined(r.Flow, pc)
		if !ok || d.Most == definitions.Unlimited {
			continue
		}
		f, ok := r.lost(pc, 0, d.Most, func(text string, taken int) string { return fmt.Sprintf("%s takes %s", text, count(taken)) })
		if ok {
			f.Severity = analysis.Hint
			f.Message += ", " + d.Source()
			r.Report(f)
		}
	}
}

// formats looks at the calls of string.format.
func (r *reporter) formats() {
	form := r.Facts.Code.SSA(r.Flow)
	for pc, i := range r.Flow.Proto.Code {
		if effect.ReferenceOf(i) != effect.Calls || len(form.Uses(pc)) < 3 {
			continue
		}
		if taken, ok := r.formatted(pc); ok {
			if f, ok := r.lost(pc, 0, taken, func(string, int) string { return fmt.Sprintf("the format asks for %s", count(taken-1)) }); ok {
				call, _ := r.Text.CallAt(r.Map.Origins.At(pc).Span())
				f.Related = formatOf(call)
				r.Report(f)
			}
		}
	}
}

// formatOf returns where the format of a call of string.format stands.
func formatOf(call textmap.Call) []analysis.Related {
	at := call.Expr.Span()
	if m, ok := call.Expr.(*syntax.MethodCall); ok {
		at = m.Obj.Span()
	} else if len(call.Args) > 0 {
		at = call.Args[0].Span()
	}
	return analysis.Point([]source.Span{at}, "the format is this")
}

// count returns a number of arguments in words.
func count(n int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// taken returns how many arguments the functions take at most that a call may call. ok is false if that is not known, one
// of them stands in the place of others, or the call hands the same to all that a table may have there.
func (r *reporter) taken(callees *calls.Callees) (most int, ok bool) {
	if !callees.Complete && !callees.InField || callees.Chosen {
		return 0, false
	}
	for _, fn := range callees.Funcs {
		p := r.Facts.Code.Funcs[fn].Proto
		if p.IsVararg || r.isStub(fn) {
			return 0, false
		}
		most = max(most, int(p.NumParams))
	}
	return most, true
}

// isStub reports whether a function stands in the place of others: it is empty, or takes nothing and does nothing but return, or
// never does.
func (r *reporter) isStub(number int) bool {
	fn := r.Unit.Tree.Funcs[number]
	stats := fn.Body.Stats
	if len(stats) == 0 {
		return true
	}
	_, returns := stats[0].(*syntax.Return)
	return len(fn.Params) == 0 && (returns || !r.calls.Results(number).Returns)
}

// lost returns what is to be said of the arguments of the call at pc after the first ones, of which so many are handed over
// but no arguments of what is called, and then so many are taken. why says who takes how many, given what is called.
func (r *reporter) lost(pc, handed, taken int, why func(callee string, taken int) string) (f analysis.Finding, ok bool) {
	if len(r.Facts.Code.SSA(r.Flow).Uses(pc))-1 <= handed+taken {
		return f, false
	}
	call, ok := r.Text.CallAt(r.Map.Origins.At(pc).Span())
	if !ok {
		return f, false
	}
	if call.Method {
		taken--
	}
	args := call.Args[min(handed, len(call.Args)):]
	for len(args) > max(taken, 0) && (isOpen(args[len(args)-1]) || isNil(args[len(args)-1])) {
		args = args[:len(args)-1]
	}
	if taken < 0 || len(args) <= taken {
		return f, false
	}
	first, last := args[taken], args[len(args)-1]
	what := fmt.Sprintf("argument %d is lost", taken+1)
	if len(args)-taken > 1 {
		what = fmt.Sprintf("arguments %d to %d are lost", taken+1, len(args))
	}
	f = r.Finding(r.ID, source.Span{Start: first.Span().Start, End: last.Span().End})
	f.Message = what + ": " + why(r.nameOf(call, handed), taken)
	return f, true
}

// nameOf returns what is called, in quotes: by pcall its first argument.
func (r *reporter) nameOf(call textmap.Call, handed int) string {
	if handed > 0 {
		return "`" + plan.Excerpt(r.Unit.File.Slice(call.Args[handed-1].Span())) + "`"
	}
	return r.Text.CalleeName(call.Expr)
}

// isOpen reports whether an expression gives any number of values as the last argument.
func isOpen(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
		return true
	}
	return false
}

func isNil(e syntax.Expr) bool {
	l, ok := e.(*syntax.Literal)
	return ok && l.Kind == syntax.Nil
}

// headers returns where functions begin.
func (r *reporter) headers(funcs []int) (out []analysis.Related) {
	for _, fn := range funcs {
		message := parameters(int(r.Facts.Code.Funcs[fn].Proto.NumParams))
		out = append(out, analysis.PointAtFunctions(r.Text, []int{fn}, message)...)
	}
	return out
}

// parameters returns in words how many parameters a function has.
func parameters(n int) string {
	switch n {
	case 0:
		return "it has no parameters"
	case 1:
		return "it has one parameter"
	}
	return fmt.Sprintf("it has %d parameters", n)
}
