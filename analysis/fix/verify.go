package fix

import (
	"errors"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/facts"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/fix/proof"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines when a fix may be offered: nothing but what it says changes. It
// knows the edits and the two programs, not how the edits came about.

// fixedProgram is a program after a fix that was found good.
type fixedProgram struct {
	unit     *compile.Unit
	findings []analysis.Finding
	pass     *analysis.Pass // over unit, that knows of no hosts
	needs    *proof.Needs   // of the program before the fix; nil if nothing was proved
	room     *room          // that all of it is in, but for the findings
}

// trial is what verify is asked about.
type trial struct {
	edits  []source.Edit
	lossy  bool
	mended []analysis.Finding
	needed []int // functions of which it is believed that they are needed
	asks   recheck
}

// recheck says for which findings a program after edits is looked through.
type recheck uint8

const (
	// forAll: for all, as someone goes on from there.
	forAll recheck = iota
	// forJudgement: for those that decide whether the edits are good.
	forJudgement
	// forNone: they were looked for when the edits were made together with others.
	forNone
)

// verify makes the edits and checks the program that they leave:
//
//   - Lua accepts it;
//   - every name that is left means the same variable, every goto leads to the same
//     label, every statement that no edit touches has the same tree (pairing.go);
//   - the code does the same (package proof), but for effects that a lossy fix gives
//     up, and unless it mends a mistake;
//   - the findings to be mended are gone, and no new one is there but what the
//     deletion uncovers.
//
// The program after the edits is made in r.
func (x *Fixer) verify(r *room, was *plan.Original, t *trial) (*fixedProgram, error) {
	if _, err := newShift(t.edits); err != nil {
		return nil, err
	}
	file := was.Unit.File
	r.units.Meter = was.Unit.Meter
	now := r.units.CompileAs(source.NewFile(file.Name(), Apply(file.Text(), t.edits)), was.Unit.Tree.Language())
	if len(now.Errors) > 0 {
		return nil, fmt.Errorf("the text would have an error: %w", now.Errors[0])
	}
	if !now.Analyzable() {
		return nil, errors.New("the program would be too large to be proved the same")
	}
	isMistake := t.lossy && areMistakes(t.mended)
	p, err := pair(r, was, now, t.edits, isMistake)
	if err != nil {
		return nil, err
	}
	var like *facts.Code
	if t.asks != forAll { // who goes on from here uses the memory again that it is in
		like = was.Facts()
	}
	r.pass.ShareWith(like)
	r.withoutHosts.ShareWith(like)
	out := &fixedProgram{unit: now, room: r}
	prove := func(pass *analysis.Pass) (err error) {
		if out.pass = plan.WithoutHosts(pass); out.pass == nil {
			out.pass = analysis.NewPass(now, 0, &r.withoutHosts, nil)
		}
		if t.asks == forJudgement {
			pass.Wanted = p.decisive(t.mended)
		}
		if !isMistake {
			out.needs, err = p.prove(out.pass.Facts.Code.Program, t.lossy, t.needed)
		}
		return err
	}
	if t.asks == forNone {
		return out, prove(nil)
	}
	out.findings, err = x.check(now, &r.pass, prove)
	if err != nil {
		return nil, err
	}
	return out, p.findings(out.findings, t.mended)
}

// pair builds the relation, or says why there is none.
func pair(r *room, was *plan.Original, now *compile.Unit, edits []source.Edit, isMistake bool) (*pairing, error) {
	m, err := newShift(edits)
	if err != nil {
		return nil, err
	}
	p := &pairing{
		room: r, was: was, now: now, shift: m, isMistake: isMistake,
		bindings:   filled(&r.bindings, len(was.Unit.Res.Bindings), 0),
		bindingsOf: filled(&r.bindingsOf, len(now.Res.Bindings), 0),
		touched:    filled(&r.touched, len(was.Unit.Tree.Stats), false),
		nowTouched: filled(&r.nowTouched, len(now.Tree.Stats), false),
		stats:      filled(&r.stats, len(was.Unit.Tree.Stats), syntax.NoStat),
		funcs:      filled(&r.funcs, len(was.Unit.Tree.Funcs), noFunc),
	}
	p.markTouched()
	for _, step := range []func() error{p.names, p.statements, p.trees, p.jumps, p.implicitArg} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// decisive reports of a check whether what it finds may be a finding that should be gone, and would
// stand in text that is left, or one that must not be new: whether the method findings asks for it.
func (p *pairing) decisive(mended []analysis.Finding) func(code string) bool {
	return func(code string) bool {
		return !checks.Lookup(code).Uncovered || slices.ContainsFunc(mended, func(f analysis.Finding) bool {
			return f.Code == code && !p.shift.isDeleted(f.Span)
		})
	}
}

// errStill says that a fix does not mend what it should.
var errStill = errors.New("the finding would still be there")

// findings compares what is found before and after.
func (p *pairing) findings(now, mended []analysis.Finding) error {
	type key struct {
		code string
		at   source.Span
	}
	known := make(map[key]bool)
	runs := make(map[string][]source.Span) // what findings fade may be found again from a later place on
	for i := range p.was.Findings {
		f := &p.was.Findings[i]
		known[key{f.Code, p.shift.span(f.Span)}] = true
		if checks.Lookup(f.Code).Basis == analysis.OnPaths {
			runs[f.Code] = append(runs[f.Code], p.shift.span(f.Fade))
		}
	}
	gone := make(map[key]source.Pos)
	for i := range mended {
		if f := &mended[i]; !p.shift.isDeleted(f.Span) {
			gone[key{f.Code, p.shift.span(f.Span)}] = f.Span.Start
		}
	}
	for i := range now {
		f := &now[i]
		k := key{f.Code, f.Span}
		if at, ok := gone[k]; ok {
			return misfit{error: errStill, at: at}
		}
		isPart := func(run source.Span) bool { return run.Covers(f.Span) }
		if !known[k] && !slices.ContainsFunc(runs[f.Code], isPart) && !checks.Lookup(f.Code).Uncovered {
			at, _ := p.shift.origin(f.Span.Start)
			return misfit{error: fmt.Errorf("there would be a new finding: %s", f.Message), at: at}
		}
	}
	return nil
}

// areMistakes reports whether findings, some at least, are all about what is most likely a mistake.
func areMistakes(mended []analysis.Finding) bool {
	return len(mended) > 0 && !slices.ContainsFunc(mended, func(f analysis.Finding) bool {
		return !checks.Lookup(f.Code).Mistake
	})
}
