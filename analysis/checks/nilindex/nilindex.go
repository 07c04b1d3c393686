// Package nilindex reports values that may be nil and are indexed or called where nothing on the way has excluded that:
// what a standard function gives, or one of the program, that gives nil where it fails, what may be nil by a definition
// file, and what is tested for nil after it has been used.
//
// What tests tell is that of package guards, with what uses tell: of several uses on a path only the first one may find nil.
package nilindex

import (
	_ "embed"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/cfg"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/guards"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is nil-index.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "nil-index",
		Family:   "5",
		Title:    "a value that may be nil is indexed or called",
		Doc:      doc,
		Severity: analysis.Warning,
		Mistake:  true,
		Topic:    witness.OfPath,
		Func:     run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	known := p.Facts.Constants()
	if known == nil {
		return nil
	}
	r := &reporter{constants: known, calls: p.Facts.Calls(), opens: p.Facts.Code.Mentions(nameOfOpen.Key())}
	r.paths = guards.NewPaths(p.Facts.Code.Guards())
	r.walker = guards.Walker{Program: p.Facts.Code.Guards(), Visitor: guards.Visitor{Arrival: r.arrive}, ByUse: true}
	return r.function
}

func (r *reporter) function(fp *analysis.FuncPass) {
	r.FuncPass, r.form, r.uses = fp, fp.Facts.Code.SSA(fp.Flow), r.uses[:0]
	if fp.Flow.IsLarge || !r.constants.Called(fp.Flow) {
		return
	}
	r.findElsewhere()
	if r.opens || r.Globals.HasDefinitions() || len(r.elsewhere) > 0 || len(r.calls.In(fp.Flow.Number)) > 0 {
		r.findSources()
	}
	r.findLateTests()
	if len(r.uses) == 0 {
		return
	}
	slices.SortFunc(r.uses, func(a, b use) int { return a.pc - b.pc })
	r.walker.Function(fp.Flow)
	r.closeContradicted()
	if !slices.ContainsFunc(r.uses, func(u use) bool { return u.isOpen }) || r.Text.IsTried(r.Func) {
		return
	}
	said := map[int]bool{} // at which uses, and of which calls and tests, something has been said
	for _, u := range r.uses {
		if u.isOpen && !said[u.because] && !said[u.pc] {
			said[u.because], said[u.pc] = true, true
			r.report(u)
		}
	}
}

// closeContradicted takes back of the uses of what calls give that they may find nil, if each path to them on which that is nil has two
// tests that contradict each other, or there are too many to follow.
func (r *reporter) closeContradicted() {
	found := map[int]map[int]bool{} // by call: which uses may find nil
	for k := range r.uses {
		u := &r.uses[k]
		if !u.isOpen || u.isTest {
			continue
		}
		if found[u.because] == nil {
			found[u.because] = r.followNil(u.because)
		}
		u.isOpen = found[u.because][u.pc]
	}
}

// followNil returns the instructions to which control may come after the call at pc has given nil.
func (r *reporter) followNil(call int) map[int]bool {
	found := map[int]bool{}
	r.paths.Follow(r.Flow, call+1, r.form.First(call), func(pc int) flow.Next {
		if found[pc] = true; pc == call || r.neverReturns(pc) {
			return flow.EndPath
		}
		return flow.GoOn
	}, func(cfg.Branch) bool { return true })
	return found
}

// arrive notes of the uses at pc whether they may find nil.
func (r *reporter) arrive(pc int) {
	first, _ := slices.BinarySearchFunc(r.uses, pc, func(u use, pc int) int { return u.pc - pc })
	for k := first; k < len(r.uses) && r.uses[k].pc == pc; k++ {
		known := r.walker.Known(pc, r.uses[k].operand).Value
		r.uses[k].isOpen = known.MayBe(value.Nil) && !known.Is(value.Nil|value.False)
	}
}
