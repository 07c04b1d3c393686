// Package sameoperands reports operators both operands of which are the same expression, with
// nothing between the two that could give it another value.
package sameoperands

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is same-operands.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "same-operands",
		Family:    "5",
		Title:     "both operands of an operator are the same",
		Doc:       doc,
		Severity:  analysis.Warning,
		Basis:     analysis.OnText,
		Uncovered: true,
		Mistake:   true,
		Topic:     witness.OfOthers,
		Func:      func(*analysis.Pass) func(*analysis.FuncPass) { return run },
	},
}

func run(fp *analysis.FuncPass) {
	found := suspects(fp)
	if len(found) == 0 {
		return
	}
	w := &walk{FuncPass: fp, uses: make(map[syntax.Expr]use), suspects: found}
	for _, s := range fp.Func.Body.Stats {
		syntax.Inspect(s, w.visit)
	}
}

func (w *walk) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Function:
		return false // it has its own turn
	case syntax.Stat:
		if at := n.Span(); !slices.ContainsFunc(w.suspects, at.Contains) {
			return false
		}
		w.stat = n
	case *syntax.Call:
		w.handedOver(n.Args())
	case *syntax.MethodCall:
		w.handedOver(n.Args())
	case *syntax.Binary:
		w.operator(n)
	}
	return true
}

// operator looks at an operator, and notes what it makes of its operands.
func (w *walk) operator(e *syntax.Binary) {
	w.Step()
	if textmap.IsComparison(e.Op) {
		w.uses[textmap.Bare(e.X)], w.uses[textmap.Bare(e.Y)] = compared, compared
	}
	x := e.X
	if left, ok := textmap.Bare(x).(*syntax.Binary); ok && left.Op == e.Op && (e.Op == syntax.And || e.Op == syntax.Or) {
		x = left.Y // of a chain
	}
	if signs[e.Op] != "" && w.Text.IsSame(x, e.Y) && w.isMistake(e) {
		w.report(e, x)
	}
}

// signs is how the operators are written that nobody uses on purpose with the same operands; x + x, x * x, x ^ x and x .. x are.
var signs = map[syntax.BinaryOp]string{
	syntax.Sub: "-", syntax.Div: "/", syntax.IDiv: "//", syntax.Mod: "%",
	syntax.BAnd: "&", syntax.BOr: "|", syntax.BXor: "~",
	syntax.Eq: "==", syntax.Ne: "~=", syntax.Lt: "<", syntax.Le: "<=", syntax.Gt: ">", syntax.Ge: ">=",
	syntax.And: "and", syntax.Or: "or",
}

// longestOperand is how many bytes of an operand a message shows.
const longestOperand = 40

// report reports an operator, whose right operand is the same as x.
func (w *walk) report(e *syntax.Binary, x syntax.Expr) {
	f := w.Finding(w.ID, e.Y.Span())
	operand := w.Unit.File.Slice(e.Y.Span())
	if len(operand) > longestOperand || strings.ContainsAny(operand, "\r\n`") {
		operand = "the same"
	} else {
		operand = "`" + operand + "`"
	}
	f.Message = fmt.Sprintf("both sides of `%s` are %s", signs[e.Op], operand)
	f.Related = []analysis.Related{{Span: x.Span(), Message: "the same here"}}
	f.Subject.Stat = w.stat.ID()
	if e.Op == syntax.And && !isComparison(e.Y) { // `a.b and a.b or c` is a way to write `a.b or c`
		f.Severity = analysis.Hint
	}
	w.Report(f)
}
