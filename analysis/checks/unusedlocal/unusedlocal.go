// Package unusedlocal reports local variables that nothing refers to.
package unusedlocal

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unused-local. A variable that is given a function is the business of
// unused-function, one that is assigned to that of never-read, one that others are
// computed for that of dead-cycle, one that gets a module which does nothing that of unused-require.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:        "unused-local",
		Luacheck:    []string{"211"},
		Family:      "2",
		LuaLS:       []analysis.Diagnostic{{Name: "unused-local", Group: "unused"}},
		Title:       "this local variable is never used",
		Doc:         doc,
		Mark:        analysis.Unused,
		Severity:    analysis.Warning,
		Spare:       analysis.SpareInFile,
		Basis:       analysis.OnVariable,
		Uncovered:   true,
		Secondaries: true,
		Topic:       witness.OfStore,
		Run:         run,
	},
}

func run(p *analysis.Pass) {
	bindings := p.Unit.Res.Bindings
	for i := range bindings {
		b := &bindings[i]
		if b.Kind != resolve.Local || b.Writes > 0 || i == 0 || p.Text.Quiet(b) {
			continue
		}
		id := resolve.BindingID(i)
		var users []resolve.BindingID // that are unused themselves
		if b.Reads > 0 {
			if users = p.Waste.UsersOf(id); len(users) == 0 {
				continue
			}
		}
		if !p.Waste.InCascade(b.Decl.ID) {
			report(p, id, b, users)
		}
	}
}

func report(p *analysis.Pass, id resolve.BindingID, b *resolve.Binding, users []resolve.BindingID) {
	store := srcmap.StoreRec{Kind: srcmap.Init, Binding: id, Name: b.Decl.ID, Stat: b.Stat}
	if _, ok := p.Text.ValueOf(&store).Expr.(*syntax.Function); ok {
		return
	}
	if b.Stat != syntax.NoStat {
		if _, _, ok := p.Program.IdleRequire(p.Unit.Tree.Stats[b.Stat]); ok {
			return // that is for unused-require
		}
	}
	f := p.Finding(b.Func, b.Decl.Span())
	f.Luacheck = "211"
	if len(users) > 0 {
		f.Message = fmt.Sprintf("local `%s` is %s", p.Text.Name(b), p.Text.UsedBy(users))
		f.Related = analysis.PointAtVariables(p.Text, users, "is unused too")
	} else {
		f.Message = fmt.Sprintf("local `%s` is never used", p.Text.Name(b))
	}
	if f.Secondary = p.Waste.SiblingUsed(b.Func, &store); f.Secondary {
		f.Severity = analysis.Hint
		f.Message += "; another value of the call is used"
	}
	f.Fade = fade(p, b)
	f.Subject.Binding, f.Subject.Stat = id, b.Stat
	p.Report(f)
}

// fade returns the declaration if it declares nothing else and holds no body of a
// function; else the name.
func fade(p *analysis.Pass, b *resolve.Binding) source.Span {
	decl, ok := p.Unit.Tree.Stats[b.Stat].(*syntax.Local)
	if ok && len(decl.Names) == 1 && !p.Text.HasFunction(decl.Span()) {
		return decl.Span()
	}
	return b.Decl.Span()
}
