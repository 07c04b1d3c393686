package checker

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress"
	"luaflow/compile"
)

// This file makes what checks know of globals of the configuration and of what comments
// of luacheck's add to it.

// globals is what is known of globals in a file. It merges what comments say once for
// lines that follow one another.
func (c *Checker) globals(rules *config.Config, comments *suppress.Set) *analysis.Globals {
	here := rules
	var last []*config.Layer
	return &analysis.Globals{
		Elsewhere: c.Elsewhere,
		Strict:    c.StrictGlobals,
		At: func(line int) analysis.GlobalRules {
			if layers := comments.Layers(line); !slices.Equal(layers, last) {
				here, last = rules.ForGlobals(layers...), layers
			}
			return here
		},
	}
}

// GlobalNames is what other files need to know of one, for their Elsewhere.
func (c *Checker) GlobalNames(u *compile.Unit) analysis.GlobalNames {
	p := analysis.NewPass(u, &c.mem, nil)
	p.Globals = c.globals(c.rules(), suppress.Parse(u.Tree, c.rules()))
	return p.GlobalNames()
}
