// Package unusedparameter reports parameters that nothing refers to. What calls the
// function may ask for them all the same, so a finding is a hint, and imposed where not all
// calls are known.
package unusedparameter

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unused-parameter.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "unused-parameter",
		Luacheck:  []string{"212"},
		Family:    "2",
		LuaLS:     []analysis.Diagnostic{{Name: "unused-local", Group: "unused"}, {Name: "unused-vararg", Group: "unused", Part: "unused-parameter/%.%.%."}},
		Title:     "this parameter is never used",
		Doc:       doc,
		Mark:      analysis.Unused,
		Severity:  analysis.Hint,
		Basis:     analysis.OnVariable,
		Uncovered: true,
		Topic:     witness.OfStore,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	for _, fn := range p.Unit.Tree.Funcs {
		named(p, fn)
		if fn.IsVararg() && fn.Parent != nil && p.Text.IsWhole(fn) && !usesTable(p, fn) && !fn.SaysVararg() {
			at := source.Span{Start: fn.Vararg, End: fn.Vararg + source.Pos(len("..."))}
			imposed := !isCalledHere(p, fn.ID)
			if fn.VarargName != nil {
				at.End = fn.VarargName.End
				imposed = false // whoever calls the function does not ask for the name
			}
			report(p, fn, at, 0, fmt.Sprintf("`%s` is never used", p.Unit.File.Slice(at)), imposed)
		}
	}
}

// named goes from the last parameter to the first, so that it knows whether one of
// the later ones is used.
func named(p *analysis.Pass, fn *syntax.Function) {
	used := "" // the name of the nearest one after it that is used
	for i := len(fn.Params) - 1; i >= 0; i-- {
		n := fn.Params[i]
		id := p.Unit.Res.Refs[n.ID].Binding
		b := &p.Unit.Res.Bindings[id]
		if b.Reads > 0 || b.Writes > 0 {
			used = p.Text.Name(b)
			continue
		}
		if p.Text.Quiet(b) || textmap.IsHint(p.Text.Name(b)) {
			continue
		}
		message := fmt.Sprintf("parameter `%s` is never used", p.Text.Name(b))
		if used != "" {
			message += fmt.Sprintf(", though `%s` after it is", used)
		}
		report(p, fn, n.Span(), id, message, used != "" || !isCalledHere(p, fn.ID))
	}
	if fn.HasSelf && p.Text.Pedantic {
		self(p, fn)
	}
}

// self looks at the parameter of a method that the colon stands for.
func self(p *analysis.Pass, fn *syntax.Function) {
	id := p.Unit.Res.FirstBinding[fn.ID]
	if b := &p.Unit.Res.Bindings[id]; b.Reads == 0 && b.Writes == 0 && !p.Text.Quiet(b) {
		report(p, fn, p.Text.Colon(fn), id, "parameter `self` is never used", true)
	}
}

// report reports a parameter.
func report(p *analysis.Pass, fn *syntax.Function, at source.Span, id resolve.BindingID, message string, imposed bool) {
	f := p.Finding(fn.ID, at)
	f.Luacheck = "212"
	f.Message = message
	f.Fade = at
	f.Imposed = imposed
	f.ImplicitSelf = p.Unit.Res.Bindings[id].Kind == resolve.Self
	f.Subject.Binding = id
	p.Report(f)
}

// isCalledHere reports whether all calls of a function are known, and there are some.
func isCalledHere(p *analysis.Pass, fn syntax.FuncID) bool {
	by := p.Text.CalledHere(fn)
	return by != 0 && !p.Waste.IsUnusedFunction(by)
}

// usesTable reports whether something refers to a table with the extra arguments: that of
// `...name`, or the `arg` of 5.1. Of `..._name` nobody expects that.
func usesTable(p *analysis.Pass, fn *syntax.Function) bool {
	res := p.Unit.Res
	for _, b := range res.Bindings[res.FirstBinding[fn.ID]:] {
		if b.Func != fn.ID || b.Stat != syntax.NoStat {
			break
		}
		if b.Kind == resolve.Self && b.Sym == syntax.SymArg && b.Reads+b.Writes > 0 {
			return true
		}
	}
	if fn.VarargName == nil {
		return false
	}
	b := &res.Bindings[res.Refs[fn.VarargName.ID].Binding]
	return b.Reads+b.Writes > 0 || p.Text.Quiet(b) || textmap.IsHint(p.Text.Name(b))
}
