package analysis

import (
	"slices"

	"luaflow/analysis/modules"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What is known of a file because the rest of the program is.

// IdleRequire returns which module a statement requires, and where, if it does nothing else, not even by what is loaded, and nothing uses
// what it gives: `require "m"`, `local m = require "m"`. ok is false if that is not known.
func (p *Pass) IdleRequire(s syntax.Stat) (name string, at source.Span, ok bool) {
	if p.Slice == nil {
		return "", source.NoSpan, false
	}
	at = p.onlyCall(s)
	k := slices.IndexFunc(p.Slice.Requires, func(v modules.RequireVerdict) bool {
		return v.IsIdle && p.Summary().RequiredAt[v.Index] == at
	})
	if k < 0 {
		return "", source.NoSpan, false
	}
	return p.Summary().Requires[p.Slice.Requires[k].Index].Name, at, true
}

// onlyCall returns the call that a statement consists of, but for a local variable that gets its value; source.NoSpan if there is none.
func (p *Pass) onlyCall(s syntax.Stat) source.Span {
	switch s := s.(type) {
	case syntax.CallStat:
		return s.Call().Span()
	case *syntax.Local:
		if len(s.Names) == 1 && len(s.Exprs()) == 1 {
			return s.Exprs()[0].Span()
		}
	}
	return source.NoSpan
}
