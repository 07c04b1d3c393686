// Package unreachablecode reports statements that no execution gets to: no path of
// the control flow graph leads from the function's entry to their first
// instruction, or all paths lead through a call that never returns. Conditions count
// as far as the code generator decides them: `while true` has no edge out, `if true`
// none to its `else`. Nor is there one out of `repeat … until false`.
package unreachablecode

import (
	_ "embed"
	"sort"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unreachable-code. Of what cannot be reached it reports each run of
// statements once, and nothing inside it.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "unreachable-code",
		Luacheck: []string{"511"},
		Family:   "5",
		LuaLS:    []analysis.Diagnostic{{Name: "unreachable-code", Group: "unused"}, {Name: "code-after-break", Group: "unused"}},
		Title:    "this statement is never executed",
		Doc:      doc,
		Mark:     analysis.Unreachable,
		Severity: analysis.Warning,
		Spare:    analysis.SpareInFile,
		Basis:    analysis.OnPaths,
		Topic:    witness.OfUnreachable,
		Func:     run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	var covered []bool // by FuncID: the function stands in a run that is reported
	return func(fp *analysis.FuncPass) {
		known := p.Facts.Constants()
		stops := known != nil && !known.ExecutesAll(fp.Flow)
		if covered != nil && covered[fp.ID] || !stops && !hasUnreachable(fp) {
			return
		}
		w := walker{FuncPass: fp, reach: fp.Waste.Reach()}
		w.block(fp.Func.Body, nil)
		for _, run := range w.reported {
			first, last := p.Text.FunctionsIn(run)
			if first < last && covered == nil {
				covered = make([]bool, len(p.Unit.Tree.Funcs))
			}
			for fn := first; fn < last; fn++ {
				covered[fn] = true
			}
		}
	}
}

// hasUnreachable reports whether something that cannot be reached may belong to a
// statement: not the RETURN that ends every function, nor a jump that only the
// shape of a statement asks for.
func hasUnreachable(p *analysis.FuncPass) bool {
	found := false
	waste.EachUnreachable(&p.Flow.Graph, func(start, end int) {
		for pc := start; pc < end && !found; pc++ {
			role := p.Map.Origins.At(pc).Role()
			shape := effect.IsJump(p.Flow.Proto.Code[pc]) && role != srcmap.Jump
			found = role != srcmap.ImplicitReturn && !shape
		}
	})
	return found
}

// walker goes through the statements of one function that can be reached.
type walker struct {
	*analysis.FuncPass
	reach    *waste.Reach
	reported []source.Span
}

// block looks at the statements of a block that is part of another statement, nil for the body of
// the function.
func (w *walker) block(b *syntax.Block, around syntax.Stat) {
	for i := 0; i < len(b.Stats); {
		if !w.Waste.IsUnreachable(b.Stats, i, w.reach) {
			w.inside(b.Stats[i])
			i++
			continue
		}
		end := w.runEnd(b.Stats, i)
		w.reportRun(b.Stats[i:end], witness.BarrierTo(&w.Waste, witness.Statement{Stats: b.Stats, Index: i, Around: around}, w.reach))
		i = end
	}
}

// runEnd returns where the run of unreachable statements that begins at i ends. Labels
// and other statements without code belong to it if more of it follows, and declarations
// that share the code of the one before.
func (w *walker) runEnd(stats []syntax.Stat, i int) int {
	end := i + 1
	for k := end; k < len(stats); k++ {
		_, declares := stats[k].(*syntax.Local)
		if w.Waste.IsUnreachable(stats, k, w.reach) || declares && k == end {
			end = k + 1
		} else if !w.Text.PCs(stats[k]).Empty() {
			break
		}
	}
	return end
}

// inside looks at the blocks of a statement.
func (w *walker) inside(s syntax.Stat) {
	switch s := s.(type) {
	case *syntax.Do:
		w.block(s.Body, s)
	case *syntax.While:
		w.block(s.Body, s)
	case *syntax.Repeat:
		w.block(s.Body, s)
	case *syntax.NumericFor:
		w.block(s.Body, s)
	case *syntax.GenericFor:
		w.block(s.Body, s)
	case *syntax.If:
		for i := range s.Clauses() {
			w.block(&s.Clauses()[i].Body, s)
		}
		if final := s.Else(); final != nil {
			w.block(final, s)
		}
	}
}

// reportRun reports statements in a row that a barrier keeps control from.
func (w *walker) reportRun(run []syntax.Stat, why witness.Barrier) {
	first, last := run[0].Span(), run[len(run)-1].Span()
	f := w.Finding(w.ID, w.firstLine(first))
	f.Luacheck = "511"
	f.Message = "unreachable code"
	if reason := why.Reason(w.Text); reason != "" {
		at := why.At
		if why.Kind == witness.Stops {
			at = w.firstLine(at)
		}
		f.Message += ": " + reason
		f.Related = []analysis.Related{{Span: at, Message: why.Here()}}
	}
	if why.Calls && why.Stat != nil && len(run) == 1 && isForForm(run[0]) {
		f.Severity = analysis.Hint
	}
	f.Fade = source.Span{Start: first.Start, End: last.End}
	f.Subject.Stat = run[0].ID()
	w.reported = append(w.reported, f.Fade)
	w.Report(f)
}

// firstLine returns the part of a statement that stands on its first line, a comment at
// the end of it left out.
func (w *walker) firstLine(at source.Span) source.Span {
	text := w.Unit.File.Slice(at)
	length := strings.IndexAny(text, "\r\n")
	if length < 0 {
		return at
	}
	comments := w.Unit.Tree.Comments
	for {
		length = len(strings.TrimRight(text[:length], " \t"))
		end := at.Start + source.Pos(length)
		i := sort.Search(len(comments), func(i int) bool { return comments[i].Span.Start >= end }) - 1
		if i < 0 || comments[i].Span.End < end {
			return source.Span{Start: at.Start, End: end}
		}
		length = int(comments[i].Span.Start - at.Start)
	}
}

// isForForm reports whether a statement returns nothing, or next to it, as people write
// after a call that never returns: for who reads, or for a tool that does not know of it.
func isForForm(s syntax.Stat) bool {
	ret, ok := s.(*syntax.Return)
	if !ok || len(ret.Exprs()) > 1 {
		return false
	}
	for _, e := range ret.Exprs() {
		l, ok := e.(*syntax.Literal)
		if !ok || l.Kind != syntax.Nil && l.Kind != syntax.False {
			return false
		}
	}
	return true
}
