// Package unusedfunction reports local functions that nothing can call: nothing
// refers to them but they themselves, or other functions of the kind.
package unusedfunction

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unused-function.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "unused-function",
		Luacheck:  []string{"211"},
		Family:    "2",
		LuaLS:     []analysis.Diagnostic{{Name: "unused-function", Group: "unused"}},
		Title:     "this local function is only used by itself or by unused functions",
		Doc:       doc,
		Mark:      analysis.Unused,
		Severity:  analysis.Warning,
		Spare:     analysis.SpareInFile,
		Uncovered: true,
		Topic:     witness.OfStore,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	unused := p.Waste.UnusedFunctions()
	for i := range unused {
		report(p, &unused[i])
	}
}

func report(p *analysis.Pass, u *waste.UnusedFunction) {
	b := &p.Unit.Res.Bindings[u.Binding]
	f := p.Finding(b.Func, p.Text.NameSpan(u.Name))
	f.Luacheck = "211"
	f.Message = fmt.Sprintf("local function `%s` is %s", p.Text.Name(b), users(p, u))
	f.Related = related(p, u)
	f.Fade = fade(p, u)
	f.Subject.Binding, f.Subject.Stat = u.Binding, u.Stat
	p.Report(f)
}

// maxNamed is how many users a message names.
const maxNamed = 3

func users(p *analysis.Pass, u *waste.UnusedFunction) string {
	if len(u.Users) == 0 {
		return "never used"
	}
	var names []string
	var others int
	for _, id := range u.Users {
		switch {
		case id == u.Binding:
			names = append([]string{"itself"}, names...)
		case others < maxNamed:
			names = append(names, fmt.Sprintf("`%s`", p.Text.Name(&p.Unit.Res.Bindings[id])))
			others++
		default:
			others++
		}
	}
	if others > maxNamed {
		names = append(names, fmt.Sprintf("%d more", others-maxNamed))
	}
	text := "only used by " + textmap.Join(names, "and")
	switch others {
	case 0:
		return text
	case 1:
		return text + ", which is unused too"
	}
	return text + ", which are unused too"
}

func related(p *analysis.Pass, u *waste.UnusedFunction) []analysis.Related {
	var out []analysis.Related
	for _, id := range u.Users {
		if id != u.Binding {
			b := &p.Unit.Res.Bindings[id]
			out = append(out, analysis.Related{
				Span:    b.Decl.Span(),
				Message: fmt.Sprintf("`%s` is unused too", p.Text.Name(b)),
			})
		}
	}
	return out
}

// fade returns the head of the statement, from its first word to the name, if it declares
// nothing else; never the body.
func fade(p *analysis.Pass, u *waste.UnusedFunction) source.Span {
	name := p.Text.NameSpan(u.Name)
	switch st := p.Unit.Tree.Stats[u.Stat].(type) {
	case *syntax.LocalFunction:
		return source.Span{Start: st.Start, End: name.End}
	case *syntax.FunctionStat:
		return source.Span{Start: st.Start, End: name.End}
	case *syntax.Local:
		if len(st.Names) == 1 {
			return source.Span{Start: st.Start, End: name.End}
		}
	}
	return name
}
