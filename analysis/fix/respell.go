package fix

import (
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what can be done about a token that LuaJIT alone has, in a text that is not for LuaJIT: it is spelled as
// Lua does. Of a text that Lua refuses nothing else can be proved than that it is not refused for that any more.

// respelled returns the fix of a finding about such a token, which is for display; nil if the finding is another one.
func respelled(u *compile.Unit, f *analysis.Finding) []analysis.Fix {
	i := slices.IndexFunc(u.Errors, func(e *syntax.Error) bool { return e.Respelling != nil && e.Span == f.Span && e.Msg == f.Message })
	if i < 0 {
		return nil
	}
	edit := *u.Errors[i].Respelling
	title := "write " + plan.Quote(strings.TrimSpace(edit.New))
	return []analysis.Fix{{Title: title, Edits: []source.Edit{edit}, Level: analysis.Display}}
}

// respell returns what respelled does, if Lua does not refuse the token that it writes.
func respell(u *compile.Unit, f *analysis.Finding) []analysis.Fix {
	fixes := respelled(u, f)
	if len(fixes) == 0 {
		return nil
	}
	at := fixes[0].Edits[0].Span.Start
	now := compile.CompileAs(source.NewFile(u.File.Name(), Apply(u.File.Text(), fixes[0].Edits)), u.Tree.Language())
	if slices.ContainsFunc(now.Errors, func(e *syntax.Error) bool { return e.Span.Start <= at }) &&
		!slices.ContainsFunc(u.Errors, func(e *syntax.Error) bool { return e.Span.Start < at }) {
		return nil
	}
	return fixes
}
