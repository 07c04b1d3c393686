// Package unusedglobal reports globals that are defined and that nothing reads.
package unusedglobal

import (
	_ "embed"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/config/std"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/globals"
)

//go:embed doc.md
var doc string

// Check is unused-global.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "unused-global",
		Luacheck:  []string{"131"},
		Family:    "1",
		Title:     "a global variable is defined and never read",
		Doc:       doc,
		Mark:      analysis.Unused,
		Severity:  analysis.Warning,
		Off:       true,
		Elsewhere: analysis.ReadElsewhere,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	if p.Globals == nil || len(p.Unit.Tree.Errors) > 0 {
		return // text that is not understood may read it
	}
	file := p.Globals.File()
	if file.Leaks && !p.Globals.Strict {
		return
	}
	for i := range file.Uses {
		u := &file.Uses[i]
		isHere := u.Span.Start < file.Moved || p.Globals.Strict
		if u.IsSet() && isHere && p.Globals.Defines(u) && !p.Globals.IsFromModule(u) && !isRead(p, file, u) && !isUnwanted(p, u) {
			report(p, u)
		}
	}
}

// isUnwanted reports whether the name says that the value is not wanted, as in
// `_, y = size()`. Unlike that of a local variable it may go on after the underscore:
// a global variable `_f` may well be one that other files are not to use.
func isUnwanted(p *analysis.Pass, u *globals.Use) bool {
	return !p.Globals.Strict && strings.Trim(u.Name, "_") == ""
}

// isRead reports whether something may read a global: the file, another one, or what
// defines it as well.
func isRead(p *analysis.Pass, file *globals.File, u *globals.Use) bool {
	elsewhere := p.Globals.Elsewhere
	return file.Read[u.Name] || elsewhere != nil && elsewhere.Read[u.Name] ||
		!p.Globals.Strict && p.Globals.Status(u) != std.Undefined
}

func report(p *analysis.Pass, u *globals.Use) {
	f := p.Finding(u.Func, u.Span)
	f.Luacheck = "131"
	f.Subject.Global, f.Unless = u.Name, globals.UnlessRead
	f.Message = fmt.Sprintf("global `%s` is set and never read", u.Name)
	if p.Globals.Elsewhere == nil {
		f.Message += " in this file"
	}
	f.Fade = u.Span
	p.Report(f)
}
