package globals

import (
	"strings"

	"luaflow/analysis/definitions"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
)

// Defined is a function that definition files describe.
type Defined struct {
	Name string // with dots
	definitions.Definition
}

// HasDefinitions reports whether Defined may know any function.
func (g *Globals) HasDefinitions() bool { return g != nil && g.Definitions != nil }

// Defined returns the function that the call at pc of f calls, if definition files describe it. That is the word of somebody
// else about what other files define, and rests on the names that lead there.
func (g *Globals) Defined(f *flow.Func, pc int) (d Defined, ok bool) {
	if !g.HasDefinitions() {
		return d, false
	}
	if d.Name = CalleePath(g.facts.Code, f, pc); d.Name == "" {
		return d, false
	}
	d.Definition, ok = g.Definition(d.Name)
	return d, ok
}

// CalleePath returns the global, or with dots the field of one, that the call at pc of f calls by its name, or by that of a
// local variable which holds nothing else; "" if it calls something else. What is there when the program runs is not known.
func CalleePath(code *facts.Code, f *flow.Func, pc int) string {
	if f.IsLarge {
		return ""
	}
	form := code.SSA(f)
	if form == nil || len(form.Uses(pc)) == 0 || form.UseByClosure(pc, 0) {
		return ""
	}
	path := code.Names().Path(f, form.Uses(pc)[0])
	for len(path) > 1 && path[0] == "_G" {
		path = path[1:]
	}
	return strings.Join(path, ".")
}
