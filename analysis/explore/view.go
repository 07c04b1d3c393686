package explore

import (
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// View is a text and what is known of it. Its methods are for one goroutine at a time.
type View struct {
	Parts    *waste.Parts        // of the text, from which questions are answered
	Findings []analysis.Finding  // in the text
	Omitted  []analysis.Omission // what was not looked at
	// Fixes returns the fixes of each finding.
	Fixes func() [][]analysis.Fix
	// MendAll returns the text after all fixes that are proved, how many were made, and how many findings remain.
	MendAll func() (text string, applied, left int)

	paths []string // of the functions, by number; nil until somebody asks
}

// unit returns the number of the page's units in front of a byte of the text.
func (v *View) unit(pos source.Pos) int { return v.Parts.Unit.File.Units(pos, source.UTF16) }

// span returns a piece of the text in the page's units; an empty one at its begin for none.
func (v *View) span(s source.Span) Span {
	if !s.Valid() {
		return Span{}
	}
	return Span{v.unit(s.Start), v.unit(s.End)}
}

// spanOf returns the text of a function; all of it for main.
func (v *View) spanOf(fn int) Span {
	if fn == 0 {
		return Span{0, v.unit(source.Pos(v.Parts.Unit.File.Len()))}
	}
	return v.span(v.Parts.Unit.Tree.Funcs[fn].Span())
}

// pathsOf returns the paths of the functions from main, by number.
func (v *View) pathsOf() []string {
	if v.paths == nil {
		v.paths = nav.PathsOf(v.Parts)
	}
	return v.paths
}

// Overview returns what is to be said of the whole text.
func (v *View) Overview() *Overview {
	u := v.Parts.Unit
	out := &Overview{Dialect: config.DialectName(u.Dialects), Findings: v.findings(), Functions: []Outlined{}}
	sites := nav.FunctionsOf(v.Parts)
	for fn, path := range v.pathsOf() {
		out.Functions = append(out.Functions, Outlined{
			Path: path, Name: nameOf(v.Parts, sites, fn), Span: v.spanOf(fn), Size: len(u.Funcs[fn].Proto.Code),
		})
	}
	var said []string
	for _, o := range v.Omitted {
		said = append(said, o.What)
	}
	out.Omitted = strings.Join(said, "; ")
	return out
}

// severities are the page's words for ours.
var severities = [...]string{analysis.Error: "error", analysis.Warning: "warning", analysis.Hint: "hint"}

// findings returns the findings with their fixes.
func (v *View) findings() []Finding {
	out := []Finding{}
	var fixes [][]analysis.Fix
	if v.Fixes != nil {
		fixes = v.Fixes()
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		page, _ := checks.Doc(f.Code)
		own := Finding{
			Span: v.span(f.Span), Code: f.Code, Severity: severities[f.Severity], Message: f.Message, Faded: f.Fade.Valid(),
			Related: []Related{}, Fixes: []Fix{}, Page: page,
		}
		for _, r := range f.Related {
			if r.Span.Valid() && !r.IsElsewhere() {
				own.Related = append(own.Related, Related{v.span(r.Span), r.Message})
			}
		}
		if i < len(fixes) {
			for _, x := range fixes[i] {
				own.Fixes = append(own.Fixes, Fix{x.Title, x.Level, v.edits(x.Edits)})
			}
		}
		out = append(out, own)
	}
	return out
}

// edits returns edits of the text in the page's units.
func (v *View) edits(edits []source.Edit) []Edit {
	out := []Edit{}
	for _, e := range edits {
		out = append(out, Edit{v.span(e.Span), e.New})
	}
	return out
}

// FixAll returns the text after all fixes that are proved.
func (v *View) FixAll() *FixedAll {
	text, applied, left := v.MendAll()
	return &FixedAll{text, applied, left}
}

// function returns the number of the function with a path; false if there is none.
func (v *View) function(path string) (fn syntax.FuncID, ok bool) {
	for i, p := range v.pathsOf() {
		if p == path {
			return syntax.FuncID(i), true
		}
	}
	return 0, false
}

// nameOf returns what a function is called: "main", "M.read", "function at line 7".
func nameOf(p *waste.Parts, sites []nav.FunctionSite, fn int) string {
	switch at := p.Unit.Tree.Funcs[fn].Start; {
	case fn == 0:
		return "main"
	case sites[fn].At.Start == at:
		return fmt.Sprintf("function at line %d", p.Unit.File.Line(at))
	default:
		return sites[fn].Name
	}
}
