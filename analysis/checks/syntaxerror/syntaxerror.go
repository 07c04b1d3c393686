// Package syntaxerror reports what Lua rejects, in Lua's own words.
package syntaxerror

import (
	_ "embed"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is syntax-error.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "syntax-error",
		Luacheck: []string{"011"},
		Family:   "0",
		Title:    "Lua rejects this text",
		Doc:      doc,
		Severity: analysis.Error,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	for _, e := range p.Unit.Errors {
		f := p.Finding(p.Unit.Tree.Main.ID, e.Span)
		f.Luacheck = "011"
		f.Message = e.Msg
		if e.Unclosed != nil {
			showEnd(p, &f, e)
		}
		p.Report(f)
	}
}

// showEnd moves a finding to where the word belongs that closes a block, if that is known, with the block's opener.
func showEnd(p *analysis.Pass, f *analysis.Finding, e *syntax.Error) {
	text, block := p.Unit.File.Text(), e.Unclosed
	f.Related = []analysis.Related{{Span: block.Opener, Message: "not closed"}}
	if block.End == source.NoPos {
		return
	}
	opener := p.Unit.File.Slice(block.Opener)
	f.Span = source.Span{Start: block.End - 1, End: block.End}
	for f.Span.Start > 0 && syntax.IsNameByte(text[f.Span.Start]) && syntax.IsNameByte(text[f.Span.Start-1]) {
		f.Span.Start--
	}
	line := p.Unit.File.Line(block.Opener.Start)
	switch {
	case strings.Contains(e.Msg, fmt.Sprintf("'%s' at line %d)", opener, line)):
	case block.InBracket:
		f.Message += fmt.Sprintf(": `%s` of line %d is not closed", opener, line)
	default:
		f.Message += fmt.Sprintf(": by the indentation, `%s` of line %d ends here", opener, line)
	}
}
