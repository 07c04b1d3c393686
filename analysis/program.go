package analysis

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/facts"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Program is what the rest of a program says of one file.
type Program struct {
	*modules.Slice
	facts   *facts.Facts
	summary *facts.Fact[summary.Located] // see Summary
}

// NewProgram returns what a Slice says of the file of some facts; nil for nil.
func NewProgram(f *facts.Facts, slice *modules.Slice) *Program {
	if slice == nil {
		return nil
	}
	return &Program{slice, f, new(facts.Fact[summary.Located])}
}

// ProgramOf returns what is said of the file of some facts, given its summary, which say is asked about; nil if that is nil.
func ProgramOf(f *facts.Facts, say func(*summary.Summary) *modules.Slice) *Program {
	located := summary.Locate("", f)
	p := NewProgram(f, say(located.Summary))
	if p != nil {
		p.summary.Get(func() *summary.Located { return located })
	}
	return p
}

// in returns the same for one who asks f, which facts.Facts.In has made of the facts of p.
func (p *Program) in(f *facts.Facts) *Program { return &Program{p.Slice, f, p.summary} }

// Summary returns what other files need to know of the file, with its places. What the Slice says by index is about it.
func (p *Program) Summary() *summary.Located {
	return p.summary.Get(func() *summary.Located { return summary.Locate("", p.facts) })
}

// IdleRequire returns which module a statement requires, and where, if it does nothing else, not even by what is loaded, and nothing uses
// what it gives: `require "m"`, `local m = require "m"`. ok is false if that is not known, as for nil.
func (p *Program) IdleRequire(s syntax.Stat) (name string, at source.Span, ok bool) {
	if p == nil {
		return "", source.NoSpan, false
	}
	at = onlyCall(s)
	k := slices.IndexFunc(p.Requires, func(v modules.RequireVerdict) bool {
		return v.IsIdle && p.Summary().RequiredAt[v.Index] == at
	})
	if k < 0 {
		return "", source.NoSpan, false
	}
	return p.Summary().Requires[p.Requires[k].Index].Name, at, true
}

// EachCallee calls visit for the calls in a function of those functions of other files of which something is to be said; never for nil.
func (p *Program) EachCallee(fn int, visit func(c *modules.Callee, pc int)) {
	if p == nil || p.Calls == nil {
		return
	}
	for i := range p.Calls.Callees {
		c := &p.Calls.Callees[i]
		for _, at := range p.Summary().CalledAt[c.Field] {
			if int(at.Func) == fn {
				visit(c, int(at.PC))
			}
		}
	}
}

// Receiver returns what is to be said of a function of the file because all its calls are known; nil if nothing is, or p is nil.
func (p *Program) Receiver(fn int) *modules.Receiver {
	if p == nil || p.Calls == nil {
		return nil
	}
	for i := range p.Calls.Exports {
		if v := &p.Calls.Exports[i]; p.Summary().Functions[v.Index] == fn {
			return v
		}
	}
	return nil
}

// InPlaces returns in words where places of other files are: the first two.
func InPlaces(places ...modules.Place) string {
	var all []string
	for _, at := range places[:min(len(places), 2)] {
		all = append(all, fmt.Sprintf("at `%s:%d`", at.Path, at.Line))
	}
	return strings.Join(all, " and ")
}

// onlyCall returns the call that a statement consists of, but for a local variable that gets its value; source.NoSpan if there is none.
func onlyCall(s syntax.Stat) source.Span {
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
