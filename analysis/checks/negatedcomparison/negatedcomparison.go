// Package negatedcomparison reports comparisons of a negation, as in `not x == y`, and
// negations of an equality, as in `not (x == y)`.
package negatedcomparison

import (
	_ "embed"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is negated-comparison.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "negated-comparison",
		Luacheck: []string{"581", "582"},
		Family:   "5",
		Title:    "`not` in front of a comparison applies to the left operand only",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Mistake:  true,
		Stat:     run,
		Stats:    syntax.AllStats,
	},
}

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	w := &comparisonWalk{Pass: p}
	w.visitor = w.visit
	// Nearly all statements are without one that a comparison may stand in or after.
	text, nots := p.Unit.File.Text(), p.Unit.Tree.Nots
	nots = suspects(text, nots)
	if len(nots) == 0 {
		return nil
	}
	return func(fn syntax.FuncID, s syntax.Stat) {
		if len(nots) == 0 {
			return
		}
		at := s.Span()
		for len(nots) > 0 && nots[0] < at.Start {
			nots = suspects(text, nots[1:])
		}
		if len(nots) > 0 && nots[0] < at.End {
			w.fn, w.stat = fn, s
			syntax.Inspect(s, w.visitor)
		}
	}
}

// suspects returns the places of operators `not` from the first on that a comparison may stand
// in or after.
func suspects(text string, nots []source.Pos) []source.Pos {
	const word = "not"
	for len(nots) > 0 {
		if operand, ok := strings.CutPrefix(text[nots[0]:], word); ok && mayCompare(operand) {
			return nots
		}
		nots = nots[1:]
	}
	return nil
}

// mayCompare reports whether there may be a comparison in the operand of a `not`, or one
// that the whole is an operand of. It looks at the text after the `not` alone: a name, or names
// with dots between, and then another word or the end of a list hold no comparison.
func mayCompare(text string) bool {
	at := 0
	if at < len(text) && syntax.IsNameByte(text[at]) {
		return false // a longer word
	}
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	for at < len(text) && (syntax.IsNameByte(text[at]) || text[at] == '.') {
		at++
	}
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	return at < len(text) && !syntax.IsNameByte(text[at]) && strings.IndexByte("),;]}", text[at]) < 0
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// comparisonWalk looks for comparisons in the expressions of a statement.
type comparisonWalk struct {
	*analysis.Pass
	fn      syntax.FuncID
	stat    syntax.Stat
	visitor func(syntax.Node) bool // visit
}

func (w *comparisonWalk) visit(n syntax.Node) bool {
	switch e := n.(type) {
	case *syntax.Block, *syntax.Function:
		return false // whose statements come later
	case *syntax.Binary:
		w.comparison(e)
	case *syntax.Unary:
		if inner, ok := e.X.(*syntax.Unary); ok && !w.Text.Pedantic && e.Op == syntax.Not && inner.Op == syntax.Not {
			syntax.Inspect(inner.X, w.visitor) // `not not` makes a boolean of anything
			return false
		}
		w.negation(e)
	}
	return true
}

// comparison looks at `not x == y`.
func (w *comparisonWalk) comparison(c *syntax.Binary) {
	not, ok := c.X.(*syntax.Unary)
	if !ok || not.Op != syntax.Not || !textmap.IsComparison(c.Op) || !w.Text.Pedantic && textmap.IsEquality(c.Op) && isBoolean(c.Y) {
		return
	}
	f := w.Finding(w.fn, c.Span())
	f.Luacheck = "582"
	f.Subject.Stat = w.stat.ID()
	f.Message = fmt.Sprintf("`not` applies to the left operand only: this compares a boolean with `%s`", textmap.Sign(c.Op))
	w.Report(f)
}

// negation looks at `not (x == y)`.
func (w *comparisonWalk) negation(not *syntax.Unary) {
	paren, ok := not.X.(*syntax.Paren)
	if !ok || not.Op != syntax.Not {
		return
	}
	c, ok := paren.X.(*syntax.Binary)
	if !ok || !textmap.IsEquality(c.Op) && !(w.Text.Pedantic && textmap.IsComparison(c.Op)) {
		return
	}
	f := w.Finding(w.fn, not.Span())
	f.Luacheck, f.Severity = "581", analysis.Hint
	f.Subject.Stat = w.stat.ID()
	negated, simpler, _ := textmap.Negation(not)
	f.Message = fmt.Sprintf("`%s` is the same as `%s`", negated, simpler)
	w.Report(f)
}

// isBoolean reports whether an expression is a boolean by its form, so that it makes
// sense to compare it with a negation: `not x == not y` asks whether both count as true
// or both do not.
func isBoolean(e syntax.Expr) bool {
	for {
		switch x := e.(type) {
		case *syntax.Literal:
			return x.Kind != syntax.Nil
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Unary:
			return x.Op == syntax.Not
		case *syntax.Binary:
			if textmap.IsComparison(x.Op) {
				return true
			}
			if (x.Op == syntax.And || x.Op == syntax.Or) && isBoolean(x.Y) {
				e = x.X
				continue
			}
		}
		return false
	}
}
