package checker

import (
	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/globals"
	"luaflow/analysis/suppress"
	"luaflow/analysis/value"
	"luaflow/compile"
)

// This file makes what checks know of globals, and of the hosts that give some, of the
// configuration and of what comments of luacheck's add to it.

// outside returns what is known of globals from outside of a file.
func (c *Checker) outside(rules *config.Config, comments *suppress.Set) globals.Outside {
	return globals.Outside{
		Elsewhere:   c.Elsewhere,
		Strict:      c.StrictGlobals,
		Definitions: c.Definitions,
		At:          comments.GlobalRules(rules),
	}
}

// GlobalNames returns what other files need to know of one, for their Elsewhere.
func (c *Checker) GlobalNames(u *compile.Unit) globals.Names { return c.Pass(u).Globals.Names() }

// Pass returns a pass in which no check has run. It lasts until c looks at something else.
func (c *Checker) Pass(u *compile.Unit) *analysis.Pass {
	comments := suppress.Parse(u.Tree, c.rules())
	c.mem.KeepIn(c.Bodies)
	p := analysis.NewPass(u, hosts(c.rules(), comments, u), &c.mem, nil)
	p.Globals = globals.Of(p.Facts, c.outside(c.rules(), comments))
	return p
}

// Hosts returns the hosts whose functions a file may call, in a configuration; nil where nobody
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
