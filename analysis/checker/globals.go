package checker

import (
	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress"
	"luaflow/analysis/value"
	"luaflow/compile"
)

// This file makes what checks know of globals, and of the hosts that give some, of the
// configuration and of what comments of luacheck's add to it.

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
	comments := suppress.Parse(u.Tree, c.rules())
	p := analysis.NewPass(u, hosts(c.rules(), comments, u), &c.mem, nil)
	p.Globals = c.globals(c.rules(), comments)
	return p.GlobalNames()
}

// Hosts is the hosts whose functions a file may call, in a configuration; nil where nobody
// has said anything.
func Hosts(rules *config.Config, u *compile.Unit) value.Hosts {
	if rules == nil {
		rules = byDefault
	}
	return hosts(rules, suppress.Parse(u.Tree, rules), u)
}

func hosts(rules *config.Config, comments *suppress.Set, u *compile.Unit) value.Hosts {
	return comments.Hosts(rules, u)
}
