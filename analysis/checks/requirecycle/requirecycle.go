// Package requirecycle reports modules that require one another while they are loaded.
package requirecycle

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/modules"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is require-cycle.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "require-cycle",
		Family:   "5",
		Title:    "this module is required while it requires the other",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Mistake:  true,
		Topic:    witness.OfOthers,
		Program:  true,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	for _, v := range p.Program.Requires {
		if v.Cycle == nil {
			continue
		}
		s := p.Program.Summary()
		f := p.Finding(0, s.RequiredAt[v.Index])
		f.Message = fmt.Sprintf("the modules %s require one another while they are loaded: %s", textmap.Enumerate(quoted(v.Cycle)), result(p))
		if len(v.Cycle) == 1 {
			f.Message = "the module requires itself while it is loaded: " + result(p)
		} else {
			f.Related = others(v.Cycle)
		}
		p.Report(f)
	}
}

// result returns in words what comes of it.
func result(p *analysis.Pass) string {
	switch {
	case p.Unit.Dialects&(syntax.Lua51|syntax.LuaJIT) == p.Unit.Dialects:
		return "that raises an error"
	case p.Unit.Dialects&(syntax.Lua51|syntax.LuaJIT) == 0:
		return "that goes on until the stack is full"
	}
	return "that raises an error, or goes on until the stack is full"
}

// others returns the calls of require in a cycle but for its last one.
func others(cycle []modules.Place) (all []analysis.Related) {
	for i, at := range cycle[:len(cycle)-1] {
		all = append(all, analysis.PointElsewhere([]modules.Place{at}, "it requires `"+cycle[i+1].Path+"` here")...)
	}
	return all
}

func quoted(places []modules.Place) []string {
	all := make([]string, len(places))
	for i, at := range places {
		all[i] = "`" + at.Path + "`"
	}
	return all
}
