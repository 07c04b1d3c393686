// Package deadstore reports values that are put into a local variable and that no
// execution reads: the register is not live after the store (Aho, Sethi and
// Ullman, section 10.6), cells of closures included. A read past a call that never returns does
// not count.
//
// Whether something reads the value, and what ends its life if nothing does, is found by package
// waste (Func.IsRead, Func.FateOf). Here stand the stores that are left out, those that people make
// on purpose among them (idiom.go), the words, and what can be done about one (fix.go).
package deadstore

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/srcmap"
)

//go:embed doc.md
var doc string

// Check is dead-store. Variables that nothing reads at all are the business of
// unused-local, never-read and their like.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:        "dead-store",
		Luacheck:    []string{"311", "312", "313"},
		Family:      "3",
		Title:       "the value assigned to a local variable is never read",
		Doc:         doc,
		Mark:        analysis.Dead,
		Severity:    analysis.Warning,
		Spare:       analysis.SpareInFile,
		Basis:       analysis.OnVariable,
		Uncovered:   true,
		Secondaries: true,
		Topic:       witness.OfStore,
		Func:        func(*analysis.Pass) func(*analysis.FuncPass) { return run },
	},
}

func run(p *analysis.FuncPass) {
	for i := range p.Map.Stores {
		s := &p.Map.Stores[i]
		if !isCandidate(p, s) {
			continue
		}
		unobserved := ""
		if p.Waste.IsRead(s) {
			if unobserved = p.Waste.WhyUnobserved(s); unobserved == "" {
				continue
			}
		}
		if !isSilent(p, i) {
			report(p, i, unobserved)
		}
	}
}

// isCandidate reports whether there may be something to say of a store, without a look at the code. Where a
// variable has a single store, each read that can be reached reads its value: the scope cannot be entered
// after the store.
func isCandidate(p *analysis.FuncPass, s *srcmap.StoreRec) bool {
	if s.Upvalue >= 0 || s.Kind == srcmap.NilInit {
		return false
	}
	b := &p.Unit.Res.Bindings[s.Binding]
	if p.Text.IsUndeclared(b) {
		return b.Writes > 0 && s.Kind == srcmap.Assign
	}
	return b.Writes > 0 && b.Reads > 0
}

// isSilent reports whether the dead store with this index is right as it is, or for
// another check to report.
func isSilent(p *analysis.FuncPass, i int) bool {
	s := &p.Map.Stores[i]
	return p.Text.Quiet(&p.Unit.Res.Bindings[s.Binding]) ||
		isSuperseded(p, i) ||
		p.Text.IsSelfAssignment(s) ||
		p.Waste.IsUnusedFunction(s.Binding) ||
		len(p.Waste.UsersOf(s.Binding)) > 0 ||
		p.Waste.InCascade(s.Name)
}

// isSuperseded reports whether a store after this one that needed no instruction
// put its value in place at the same point. Then what is live there is that value.
func isSuperseded(p *analysis.FuncPass, i int) bool {
	s := &p.Map.Stores[i]
	for k := i + 1; k < len(p.Map.Stores) && p.Map.Stores[k].PCs.End == s.PCs.End; k++ {
		if next := &p.Map.Stores[k]; next.Binding == s.Binding && next.Elided {
			return true
		}
	}
	return false
}

// report reports the store with this index. unobserved says why the closures that could
// read its value do not, if there are any.
func report(p *analysis.FuncPass, i int, unobserved string) {
	s := &p.Map.Stores[i]
	value := p.Text.ValueOf(s)
	fate := p.Waste.FateOf(s)
	switch {
	case p.Text.Pedantic && !p.Text.IsImplicitNil(s):
	case isNilInit(s, value),
		isInitialiser(p.Pass, s, value) && (fate.IsOverwritten() || len(fate.Stops) > 0 || unobserved != ""),
		isRelease(s, value) && canRun(p, s):
		return
	}
	f := p.Finding(p.ID, p.Text.StoredAt(s))
	f.Luacheck = luacheckCode(s.Kind)
	f.Message = message(p, s, &fate)
	if unobserved != "" {
		f.Message = fmt.Sprintf("value assigned to `%s` is never read: %s", p.Text.Name(&p.Unit.Res.Bindings[s.Binding]), unobserved)
	}
	f.Related = analysis.Point(fate.Places(p.Text), "overwritten here")
	f.Fade = p.Waste.FadeOf(s)
	f.Subject = analysis.Subject{Func: p.ID, Store: i, Binding: s.Binding, Stat: s.Stat}
	f.Secondary = p.Waste.SiblingUsed(p.ID, s)
	switch {
	case isRelease(s, value):
		f.Severity = analysis.Hint
	case f.Secondary:
		f.Severity = analysis.Hint
		f.Message += "; another value of the call is used"
	}
	p.Report(f)
}

// luacheckCode tells, as luacheck does, the values that callers and loops give from
// those that statements store.
func luacheckCode(k srcmap.StoreKind) string {
	switch k {
	case srcmap.ParamInit:
		return "312"
	case srcmap.LoopInit:
		return "313"
	}
	return "311"
}

func message(p *analysis.FuncPass, s *srcmap.StoreRec, fate *waste.Fate) string {
	name := p.Text.Name(&p.Unit.Res.Bindings[s.Binding])
	switch s.Kind {
	case srcmap.ParamInit:
		return initMessage("parameter", name, p.Text.AtLines(fate.Places(p.Text)), fate)
	case srcmap.LoopInit:
		return initMessage("loop variable", name, p.Text.AtLines(fate.Places(p.Text)), fate)
	}
	return fmt.Sprintf("value assigned to `%s` is never read: %s", name, fate.Describe(p.Text))
}

func initMessage(what, name, lines string, fate *waste.Fate) string {
	switch {
	case lines == "":
		return fmt.Sprintf("the initial value of %s `%s` is never read", what, name)
	case fate.Ends || len(fate.Stops) > 0:
		return fmt.Sprintf("%s `%s` is overwritten %s before it is read, or never read", what, name, lines)
	}
	return fmt.Sprintf("%s `%s` is overwritten %s before it is read", what, name, lines)
}
