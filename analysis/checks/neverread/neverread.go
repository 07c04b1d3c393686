// Package neverread reports variables that are assigned to, by closures maybe, and
// that nothing reads.
package neverread

import (
	_ "embed"
	"fmt"
	"slices"

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

// Check is never-read. A variable that is declared without a value and then given a
// function is the business of unused-function.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:        "never-read",
		Luacheck:    []string{"231", "232", "233"},
		Family:      "2",
		LuaLS:       []analysis.Diagnostic{{Name: "unused-local", Group: "unused"}},
		Title:       "this variable is assigned and never read",
		Doc:         doc,
		Mark:        analysis.Dead,
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
	var ids []resolve.BindingID
	for i := range bindings {
		b := &bindings[i]
		id := resolve.BindingID(i)
		if b.Writes == 0 || p.Text.IsUndeclared(b) || b.Reads > 0 && len(p.Waste.UsersOf(id)) == 0 {
			continue
		}
		if !p.Text.Quiet(b) && !p.Waste.IsUnusedFunction(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return
	}
	stores := storesTo(p, ids)
	for i, id := range ids {
		if !isInCascade(p, stores[i]) {
			report(p, id, stores[i])
		}
	}
}

// store is a store with the function that it stands in.
type store struct {
	*srcmap.StoreRec
	fn syntax.FuncID
}

// storesTo returns the stores to each of some variables, which are in ascending order;
// those that are not in the text (parameters, the implicit nil) left out.
func storesTo(p *analysis.Pass, ids []resolve.BindingID) [][]store {
	out := make([][]store, len(ids))
	p.Text.EachStore(func(fn syntax.FuncID, s *srcmap.StoreRec) {
		if s.Kind != srcmap.Init && s.Kind != srcmap.Assign && s.Kind != srcmap.FunctionInit {
			return
		}
		if i, ok := slices.BinarySearch(ids, s.Binding); ok {
			out[i] = append(out[i], store{s, fn})
		}
	})
	return out
}

// isInCascade reports whether a store is there to be found by dead-cycle.
func isInCascade(p *analysis.Pass, stores []store) bool {
	return slices.ContainsFunc(stores, func(s store) bool { return p.Waste.InCascade(s.Name) })
}

func report(p *analysis.Pass, id resolve.BindingID, stores []store) {
	b := &p.Unit.Res.Bindings[id]
	what, code := "local", "231"
	switch b.Kind {
	case resolve.LocalFunction:
		what = "local function"
	case resolve.Param, resolve.Self:
		what, code = "parameter", "232"
	case resolve.LoopIndex, resolve.LoopVar:
		what, code = "loop variable", "233"
	}
	f := p.Finding(b.Func, p.Text.DeclaredAt(b))
	f.Luacheck = code
	assigned := assignments(p, stores)
	f.Related = analysis.Point(assigned, "assigned here")
	if b.Reads > 0 {
		users := p.Waste.UsersOf(id)
		f.Message = fmt.Sprintf("%s `%s` is %s", what, p.Text.Name(b), p.Text.UsedBy(users))
		f.Related = append(f.Related, analysis.PointAtVariables(p.Text, users, "is unused too")...)
	} else {
		f.Message = fmt.Sprintf("%s `%s` is never read, only assigned", what, p.Text.Name(b))
		if len(assigned) > 0 {
			f.Message += " " + p.Text.AtLines(assigned)
		}
	}
	if f.Secondary = allSecondary(p, stores); f.Secondary {
		f.Severity = analysis.Hint
		f.Message += "; another value of the call is used"
	}
	f.Subject.Binding, f.Subject.Stat = id, b.Stat
	p.Report(f)
}

// assignments returns the names that are assigned to after the declaration, in the order
// of the text.
func assignments(p *analysis.Pass, stores []store) []source.Span {
	var names []source.Span
	for _, s := range stores {
		if s.Kind == srcmap.Assign {
			names = append(names, p.Text.NameSpan(s.Name))
		}
	}
	slices.SortFunc(names, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	return names
}

// allSecondary reports whether each value comes from a call of which another value
// is used, but for one of the declaration that stands for "not known yet".
func allSecondary(p *analysis.Pass, stores []store) bool {
	secondary := 0
	for _, s := range stores {
		switch v := p.Text.ValueOf(s.StoreRec); {
		case p.Waste.SiblingUsed(s.fn, s.StoreRec):
			secondary++
		case s.Kind != srcmap.Init || !v.IsNil() && !p.Text.IsPlaceholder(v.Expr):
			return false
		}
	}
	return secondary > 0
}
