package lostresult

import (
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Calls that ask for more values than any function returns that may be called there.

// call looks at a call of functions of the file.
func (r *reporter) call(c *calls.Callees) {
	pc := int(c.Site.PC)
	_, wanted := r.Facts.Code.SSA(r.Flow).Defs(pc)
	if wanted == 0 || effect.IsOpen(r.Flow.Proto.Code[pc]) || c.Skip > 0 || c.Chosen || !c.Complete && !c.InField {
		return
	}
	most, ok := r.returned(c.Funcs)
	if !ok || most >= wanted {
		return
	}
	call, ok := r.Text.CallAt(r.Map.Origins.At(pc).Span())
	if !ok {
		return
	}
	if at, ok := r.target(call, most, wanted); ok {
		f := r.Finding(r.ID, at)
		f.Message = r.message(call, at, most, len(c.Funcs) > 1)
		f.Related = analysis.PointAtFunctions(r.Text, c.Funcs, "this function returns no more")
		if unless := c.Unless(); unless != "" {
			f.Severity = analysis.Hint
			f.Message += ", unless " + unless
		}
		r.Report(f)
	}
}

// returned returns how many values the functions return at most. ok is false if that is not known, if none returns, or one of
// them is empty.
func (r *reporter) returned(funcs []int) (most int, ok bool) {
	for _, fn := range funcs {
		n := r.calls.Results(fn)
		if n.Most == calls.Unbounded || len(r.Unit.Tree.Funcs[fn].Body.Stats) == 0 {
			return 0, false
		}
		if n.Returns {
			most, ok = max(most, n.Most), true
		}
	}
	return most, ok
}

// target returns what gets no value of a call, which returns so many at most: the first such variable, or, where one value is
// wanted, the call. ok is false if nobody has named what gets none.
func (r *reporter) target(call textmap.Call, most, wanted int) (at source.Span, ok bool) {
	stat := r.Text.StatAround(call.Expr.Span())
	names, values := assigned(r.Unit.Tree.Stats[stat])
	if len(values) == 0 || values[len(values)-1] != call.Expr || len(names)-len(values)+1 != wanted {
		return call.Expr.Span(), wanted == 1
	}
	if wanted == 1 && r.isAskedNext(stat, names[len(values)-1]) {
		return source.NoSpan, false
	}
	for _, n := range names[len(values)-1+most:] {
		if text := r.Unit.File.Slice(n); !strings.HasPrefix(text, "_") {
			return n, true
		}
	}
	return source.NoSpan, false
}

// isAskedNext reports whether the statement after one that assigns to a name asks whether that got a value, as where several
// functions may be called one of which has something to return.
func (r *reporter) isAskedNext(stat syntax.StatID, name source.Span) bool {
	if int(stat)+1 == len(r.Unit.Tree.Stats) {
		return false
	}
	s, ok := r.Unit.Tree.Stats[stat+1].(*syntax.If)
	if !ok {
		return false
	}
	n, ok := s.Clauses()[0].Cond.(*syntax.Name)
	return ok && r.Unit.File.Slice(n.Span()) == r.Unit.File.Slice(name)
}

// assigned returns what a statement assigns to, and the values.
func assigned(s syntax.Stat) (targets []source.Span, values []syntax.Expr) {
	switch s := s.(type) {
	case *syntax.Local:
		for _, n := range s.Names {
			targets = append(targets, n.Span())
		}
		return targets, s.Exprs()
	case *syntax.Assign:
		for _, e := range s.Targets() {
			targets = append(targets, e.Span())
		}
		return targets, s.Values()
	}
	return nil, nil
}

func (r *reporter) message(call textmap.Call, at source.Span, most int, several bool) string {
	name, returns := r.Text.CalleeName(call.Expr), "returns"
	if several {
		name, returns = "what is called here", "returns at most"
	}
	count := fmt.Sprintf("%s %d", returns, most)
	if most == 0 {
		count = "returns nothing"
	}
	if at == call.Expr.Span() {
		return fmt.Sprintf("%s %s: this is nil", name, count)
	}
	return fmt.Sprintf("`%s` gets no value: %s %s", plan.Excerpt(r.Unit.File.Slice(at)), name, count)
}
