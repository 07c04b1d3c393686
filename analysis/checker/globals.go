package checker

import (
	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress"
	"luaflow/compile"
)

// This file makes what checks know of globals of the configuration and of what comments
// of luacheck's add to it.

// globals is what is known of globals in a file.
func (c *Checker) globals(rules *config.Config, comments *suppress.Set) *analysis.Globals {
	return &analysis.Globals{
		Elsewhere: c.Elsewhere,
		Strict:    c.StrictGlobals,
		At:        comments.GlobalRules(rules),
	}
}

// GlobalNames is what other files need to know of one, for their Elsewhere.
func (c *Checker) GlobalNames(u *compile.Unit) analysis.GlobalNames {
	p := analysis.NewPass(u, &c.mem, nil)
	p.Globals = c.globals(c.rules(), suppress.Parse(u.Tree, c.rules()))
	return p.GlobalNames()
}
