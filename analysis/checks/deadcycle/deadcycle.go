// Package deadcycle reports values of local variables that are read, but only to
// compute other values that nothing needs: chains (a to b to c, which is not used) and
// cycles (`s = s + i`), in closures too. It is dead code elimination by marking
// (Cytron et al., TOPLAS 13.4, 1991) where liveness sees a read.
package deadcycle

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is dead-cycle. What nothing reads at all, and nothing else is computed for, is
// the business of unused-local, never-read and dead-store.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "dead-cycle",
		Family:    "3",
		Title:     "values are only used to compute values that nothing needs",
		Doc:       doc,
		Mark:      analysis.Dead,
		Severity:  analysis.Warning,
		Spare:     analysis.SpareInFile,
		Uncovered: true,
		Topic:     witness.OfStore,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	cascades := p.Waste.Cascades()
	if len(cascades) == 0 {
		return
	}
	stores := storesOf(p, cascades)
	for i := range cascades {
		report(p, shapeOf(p, &cascades[i], stores))
	}
}

func report(p *analysis.Pass, shape *shape) {
	c := shape.c
	root := shape.root()
	s := p.Waste.StoreOf(root)
	f := p.Finding(root.Fn, p.Text.NameSpan(s.Name))
	f.Message = message(shape, root)
	if b, ok := witness.BlockerOf(p.Waste, c); ok {
		explain(p, &f, &b)
	}
	if !c.Certain {
		f.Severity = analysis.Hint
	}
	f.Subject = analysis.Subject{Func: root.Fn, Store: root.Store, Binding: s.Binding, Stat: s.Stat}
	f.Fade = p.Waste.FadeOf(s)
	for _, m := range c.Members {
		if m == root {
			continue
		}
		at := p.Waste.StoreOf(m)
		f.Related = append(f.Related, analysis.Related{Span: p.Text.NameSpan(at.Name), Message: role(m)})
		if c.Certain || !m.Dead {
			f.Fades = append(f.Fades, p.Waste.FadeOf(at))
		}
	}
	p.Report(f)
}

// explain adds to a finding why nothing needs the values.
func explain(p *analysis.Pass, f *analysis.Finding, b *witness.Blocker) {
	if !b.Condition.Valid() {
		at := witness.HolderOf(p.Waste, b.Function)
		if at.Valid() {
			ignores := "ignores its argument"
			if b.Parameter != "" {
				ignores = fmt.Sprintf("ignores its parameter `%s`", b.Parameter)
			}
			f.Message += fmt.Sprintf("; `%s` at line %d %s", p.Unit.File.Slice(at), p.Text.Line(at.Start), ignores)
			f.Related = append(f.Related, analysis.Related{Span: at, Message: ignores})
		}
		return
	}
	f.Message += fmt.Sprintf("; the condition at line %d is always the same", p.Text.Line(b.Condition.Start))
	f.Related = append(f.Related, analysis.Related{Span: b.Condition, Message: "always the same, so the reads after it are never executed"})
	if b.Constant.Valid() {
		f.Message += fmt.Sprintf(", because of `%s` at line %d", p.Unit.File.Slice(b.Constant), p.Text.Line(b.Constant.Start))
	}
}

// root returns the member that the finding stands at: the last one that nothing reads; if
// there is none, or they are in a ring, the first one at the end of the cascade; the
// first one that the cascade is about, if that is not known.
func (s *shape) root() waste.Member {
	isAbout := func(i int) bool { return s.c.Certain || !s.c.Members[i].Dead }
	isRing := s.isRing()
	for i, m := range slices.Backward(s.c.Members) {
		if s.c.Certain && !m.Read && !isRing {
			return s.c.Members[i]
		}
	}
	first := -1
	for i := range s.c.Members {
		switch {
		case !isAbout(i):
		case s.isKnown() && slices.Contains(s.variables, s.variable(i)):
			return s.c.Members[i]
		case first < 0:
			first = i
		}
	}
	return s.c.Members[max(first, 0)]
}

func role(m waste.Member) string {
	if m.Read {
		return "used for nothing else"
	}
	return "this value is never read"
}
