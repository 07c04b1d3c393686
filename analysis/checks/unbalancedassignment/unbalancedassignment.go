// Package unbalancedassignment reports assignments and declarations with more values
// than variables, and assignments with fewer.
package unbalancedassignment

import (
	_ "embed"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unbalanced-assignment.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "unbalanced-assignment",
		Luacheck:  []string{"531", "532"},
		Family:    "5",
		LuaLS:     []analysis.Diagnostic{{Name: "unbalanced-assignments", Group: "unbalanced"}, {Name: "redundant-value", Group: "unbalanced"}},
		Title:     "an assignment has more values than variables, or fewer",
		Doc:       doc,
		Severity:  analysis.Hint,
		Basis:     analysis.OnText,
		Uncovered: true,
		Leaving:   true,
		Stat:      run,
		Stats:     syntax.Locals | syntax.Assigns,
	},
}

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	return func(fn syntax.FuncID, s syntax.Stat) {
		switch s := s.(type) {
		case *syntax.Local:
			if values := s.Exprs(); len(values) > len(s.Names) {
				tooMany(p, fn, s, values, len(s.Names))
			}
		case *syntax.Assign:
			targets, values := s.Targets(), s.Values()
			if len(values) > len(targets) {
				tooMany(p, fn, s, values, len(targets))
			} else if len(values) < len(targets) && !isOpen(p, values[len(values)-1]) {
				tooFew(p, fn, s, targets, len(values))
			}
		}
	}
}

// isOpen reports whether the last value of a list stands for as many as are wanted,
// or says by itself that the rest is nil.
func isOpen(p *analysis.Pass, last syntax.Expr) bool {
	switch e := last.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
		return true
	case *syntax.Literal:
		return e.Kind == syntax.Nil && !p.Text.Pedantic
	}
	return false
}

func tooMany(p *analysis.Pass, fn syntax.FuncID, s syntax.Stat, values []syntax.Expr, targets int) {
	f := finding(p, fn, s, values[targets:])
	f.Luacheck = "531"
	f.Message = fmt.Sprintf("%s for %s: the rest is discarded", count(len(values), "value"), count(targets, "variable"))
	if line := ownLine(p, values[targets:]); line > 0 {
		f.Severity = analysis.Warning
		f.Message += fmt.Sprintf(", with what begins at line %d", line)
	}
	p.Report(f)
}

// ownLine returns the line that the first of some expressions begins which begins one: a
// statement, maybe, that the comma in front takes in. It is 0 if none does.
func ownLine(p *analysis.Pass, values []syntax.Expr) int {
	for _, v := range values {
		before := p.Unit.File.Text()[:v.Span().Start]
		if before = strings.TrimRight(before, " \t"); strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r") {
			return p.Text.Line(v.Span().Start)
		}
	}
	return 0
}

func tooFew(p *analysis.Pass, fn syntax.FuncID, s syntax.Stat, targets []syntax.Expr, values int) {
	f := finding(p, fn, s, targets[values:])
	f.Luacheck = "532"
	f.Message = fmt.Sprintf("%s for %s: the rest becomes nil", count(values, "value"), count(len(targets), "variable"))
	p.Report(f)
}

// finding begins a finding about expressions that stand one after another.
func finding(p *analysis.Pass, fn syntax.FuncID, s syntax.Stat, about []syntax.Expr) analysis.Finding {
	f := p.Finding(fn, source.Span{Start: about[0].Span().Start, End: about[len(about)-1].Span().End})
	f.Subject.Stat = s.ID()
	return f
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
