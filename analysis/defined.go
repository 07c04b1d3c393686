package analysis

import (
	"strings"

	"luaflow/analysis/definitions"
	"luaflow/analysis/flow"
)

// Defined is a function that definition files describe.
type Defined struct {
	Name string // with dots
	definitions.Definition
}

// HasDefinitions reports whether Defined may know any function.
func (p *Pass) HasDefinitions() bool { return p.Globals != nil && p.Globals.Definitions != nil }

// Defined returns the function that the call at pc of f calls, if definition files describe it. That is the word of somebody
// else about what other files define, and rests on the names that lead there.
func (p *Pass) Defined(f *flow.Func, pc int) (d Defined, ok bool) {
	if !p.HasDefinitions() || f.IsLarge {
		return d, false
	}
	form := p.Facts.Code.SSA(f)
	if form == nil || len(form.Uses(pc)) == 0 || form.UseByClosure(pc, 0) {
		return d, false
	}
	path := p.Facts.Code.Names().Path(f, form.Uses(pc)[0])
	for len(path) > 1 && path[0] == "_G" {
		path = path[1:]
	}
	if path == nil {
		return d, false
	}
	d.Name = strings.Join(path, ".")
	d.Definition, ok = p.Globals.Definition(d.Name)
	return d, ok
}
