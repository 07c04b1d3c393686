// Package selfassignment reports assignments of a variable to itself.
package selfassignment

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is self-assignment. It is about local variables and upvalues: an assignment
// to a global or a field may run a metamethod.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "self-assignment",
		Family:   "3",
		Title:    "a variable is assigned to itself",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	p.Text.EachStore(func(fn syntax.FuncID, s *srcmap.StoreRec) {
		if s.Kind != srcmap.Assign || !p.Text.IsSelfAssignment(s) || p.Text.Quiet(&p.Unit.Res.Bindings[s.Binding]) {
			return
		}
		st := p.Unit.Tree.Stats[s.Stat].(*syntax.Assign)
		if changesNothing(p, st, s.Binding) {
			report(p, fn, s, st)
		}
	})
}

func report(p *analysis.Pass, fn syntax.FuncID, s *srcmap.StoreRec, st *syntax.Assign) {
	f := p.Finding(fn, p.Text.NameSpan(s.Name))
	f.Message = fmt.Sprintf("`%s` is assigned to itself", p.Text.Name(&p.Unit.Res.Bindings[s.Binding]))
	f.Subject.Binding, f.Subject.Stat = s.Binding, st.ID()
	p.Report(f)
}

// changesNothing reports whether a variable that an assignment gives its own value
// cannot have got another one since that value was read: by another target, or by a
// closure that something in the statement calls.
func changesNothing(p *analysis.Pass, st *syntax.Assign, id resolve.BindingID) bool {
	captured := p.Unit.Res.Bindings[id].Captured
	stores := 0
	for _, t := range st.Targets() {
		n, ok := t.(*syntax.Name)
		if ok && p.Unit.Res.Refs[n.ID].Binding == id && p.Unit.Res.Refs[n.ID].Kind != resolve.ToGlobal {
			stores++
		}
		if captured && !isQuick(p, t) {
			return false
		}
	}
	for _, v := range st.Values() {
		if captured && !isQuick(p, v) {
			return false
		}
	}
	return stores == 1
}

// isQuick reports whether nothing else can run while e is looked at.
func isQuick(p *analysis.Pass, e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Vararg:
		return true
	case *syntax.Name:
		return p.Unit.Res.Refs[e.ID].Kind != resolve.ToGlobal
	case *syntax.Paren:
		return isQuick(p, e.X)
	}
	return false
}
