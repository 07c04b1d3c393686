// Package uselessloop reports `for` loops that hold nothing, and that nobody can tell have run.
package uselessloop

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is useless-loop. It is about loops that are sure to do nothing: the facts of the code say so of each instruction.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "useless-loop",
		Family:    "5",
		Title:     "a loop does nothing",
		Doc:       doc,
		Severity:  analysis.Warning,
		Uncovered: true,
		Topic:     witness.OfOthers,
		Stat:      run,
		Stats:     syntax.NumericFors | syntax.GenericFors,
	},
}

// longest is how many turns a loop may have that nobody writes to pass the time.
const longest = 10000

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	known := p.Facts.Constants()
	if known == nil {
		return nil
	}
	return func(fn syntax.FuncID, s syntax.Stat) {
		// A comment says what the loop is for.
		body := bodyOf(s)
		if len(body.Stats) > 0 || p.Text.HasComment(body) || p.Unit.Funcs[fn].Broken {
			return
		}
		fp := p.At(fn)
		if doesNothing(&fp, known, s) {
			f := p.Finding(fn, p.Text.Head(s.Span().Start, body))
			f.Message = "this loop does nothing"
			f.Fade, f.Subject.Stat = s.Span(), s.ID()
			f.Related = why(s)
			p.Report(f)
		}
	}
}

// why returns what the loop goes over.
func why(s syntax.Stat) []analysis.Related {
	if s, ok := s.(*syntax.NumericFor); ok {
		return analysis.Point([]source.Span{{Start: s.From.Span().Start, End: s.To.Span().End}}, "it only counts")
	}
	values := s.(*syntax.GenericFor).Exprs()
	at := source.Span{Start: values[0].Span().Start, End: values[len(values)-1].Span().End}
	return analysis.Point([]source.Span{at}, "it only goes through the table")
}

func bodyOf(s syntax.Stat) *syntax.Block {
	if s, ok := s.(*syntax.NumericFor); ok {
		return s.Body
	}
	return s.(*syntax.GenericFor).Body
}

// doesNothing reports whether a loop without a body runs, ends soon, and nobody can tell.
func doesNothing(fp *analysis.FuncPass, known *consts.Constants, s syntax.Stat) bool {
	pcs := fp.Text.PCs(s)
	if pcs.Empty() || !known.Executable(fp.Flow, int(pcs.Start)) {
		return false
	}
	ends, over := false, ""
	for pc := int(pcs.Start); pc < int(pcs.End); pc++ {
		fp.Step()
		i := fp.Flow.Proto.Code[pc]
		switch reference := effect.ReferenceOf(i); {
		case effect.PreparesLoop(i):
			loop := known.Pool().For(known.Operand(fp.Flow, pc, 0), known.Operand(fp.Flow, pc, 1), known.Operand(fp.Flow, pc, 2))
			ends = 0 < loop.Iterations && loop.Iterations <= longest
		case reference == effect.Calls:
			over = known.Operand(fp.Flow, pc, 0).Name().String()
		case reference == effect.Iterates && over == "pairs" && known.Operand(fp.Flow, pc, 0).Name().String() == "next":
			ends = true
			continue // it raises an error for a key that is not there; it gets those that are
		}
		if known.Impact(fp.Flow, pc) != value.None {
			return false
		}
	}
	return ends
}
