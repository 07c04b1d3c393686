package lostresult

import (
	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/compile/syntax"
)

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	calls     *calls.Calls
	constants *consts.Constants
}

// headers returns where functions begin, with one message.
func (r *reporter) headers(funcs []int, message string) (out []analysis.Related) {
	for _, fn := range funcs {
		out = append(out, analysis.Related{Span: r.Text.Header(syntax.FuncID(fn)), Message: message})
	}
	return out
}

// nameOf returns what is called, in quotes.
func (r *reporter) nameOf(call syntax.Expr) string {
	name, text := r.Text.Callee(call)
	if text == "" {
		text = "`" + r.Unit.File.Slice(name) + "`"
	}
	return text
}
