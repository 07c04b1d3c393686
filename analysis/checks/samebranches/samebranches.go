// Package samebranches reports `if` statements whose branches all do the same, the `else` included:
// the conditions decide nothing.
package samebranches

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is same-branches.
//
// Where a branch does something else, others may well be the same: who writes a table of cases writes
// one line for each of them, and one for the rest. The page says how often that was right where it was tried.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "same-branches",
		Family:    "5",
		Title:     "all branches of an `if` do the same, `else` included",
		Doc:       doc,
		Severity:  analysis.Warning,
		Basis:     analysis.OnText,
		Uncovered: true,
		Mistake:   true,
		Topic:     witness.OfOthers,
		Stat:      run,
		Stats:     syntax.Ifs,
	},
}

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	return func(fn syntax.FuncID, s syntax.Stat) {
		choice := s.(*syntax.If)
		final := choice.Else()
		if final == nil || p.Unit.Funcs[fn].Broken {
			return
		}
		c := comparison{p, p.Unit.Funcs[fn].Proto}
		clauses := choice.Clauses()
		for i := range clauses {
			// A comment says why a branch is apart.
			if body := &clauses[i].Body; !c.areSame(body, final) || p.Text.HasComment(body) {
				return
			}
		}
		if !p.Text.HasComment(final) {
			report(p, fn, choice)
		}
	}
}

func report(p *analysis.Pass, fn syntax.FuncID, s *syntax.If) {
	clauses, final := s.Clauses(), s.Else()
	f := p.Finding(fn, source.Span{Start: final.Start - source.Pos(len("else")), End: final.Start})
	for i := range clauses {
		head := p.Text.Head(s.ClausePos(i), &clauses[i].Body)
		f.Related = append(f.Related, analysis.Related{Span: head, Message: "this branch does the same"})
	}
	if len(clauses) == 1 {
		f.Message = fmt.Sprintf("the `else` branch does the same as the one at line %d", p.Text.Line(s.Start))
	} else {
		f.Message = fmt.Sprintf("all branches do the same, from line %d on", p.Text.Line(s.Start))
	}
	f.Subject.Stat = s.ID()
	p.Report(f)
}
