// Package unclosedhandle reports files and processes that `io.open` and `io.popen` open, and that on some path the function
// neither closes nor hands to anybody who could.
package unclosedhandle

import (
	_ "embed"
	"maps"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/ssa"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is unclosed-handle.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "unclosed-handle",
		Family:   "5",
		Title:    "a file is opened and on some path not closed",
		Doc:      doc,
		Severity: analysis.Warning,
		Off:      true,
		Mistake:  true,
		Topic:    witness.OfPath,
		Func:     run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	known := p.Facts.Constants()
	if known == nil || !p.Facts.Code.Mentions(openName.Key()) && !p.Facts.Code.Mentions(popenName.Key()) {
		return nil
	}
	r := &reporter{constants: known, stores: witness.StoresIn(p.Waste), said: make(map[ssa.ValueID]bool)}
	return r.function
}

func (r *reporter) function(fp *analysis.FuncPass) {
	r.FuncPass, r.form = fp, fp.Facts.Code.SSA(fp.Flow)
	clear(r.said)
	r.budget = mostInstructions
	if fp.Flow.IsLarge || !r.constants.Called(fp.Flow) {
		return
	}
	for pc, i := range fp.Flow.Proto.Code {
		if !effect.IsNonTailCall(i) || !r.constants.Executable(fp.Flow, pc) {
			continue
		}
		switch name := r.callee(pc); {
		case name == openName, name == popenName && !effect.DiscardsResults(i): // to start a program is all that is meant
			r.opened(pc)
		}
	}
}

// opened looks at what becomes of the handle that the call at pc gives.
func (r *reporter) opened(pc int) {
	h := handle{reporter: r, call: pc, ends: make(map[int]bool), aliases: make(map[ssa.ValueID]bool), failures: make(map[ssa.ValueID]bool)}
	if !h.follow() {
		return
	}
	for v := range h.aliases {
		if r.said[v] {
			return // one variable that is given one of several
		}
	}
	if exits := h.exits(); len(exits) > 0 {
		h.report(exits)
		maps.Copy(r.said, h.aliases)
	}
}
