// Package writeonlytable reports tables that are filled and never read: tables of
// which no field, length or iteration is needed by anything but the filling itself.
// They never leave the code of the file (package tables).
package writeonlytable

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is write-only-table.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "write-only-table",
		Luacheck:  []string{"241", "331"},
		Family:    "3",
		Title:     "this table is filled and never read",
		Doc:       doc,
		Mark:      analysis.Dead,
		Severity:  analysis.Warning,
		Spare:     analysis.SpareInFile,
		Uncovered: true,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	unused := p.Waste.UnusedTables()
	isUnused := make(map[resolve.BindingID]bool, len(unused))
	for i := range unused {
		isUnused[p.Waste.StoreOf(unused[i].Holder).Binding] = true
	}
	tables := p.Waste.WriteOnlyTables()
	reported := make(map[resolve.BindingID]bool)
	for i := range tables {
		t := &tables[i]
		if !t.Certain && !t.Anchor && isUnused[p.Waste.StoreOf(t.Holders[0]).Binding] {
			continue // that is certain
		}
		report(p, t)
		for _, m := range slices.Concat(t.Holders, t.For) {
			reported[p.Waste.StoreOf(m).Binding] = true
		}
	}
	for i := range unused {
		if s := p.Waste.StoreOf(unused[i].Holder); !reported[s.Binding] && !p.Waste.InCascade(s.Name) {
			reportUnused(p, &unused[i])
		}
	}
}

// reportUnused reports a table of functions that nothing can call.
func reportUnused(p *analysis.Pass, t *waste.UnusedTable) {
	s := p.Waste.StoreOf(t.Holder)
	b := &p.Unit.Res.Bindings[s.Binding]
	f := p.Finding(t.Holder.Fn, p.Text.NameSpan(s.Name))
	f.Luacheck = code(s)
	filled := "is filled"
	if len(t.Fills) > 0 {
		filled += " " + p.Text.AtLines(t.Fills)
	}
	f.Message = fmt.Sprintf("table `%s` %s, and read only in functions that nothing calls, %s", p.Text.Name(b), filled, p.Text.AtLines(t.Reads))
	f.Related = append(analysis.Point(t.Fills, "filled here"), analysis.Point(t.Reads, "read here, in a function that nothing calls")...)
	f.Fade = p.Waste.FadeOf(s)
	f.Subject = analysis.Subject{Func: t.Holder.Fn, Store: t.Holder.Store, Binding: s.Binding, Stat: s.Stat}
	p.Report(f)
}

// code returns luacheck's code for a table that a store puts into a variable: 331 if the store
// assigns it, 241 if the variable begins with it.
func code(s *srcmap.StoreRec) string {
	if s.Kind == srcmap.Assign {
		return "331"
	}
	return "241"
}

func report(p *analysis.Pass, t *waste.WriteOnlyTable) {
	root := t.Holders[0]
	s := p.Waste.StoreOf(root)
	b := &p.Unit.Res.Bindings[s.Binding]
	f := p.Finding(root.Fn, p.Text.NameSpan(s.Name))
	f.Luacheck = code(s)
	places, reads := fills(p, t), reads(p, t)
	f.Message = fmt.Sprintf("table `%s` is filled %s, and never read", p.Text.Name(b), p.Text.AtLines(places))
	if len(reads) > 0 {
		f.Message = fmt.Sprintf("table `%s` is filled %s, and read %s only for values that nothing needs",
			p.Text.Name(b), p.Text.AtLines(places), p.Text.AtLines(reads))
	}
	if others := variables(p, t, s.Binding); len(others) > 0 {
		f.Message += fmt.Sprintf("; %s only used to fill it", textmap.Are(others))
	}
	if !t.Certain {
		f.Severity = analysis.Hint
		f.Message += ", unless a metamethod or an error depends on its contents"
	}
	if t.Anchor {
		f.Severity = analysis.Hint
		f.Message += waste.AnchorCaveat
	}
	f.Related = append(analysis.Point(places, "filled here"), analysis.Point(reads, "read here for values that nothing needs")...)
	for _, m := range t.For {
		at := p.Waste.StoreOf(m)
		f.Related = append(f.Related, analysis.Related{Span: p.Text.NameSpan(at.Name), Message: "only used to fill it"})
		f.Fades = append(f.Fades, p.Waste.FadeOf(at))
	}
	f.Fade = p.Waste.FadeOf(s)
	for _, at := range t.Fills {
		if fade, ok := p.Waste.FadeOfFill(at); ok {
			f.Fades = append(f.Fades, fade)
		}
	}
	f.Subject = analysis.Subject{Func: root.Fn, Store: root.Store, Binding: s.Binding, Stat: s.Stat}
	p.Report(f)
}

// fills returns the places where the table is filled, each once.
func fills(p *analysis.Pass, t *waste.WriteOnlyTable) []source.Span {
	var places []source.Span
	for _, at := range t.Fills {
		if place := p.Text.FillAt(syntax.FuncID(at.Func), int(at.PC)); len(places) == 0 || places[len(places)-1] != place {
			places = append(places, place)
		}
	}
	return places
}

// reads returns the places where the table is read for something else.
func reads(p *analysis.Pass, t *waste.WriteOnlyTable) []source.Span {
	places := make([]source.Span, len(t.Reads))
	for i, at := range t.Reads {
		places[i] = p.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span()
	}
	return places
}

// variables returns the names of the variables that are there to fill the table, without
// its own.
func variables(p *analysis.Pass, t *waste.WriteOnlyTable, own resolve.BindingID) []string {
	var seen []resolve.BindingID
	var names []string
	for _, m := range t.For {
		if id := p.Waste.StoreOf(m).Binding; id != own && !slices.Contains(seen, id) {
			seen = append(seen, id)
			names = append(names, fmt.Sprintf("`%s`", p.Text.Name(&p.Unit.Res.Bindings[id])))
		}
	}
	return names
}
