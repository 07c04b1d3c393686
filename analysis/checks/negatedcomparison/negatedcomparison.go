// Package negatedcomparison reports comparisons of a negation, as in `not x == y`, and
// negations of an equality, as in `not (x == y)`.
package negatedcomparison

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is negated-comparison.
var Check = &analysis.Check{
	Code:     "negated-comparison",
	Luacheck: []string{"581", "582"},
	Title:    "`not` in front of a comparison negates its left operand only",
	Doc:      doc,
	Severity: analysis.Warning,
	Run:      run,
}

func run(p *analysis.Pass) {
	p.EachStat(func(fn syntax.FuncID, s syntax.Stat) {
		var visit func(syntax.Node)
		visit = func(n syntax.Node) {
			switch n := n.(type) {
			case *syntax.Block, *syntax.Function:
				return // whose statements come later
			case *syntax.Binary:
				comparison(p, fn, s, n)
			case *syntax.Unary:
				if inner, ok := n.X.(*syntax.Unary); ok && inner.Op == syntax.Not && n.Op == syntax.Not {
					n = inner // `not not` makes a boolean of anything
				} else {
					negation(p, fn, s, n)
				}
				syntax.Children(n, visit)
				return
			}
			syntax.Children(n, visit)
		}
		syntax.Children(s, visit)
	})
}

// comparison looks at `not x == y`.
func comparison(p *analysis.Pass, fn syntax.FuncID, s syntax.Stat, c *syntax.Binary) {
	not, ok := c.X.(*syntax.Unary)
	if !ok || not.Op != syntax.Not || !isComparison(c.Op) || isEquality(c.Op) && isBoolean(c.Y) {
		return
	}
	f := p.Finding(fn, c.Span())
	f.Luacheck = "582"
	f.Subject.Stat = s.ID()
	f.Message = fmt.Sprintf("`not` negates its left operand only: this compares a boolean by `%s`", operator(p, c))
	p.Report(f)
}

// negation looks at `not (x == y)`.
func negation(p *analysis.Pass, fn syntax.FuncID, s syntax.Stat, not *syntax.Unary) {
	paren, ok := not.X.(*syntax.Paren)
	if !ok || not.Op != syntax.Not {
		return
	}
	c, ok := paren.X.(*syntax.Binary)
	if !ok || !isEquality(c.Op) {
		return
	}
	shorter := "~="
	if c.Op == syntax.Ne {
		shorter = "=="
	}
	f := p.Finding(fn, not.Span())
	f.Luacheck, f.Severity = "581", analysis.Hint
	f.Subject.Stat = s.ID()
	f.Message = fmt.Sprintf("`not (x %s y)` is the same as `x %s y`", operator(p, c), shorter)
	p.Report(f)
}

// operator is the sign of a comparison.
func operator(p *analysis.Pass, c *syntax.Binary) string {
	n := 2
	if c.Op == syntax.Lt || c.Op == syntax.Gt {
		n = 1
	}
	return p.Unit.File.Slice(source.Span{Start: c.OpPos, End: c.OpPos + source.Pos(n)})
}

// isBoolean reports whether an expression is a boolean by its form, so that it makes
// sense to compare it with a negation: `not x == not y` asks whether both count as true
// or both do not.
func isBoolean(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind != syntax.Nil
	case *syntax.Paren:
		return isBoolean(e.X)
	case *syntax.Unary:
		return e.Op == syntax.Not
	case *syntax.Binary:
		return isComparison(e.Op) || (e.Op == syntax.And || e.Op == syntax.Or) && isBoolean(e.X) && isBoolean(e.Y)
	}
	return false
}

func isComparison(op syntax.BinaryOp) bool { return syntax.Eq <= op && op <= syntax.Ge }

func isEquality(op syntax.BinaryOp) bool { return op == syntax.Eq || op == syntax.Ne }
