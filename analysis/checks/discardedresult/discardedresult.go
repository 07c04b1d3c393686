// Package discardedresult reports calls of functions that are marked as ones whose results are wanted, where these are
// dropped: by a definition file, or by an annotation in the file itself. What the function does besides does not matter,
// and is not known.
package discardedresult

import (
	_ "embed"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/definitions"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/globals"
	"luaflow/analysis/value"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is discarded-result.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "discarded-result",
		Family:   "5",
		LuaLS:    []analysis.Diagnostic{{Name: "discard-returns", Group: "strict", Wider: true}},
		Title:    "a result is dropped that is marked as wanted",
		Doc:      doc,
		Severity: analysis.Hint,
		Basis:    analysis.OnText,
		Func:     run,
	},
}

// tag is what says that results are wanted.
const tag = "@nodiscard"

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	var own *definitions.Table
	if strings.Contains(p.Unit.File.Text(), tag) {
		own = definitions.Read(p.Unit, "")
	}
	known := p.Facts.Constants()
	if known == nil || own == nil && !p.Globals.HasDefinitions() {
		return nil
	}
	return func(fp *analysis.FuncPass) {
		for pc, i := range fp.Flow.Proto.Code {
			if !effect.DiscardsResults(i) || !known.Executable(fp.Flow, pc) || known.Impact(fp.Flow, pc) == value.None {
				continue // the last is for discarded-pure-call
			}
			d, ok := own.Of(globals.CalleePath(fp.Facts.Code, fp.Flow, pc))
			from := ""
			if !ok {
				var outer globals.Defined
				outer, ok = fp.Globals.Defined(fp.Flow, pc)
				d, from = outer.Definition, ", "+outer.Source()
			}
			if ok && d.NoDiscard {
				report(fp, pc, from)
			}
		}
	}
}

// report reports the call at pc if it is a statement. from says who wants its results.
func report(p *analysis.FuncPass, pc int, from string) {
	at := p.Map.Origins.At(pc).Span()
	id := p.Text.StatAround(at)
	if id == syntax.NoStat {
		return
	}
	s, ok := p.Unit.Tree.Stats[id].(syntax.CallStat)
	if !ok || s.Call().Span() != at {
		return
	}
	name, text := p.Text.Callee(s.Call())
	if text == "" {
		text = "this call"
	}
	f := p.Finding(p.ID, name)
	f.Message = fmt.Sprintf("the result of %s is dropped, though it is marked `@nodiscard`%s", text, from)
	f.Subject.Stat = id
	p.Report(f)
}
