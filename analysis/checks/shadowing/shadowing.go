// Package shadowing reports declarations that take the name of a variable which can
// be seen where they stand, so that the text after them cannot refer to it.
package shadowing

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is shadowing.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "shadowing",
		Luacheck: []string{"411", "412", "413", "421", "422", "423", "431", "432", "433"},
		Family:   "4",
		LuaLS:    []analysis.Diagnostic{{Name: "redefined-local", Group: "redefined"}},
		Title:    "a declaration hides a variable of the same name",
		Doc:      doc,
		Severity: analysis.Warning,
		Off:      true,
		Basis:    analysis.OnText,
		Run:      run,
	},
}

// run goes through the declarations in order and keeps, for every name, the
// variables that can be seen as a chain, innermost first. A token at least stands
// between the end of a scope and the start of one that it is not around.
func run(p *analysis.Pass) {
	res := p.Unit.Res
	innermost := make([]resolve.BindingID, p.Unit.Tree.NumSyms())
	around := make([]resolve.BindingID, len(res.Bindings))
	for i := 1; i < len(res.Bindings); i++ {
		id, b := resolve.BindingID(i), &res.Bindings[i]
		old := innermost[b.Sym]
		for old != 0 && res.Bindings[old].Scope.End < b.Scope.Start {
			old = around[old]
		}
		around[id], innermost[b.Sym] = old, id
		isWritten := b.Decl != nil || p.Text.Pedantic && b.Sym != syntax.SymArg
		if old != 0 && isWritten && !p.Text.Quiet(b) && !p.Text.Quiet(&res.Bindings[old]) {
			report(p, id, old)
		}
	}
}

func report(p *analysis.Pass, id, old resolve.BindingID) {
	hidden := &p.Unit.Res.Bindings[old]
	b := &p.Unit.Res.Bindings[id]
	f := p.Finding(b.Func, p.Text.DeclaredAt(b))
	f.Luacheck = luacheckCode(hidden, b)
	f.Subject.Binding, f.Subject.Stat = id, b.Stat
	at := p.Text.DeclaredAt(hidden)
	f.Message = fmt.Sprintf("`%s` hides the %s declared at line %d", p.Text.Name(b), kindOf(hidden), p.Text.Line(at.Start))
	f.Related = []analysis.Related{{Span: at, Message: "the hidden " + kindOf(hidden)}}
	f.ImplicitSelf = b.Kind == resolve.Self && p.Unit.File.Slice(at) == ":"
	p.Report(f)
}

// luacheckCode tells, as luacheck does, whether the hidden variable is one of the
// same block, of one around it or of a function around it; and what it is.
func luacheckCode(hidden, b *resolve.Binding) string {
	where, what := '1', '1'
	switch {
	case hidden.Func != b.Func:
		where = '3'
	case hidden.Scope.End != b.Scope.End:
		where = '2'
	}
	switch hidden.Kind {
	case resolve.Param, resolve.Self:
		what = '2'
	case resolve.LoopIndex, resolve.LoopVar:
		what = '3'
	}
	return string([]rune{'4', where, what})
}

func kindOf(b *resolve.Binding) string {
	switch b.Kind {
	case resolve.LocalFunction:
		return "local function"
	case resolve.Param, resolve.Self:
		return "parameter"
	case resolve.LoopIndex, resolve.LoopVar:
		return "loop variable"
	}
	return "local variable"
}
