// Package duplicatecondition reports conditions that repeat one which has decided
// already: in an `elseif` the condition of an earlier clause, in a chain of `and` or
// `or` an earlier operand.
package duplicatecondition

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is duplicate-condition.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "duplicate-condition",
		Family:   "5",
		Title:    "a condition was already tested",
		Doc:      doc,
		Severity: analysis.Warning,
		Topic:    witness.OfPath,
		Stat:     run,
		Stats: syntax.Ifs | syntax.Loops | syntax.Locals | syntax.Assigns | syntax.CallStats |
			syntax.Returns,
	},
}

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	w := &walker{Pass: p}
	w.value = func(n syntax.Node) {
		if len(w.facts.all) == 0 && !w.hasChain(n.Span()) {
			return
		}
		if e, ok := n.(syntax.Expr); ok {
			w.expr(e, false)
		}
	}
	// Nearly all statements are without a chain, and without clauses that follow others.
	chains := p.Unit.Tree.Chains
	return func(fn syntax.FuncID, s syntax.Stat) {
		at := s.Span()
		for len(chains) > 0 && chains[0] < at.Start {
			chains = chains[1:]
		}
		if len(chains) == 0 || chains[0] >= at.End {
			if s, ok := s.(*syntax.If); !ok || len(s.Clauses()) == 1 {
				return
			}
		}
		if syntax.HasLongChain(s, p.Step) {
			return
		}
		w.fn, w.stat, w.chains = fn, s.ID(), chains
		switch s := s.(type) {
		case *syntax.If:
			w.clauses(s)
		case *syntax.While:
			w.expr(s.Cond, true)
		case *syntax.Repeat:
			w.expr(s.Cond, true)
		default:
			syntax.Children(s, w.value)
		}
	}
}

// walker follows the evaluation of one statement's expressions.
type walker struct {
	*analysis.Pass
	fn   syntax.FuncID
	stat syntax.StatID
	facts
	chains []source.Pos      // where `and` and `or` stand, from the statement on
	value  func(syntax.Node) // expr, for what stands there for its value
}

// hasChain reports whether there is a chain in some text, which is not in front of the statement.
func (w *walker) hasChain(in source.Span) bool {
	i, _ := slices.BinarySearch(w.chains, in.Start)
	return i < len(w.chains) && w.chains[i] < in.End
}

// clauses looks at the conditions of an `if`: where one is looked at, those before
// it were false, and nothing but conditions has run since.
func (w *walker) clauses(s *syntax.If) {
	clauses := s.Clauses()
	for i, c := range clauses {
		w.operand(c.Cond, true)
		if i+1 < len(clauses) {
			w.assume(c.Cond, false)
		}
	}
	w.forget(0)
}

// operand looks at an expression that decides what is evaluated next.
func (w *walker) operand(e syntax.Expr, truth bool) {
	w.Step()
	if f := w.find(e); f != nil {
		w.Report(w.finding(e, f))
		return
	}
	w.expr(e, truth)
}

// twice looks at an operand that stands there twice in a row, the second time for its
// value: `a and a or b` is a way to write `a or b`.
func (w *walker) twice(e syntax.Expr) {
	if f := w.find(e); f != nil {
		found := w.finding(e, f)
		found.Severity = analysis.Hint
		w.Report(found)
	}
}

// expr follows the evaluation of e. truth: only the truth of its value matters.
func (w *walker) expr(e syntax.Expr, truth bool) {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Name, *syntax.Function:
		// nothing inside, or nothing that runs now
	case *syntax.Paren:
		w.expr(e.X, truth)
	case *syntax.Binary:
		if e.Op == syntax.And || e.Op == syntax.Or {
			w.chain(e, truth)
			return
		}
		w.expr(e.X, false)
		w.expr(e.Y, false)
	case *syntax.Unary:
		w.expr(e.X, e.Op == syntax.Not)
	case *syntax.Field:
		w.expr(e.Obj, false)
	default:
		syntax.Children(e, w.value)
	}
	if len(w.facts.all) > 0 && !w.isQuiet(e) {
		w.disturb()
	}
}

// chain looks at the operands of a chain of `and`, or of `or`: when one is looked at,
// those before it were true, or false. The last one decides nothing, it gives the
// value: in `n and n > 0 and n` it is there for that, unless it says no more than its
// truth, or is the operand in front of it once more.
func (w *walker) chain(e *syntax.Binary, truth bool) {
	mark := len(w.facts.all)
	before := w.links(e.X, e.Op, truth)
	switch {
	case truth || isBoolean(e.Y):
		w.operand(e.Y, truth)
	case w.Text.IsSame(before, e.Y):
		w.twice(e.Y)
	default:
		w.expr(e.Y, truth)
	}
	w.forget(mark)
}

// links looks at the left operand of a chain and returns the last link of it.
func (w *walker) links(e syntax.Expr, op syntax.BinaryOp, truth bool) syntax.Expr {
	if b, ok := e.(*syntax.Binary); ok && b.Op == op {
		w.links(b.X, op, truth)
		e = b.Y
	}
	w.operand(e, truth)
	w.assume(e, op == syntax.And)
	return e
}

// isBoolean reports whether the value of e is true or false, metamethods included.
func isBoolean(e syntax.Expr) bool {
	switch e := textmap.Bare(e).(type) {
	case *syntax.Unary:
		return e.Op == syntax.Not
	case *syntax.Binary:
		return textmap.IsComparison(e.Op)
	}
	return false
}

// maxText is how long a condition may be to stand in a message.
const maxText = 40

func (w *walker) finding(e syntax.Expr, of *fact) analysis.Finding {
	f := w.Finding(w.fn, e.Span())
	text := w.Unit.File.Slice(e.Span())
	if len(text) > maxText || strings.ContainsAny(text, "\r\n`") {
		text = "this condition"
	} else {
		text = "`" + text + "`"
	}
	at := of.expr.Span()
	f.Message = fmt.Sprintf("%s was already tested at line %d: always %t here", text, w.Text.Line(at.Start), of.truth)
	if !w.isQuiet(e) {
		f.Severity = analysis.Hint
		f.Message += ", unless a metamethod says otherwise"
	}
	f.Related = []analysis.Related{{Span: at, Message: "tested here"}}
	f.Subject.Stat = w.stat
	return f
}
