// Package looprunsonce reports loops whose body is entered and never gets back to
// the start of the loop: whatever way control takes through it, it leaves the loop.
package looprunsonce

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is loop-runs-once.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "loop-runs-once",
		Luacheck: []string{"512"},
		Family:   "5",
		Title:    "this loop runs at most once",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Stat:     run,
		Stats:    syntax.Loops,
	},
}

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	if p.Facts.Code == nil {
		return nil
	}
	return func(fn syntax.FuncID, s syntax.Stat) {
		body := bodyOf(s)
		if body == nil || p.Unit.Funcs[fn].Broken || isOnce(s) || isBlock(s) && !p.Text.Pedantic || isNever(s) {
			return
		}
		fp := p.At(fn)
		if pcs := fp.Text.PCs(s); pcs.Empty() || comesBack(fp.Flow, s, pcs) {
			return
		}
		if l := leaversOf(&fp, s, body); len(l) > 0 {
			report(p, fn, s, body, l)
		}
	}
}

// bodyOf returns the body of a loop, nil for other statements.
func bodyOf(s syntax.Stat) *syntax.Block {
	switch s := s.(type) {
	case *syntax.While:
		return s.Body
	case *syntax.Repeat:
		return s.Body
	case *syntax.NumericFor:
		return s.Body
	case *syntax.GenericFor:
		return s.Body
	}
	return nil
}

// isOnce reports whether the condition of a loop says by its text that it runs once.
func isOnce(s syntax.Stat) bool {
	loop, ok := s.(*syntax.Repeat)
	return ok && textmap.IsTrue(loop.Cond)
}

// isBlock reports whether a loop is written as a block that `break` leaves: it has no
// condition and a `break` at its end.
func isBlock(s syntax.Stat) bool {
	switch s := s.(type) {
	case *syntax.While:
		return textmap.IsTrue(s.Cond) && endsInBreak(s.Body)
	case *syntax.Repeat:
		return textmap.IsFalse(s.Cond) && endsInBreak(s.Body)
	}
	return false
}

// isNever reports whether the body of a loop is never entered by the text.
func isNever(s syntax.Stat) bool {
	loop, ok := s.(*syntax.While)
	return ok && textmap.IsFalse(loop.Cond)
}

func endsInBreak(b *syntax.Block) bool {
	for i := len(b.Stats) - 1; i >= 0; i-- {
		switch b.Stats[i].(type) {
		case *syntax.Break:
			return true
		case *syntax.Empty:
		default:
			return false
		}
	}
	return false
}

// comesBack reports whether some edge that control may take leads from inside a loop
// back to where it goes round. A loop that begins with another one may share that
// place with it; then an edge of the inner one counts for both.
func comesBack(f *flow.Func, s syntax.Stat, pcs srcmap.PCRange) bool {
	round := int(pcs.Start)
	switch s.(type) {
	case *syntax.NumericFor, *syntax.GenericFor:
		round = lastTurn(f.Proto, pcs)
	}
	g := &f.Graph
	for _, b := range g.Preds(g.Block(round)) {
		last := g.Last(b)
		if g.Rank(b) >= 0 && int(pcs.Start) <= last && last < int(pcs.End) && !enters(f, s, last, round) {
			return true
		}
	}
	return false
}

// lastTurn returns the last instruction in a range that begins a turn of a for loop: of the
// range of such a loop its own, in front of what it leaves to be closed.
func lastTurn(proto *bytecode.Proto, pcs srcmap.PCRange) int {
	pc := int(pcs.End) - 1
	for !effect.SetsLoopVariables(proto.Code[pc]) {
		pc--
	}
	return pc
}

// enters reports whether the instruction at pc is the one by which a for loop is
// entered: FORPREP, or the JMP in front of the body.
func enters(f *flow.Func, s syntax.Stat, pc, round int) bool {
	switch s.(type) {
	case *syntax.NumericFor:
		return effect.PreparesLoop(f.Proto.Code[pc])
	case *syntax.GenericFor:
		body := f.Graph.Succs(f.Graph.Block(round))[0]
		return pc == int(f.Graph.Blocks[body].Start)-1
	}
	return false
}

// leaversOf returns the statements by which control leaves a loop: those at the ends of
// the ways through its body, or if nothing leaves there all of them.
func leaversOf(p *analysis.FuncPass, loop syntax.Stat, body *syntax.Block) []syntax.Stat {
	for _, all := range [...]bool{false, true} {
		l := leavers{FuncPass: p, loop: loop.Span(), all: all}
		if l.block(body, false); len(l.found) > 0 {
			return l.found
		}
	}
	return nil
}

type leavers struct {
	*analysis.FuncPass
	loop  source.Span
	all   bool // not only those at the ends of blocks
	found []syntax.Stat
}

// block looks at the last statement of a block that control comes to. inner: the
// block stands in a loop inside of the one.
func (l *leavers) block(b *syntax.Block, inner bool) {
	for i := range slices.Backward(b.Stats) {
		if l.Text.PCs(b.Stats[i]).Empty() || l.Waste.IsUnreachableInGraph(b.Stats, i) {
			continue
		}
		l.stat(b.Stats[i], inner)
		if !l.all {
			return
		}
	}
}

func (l *leavers) stat(s syntax.Stat, inner bool) {
	switch s := s.(type) {
	case *syntax.Return:
		l.found = append(l.found, s)
	case *syntax.Break:
		if !inner {
			l.found = append(l.found, s)
		}
	case *syntax.Goto:
		label := &l.Unit.Res.Labels[l.Unit.Res.LabelOf(s.ID())]
		if label.Stat != nil && !l.loop.Covers(label.Stat.Span()) {
			l.found = append(l.found, s)
		}
	case *syntax.Do:
		l.block(s.Body, inner)
	case *syntax.If:
		clauses := s.Clauses()
		for i := range clauses {
			l.block(&clauses[i].Body, inner)
		}
		if final := s.Else(); final != nil {
			l.block(final, inner)
		}
	default:
		if body := bodyOf(s); body != nil {
			l.block(body, true)
		}
	}
}

func report(p *analysis.Pass, fn syntax.FuncID, s syntax.Stat, body *syntax.Block, leavers []syntax.Stat) {
	f := p.Finding(fn, p.Text.Head(s.Span().Start, body))
	f.Luacheck = "512"
	f.Subject.Stat = s.ID()
	var places []source.Span
	for _, l := range leavers {
		places = append(places, l.Span())
	}
	slices.SortFunc(places, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	f.Message = "loop runs at most once: left " + p.Text.AtLines(places)
	if len(leavers) == 1 {
		f.Message = fmt.Sprintf("loop runs at most once: `%s` %s leaves it", word(leavers[0]), p.Text.AtLines(places))
	}
	f.Related = analysis.Point(places, "leaves the loop here")
	p.Report(f)
}

func word(s syntax.Stat) string {
	switch s.(type) {
	case *syntax.Return:
		return "return"
	case *syntax.Break:
		return "break"
	}
	return "goto"
}
